internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// The programme that a command is about.
struct ProgrammeNamed {
  @Positional("programme", .text, "The programme's name: lower-case letters, digits, '-' and '_'") var name: String
}

/// The user that a command is about.
struct UserNamed {
  @Positional("user", .user, "usr_… or external id") var reference: String

  /// - Throws: `UserError.notFound`.
  func find(_ users: any UserDirectory, in connection: Connection) throws -> UserID {
    guard let user = try users.find(reference, in: connection) else { throw UserError.notFound(reference) }
    return user
  }
}

/// The programme of commands that may name one.
struct ProgrammeOption {
  @Option("programme", .text, placeholder: "NAME", "The programme, if there are several") var name: String?

  /// The programme of that name, or the only one that is open.
  /// - Throws: `referrals.not-found`, `.several`.
  func find(at time: Timestamp, in connection: Connection) throws -> ProgrammeStore.Kept {
    let store = ProgrammeStore(connection)
    if let name { return try store.require(name) }
    let all = try store.all()
    let open = all.filter { $0.programme.takes(at: time) }
    if let one = open.first, open.count == 1 { return one }
    if let one = all.first, all.count == 1 { return one }
    guard !open.isEmpty else {
      throw Failure(
        "referrals.not-found", .notFound, "no referral programme is open at this time",
        hint: "List the programmes with `qix referral list`. Make one with `qix referral create`.")
    }
    let names = open.map(\.programme.name).joined(separator: ", ")
    throw Failure(
      "referrals.several", .usage, "there are several referral programmes: \(names)",
      hint: "Name one with --programme NAME.")
  }
}

extension Programme {
  func document(_ schema: String) -> Document {
    var document = Document(schema)
    document.primary = name
    document.field("programme", .text(name))
    document.field("title", .text(title))
    document.field("referrer_coins", "for the referrer", .coins(referrerCoins))
    document.field("referee_coins", "for the new user", .coins(refereeCoins))
    document.field("budget", "paid by", .text(budget))
    document.field("shakes", "shakes to be verified", .integer(shakes))
    document.field("campaign", "in the campaign", .identifier(campaign))
    document.field("type", "of the type", .text(type))
    document.field("minimum_mode", .text(minimumMode.name))
    document.field("newcomer", "new for", .text(newcomer.written))
    document.field("within", "verified within", .text(within.written))
    document.field("wait", "paid after", .text(wait.written))
    document.field("per_referrer", "most for one user", .integer(perReferrer))
    document.field("total", "most in all", .integer(total))
    document.field("expires", "coins expire", .text(expires?.text))
    document.field("start", "from", .timestamp(start))
    document.field("end", "until", .timestamp(end))
    return document
  }
}
