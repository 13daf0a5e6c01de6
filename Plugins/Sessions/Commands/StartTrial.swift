internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// `qix session trial`
struct StartTrial: Command {
  static let declaration = Declaration(
    "trial", "Become a trial user, with a session, as an app does when it is first opened.",
    roles: [.guest],
    discussion: """
      If the setting sessions.trial-work requires it, give --work, a proof of work. It is the Unix time in seconds, \
      a colon, and more text. SHA-256 of `qix:` and all of it must begin with the number of zero bits in the \
      setting. It is valid for five minutes, once.
      """,
    examples: [Example("qix session trial --json", "a new user, and their session")],
    answer: AnswerShape("session.trial/1", NewSession.fields), effect: .discloses,
    route: .at("POST /v1/sessions/trial"),
    givenByCustomers: ["work"])

  @Option("work", .text, "The proof of work, if one is required") private var work: String?

  func run(in context: Context) throws -> Document {
    let (directory, sessions) = (try context.service(Users.directory), Sessions(context))
    let session = try context.change("sessions.trial") { connection, change in
      let bits = try connection.value(of: SessionsModule.workBits)
      if bits > 0 { try Work(work, bits: bits, at: context.clock.now()).use(in: connection) }
      let session = try sessions.begin(for: directory.create(externalID: nil, in: connection), in: connection)
      change.subject = "\(session.id) \(session.user)"
      return session
    }
    return session.document("session.trial/1")
  }
}

/// A proof of work, as Hashcash has it: dear to make, cheap to check.
struct Work {
  private static let life: Int64 = 300
  private let hash: [UInt8]
  private let made: Timestamp

  /// - Throws: `SessionError.work`.
  init(_ text: String?, bits: Int64, at now: Timestamp) throws(SessionError) {
    guard let text, text.utf8.count <= 200, let seconds = text.split(separator: ":").first.flatMap({ Int64($0) }),
      abs(now.microseconds / 1_000_000 - seconds) <= Self.life
    else { throw .work(bits: bits) }
    var hasher = SHA256()
    hasher.update("qix:\(text)")
    hash = hasher.finish()
    made = now
    guard Self.zeros(hash) >= bits else { throw .work(bits: bits) }
  }

  private static func zeros(_ bytes: [UInt8]) -> Int {
    let whole = bytes.prefix { $0 == 0 }.count
    return whole * 8 + (whole < bytes.count ? bytes[whole].leadingZeroBitCount : 0)
  }

  /// Notes that it was used.
  /// - Throws: `sessions.work-used`.
  func use(in connection: Connection) throws {
    let end = made.advanced(byMicroseconds: -2 * Self.life * 1_000_000)
    try connection.execute("DELETE FROM sessions_works WHERE at < \(end)")
    try connection.execute("INSERT INTO sessions_works (hash, at) VALUES (\(hash), \(made)) ON CONFLICT DO NOTHING")
    guard connection.changes == 1 else {
      throw Failure(
        "sessions.work-used", .refused, "this proof of work was used before", hint: "Make another proof of work.",
        forUser: "this proof of work was used before")
    }
  }
}
