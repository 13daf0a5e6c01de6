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
  static let fields = fields(hidingBusiness: nil)

  /// - Parameter datum: the kind of what customers have no use for, where the command is open to them.
  static func fields(hidingBusiness datum: Confidential?) -> [Field<Programme>] {
    [
      Field("programme", .text) { $0.name },
      Field("title", .text) { $0.title },
      Field("referrer_coins", .coins, "for the referrer") { $0.referrerCoins },
      Field("referee_coins", .coins, "for the new user") { $0.refereeCoins },
      Field("budget", .text, "paid by", for: datum) { $0.budget },
      Field("shakes", .integer, "shakes to be verified") { $0.shakes },
      Field("campaign", .id, "in the campaign") { $0.campaign },
      Field("type", .text, "of the type") { $0.type },
      Field("minimum_mode", .text) { $0.minimumMode.name },
      Field("newcomer", .text, "new for") { $0.newcomer.written },
      Field("within", .text, "verified within") { $0.within.written },
      Field("wait", .text, "paid after") { $0.wait.written },
      Field("per_referrer", .integer, "most for one user") { $0.perReferrer },
      Field("total", .integer, "most in all", for: datum) { $0.total },
      Field("expires", .text, "coins expire") { $0.expires?.text },
      Field("start", .time, "from") { $0.start },
      Field("end", .time, "until") { $0.end },
    ]
  }

  func document(_ schema: String) -> Document {
    var document = Document(schema, Self.fields, of: self)
    document.primary = name
    return document
  }
}

extension Context {
  /// Whether a programme is there for the caller: for customers, as long as it is open.
  func maySee(_ programme: Programme) -> Bool { !principal.isCustomer || programme.takes(at: clock.now()) }
}
