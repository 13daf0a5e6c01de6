internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// `qix member show`
struct ShowMember: Command {
  static let declaration = Declaration(
    "show", "Show a user's member number, and give the user's app the key of its codes.",
    roles: [.operator, .support, .user],
    discussion: """
      A user gets the number when their app first asks for it. A code for a till is the number and eight digits of \
      RFC 6238: HMAC-SHA-256, steps of 30 seconds. Only the user gets the key, over HTTP. The phone keeps it, and \
      shows codes without a connection. Each session has its own, and its codes end with it.
      """,
    examples: [Example("qix member show shop-4711", "the number of a user")],
    answer: AnswerShape("member.show/1", fields))

  private struct Shown {
    let user: UserID
    let member: Member?
    /// Nil for everyone but the user.
    let key: String?
  }

  private static let fields: [Field<Shown>] = [
    Field("member", .id) { $0.user },
    Field("number", .text) { $0.member.map { "\($0.number)" } },
    Field("renewed", .integer, "times renewed") { $0.member?.epoch },
    Field("key", .text, shown: { $0.key != nil }) { $0.key },
    Field("period", .seconds, shown: { $0.key != nil }) { _ in OneTimeCode.period },
    Field("digits", .count, shown: { $0.key != nil }) { _ in OneTimeCode.digits },
    Field("algorithm", .text, shown: { $0.key != nil }) { _ in "SHA-256" },
  ]

  @Positional("user", .user, "usr_… or external id") private var user: String

  func run(in context: Context) throws -> Document {
    let user = try context.user(user)
    let there = try context.database.read { try Member.shown(of: user, in: $0) }
    let shown =
      context.principal.user == user
      ? try own(there, of: user, in: context) : Shown(user: user, member: there, key: nil)
    var document = Document("member.show/1", Self.fields, of: shown)
    document.primary = shown.member.map { "\($0.number)" }
    document.holdsSecret = shown.key != nil
    if shown.member == nil { document.note("The user has no member number yet: the app asks for it.") }
    return document
  }

  /// What the user's own app gets: the number, made where there is none, and the key.
  private func own(_ there: Member?, of user: UserID, in context: Context) throws -> Shown {
    let policy = try context.service(Users.policy)
    try context.database.read { try policy.requireActive(user, in: $0) }
    let keys = try MemberKeys.open(context)
    let member =
      try there
      ?? context.database.write(Change("members.number", subject: "\(user)")) { connection, _ in
        try Member.shown(of: user, in: connection)
          ?? Member.make(for: user, at: context.clock.now(), context.random, in: connection)
      }
    let session = context.principal.session ?? ""
    // Once for each session: apps ask at every start.
    if try !context.database.read({ try member.isGiven(to: session, in: $0) }) {
      try context.database.write(Change("members.show", subject: "\(user) \(session)")) { connection, _ in
        try member.give(to: session, at: context.clock.now(), in: connection)
      }
    }
    let key = keys.key(of: member.number, epoch: member.epoch, session: session)
      .withUnsafeBytes { Base64.urlSafe.encode($0) }
    return Shown(user: user, member: member, key: key)
  }
}
