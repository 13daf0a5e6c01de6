internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// Compares the digits that were typed with the code that was sent.
///
/// A try is counted, and the count is durable, before anything is compared: killing the program,
/// or fifty tries at once, gain no more tries.
struct CodeVerification {
  let context: Context
  let keys: CodeKeys
  let rules: CodeRules
  let profiles: Profiles
  /// Consents that the user has given before.
  let consent: Consent
  /// Where a right code signs its user in.
  var arrivals: Arrivals?

  /// The result of a right code.
  struct Answer: Sendable {
    let user: UserID
    let channel: CodeChannel
    /// The number or address, as it is kept.
    let recipient: String
    /// The user who had given the same without proof, and has lost it by this.
    let loser: UserID?
    /// The user who has become one with this one by it.
    var joined: UserID?
    /// What else staff have entered for a user who was claimed by it: told once it is done.
    var others: [Contact] = []
    /// The modes before and after, of the user and of the loser where there is one.
    var modes: [(user: UserID, was: Mode, now: Mode)] = []
    /// Whether it was consent that was asked for, and nothing has changed.
    var isConsent = false
    var session: NewSession?
  }

  private struct Row: Sendable {
    let binding: CodeBinding
    let isForConsent: Bool
    let box: [UInt8]
    let hash: String
    let triesLeft: Int64
  }

  /// - Parameter code: six digits.
  /// - Throws: `CodeError`, `identity.code-…`; `UserError.belongsToAnother` where another user has proved the number,
  ///   `UserError.nobodyProved` where no user has. Both come after a right code only, which is used then.
  func verify(_ id: CodeRequestID, _ code: borrowing SecretBytes) throws -> Answer {
    if arrivals != nil { try requireForSigningIn(id) }
    let row = try countTry(id)
    guard try Argon2id.verify(keys.bind(code, to: row.binding), against: row.hash) else {
      if row.triesLeft == 0 { try close(id) }
      guard row.triesLeft > 0 else { throw CodeError.tooManyTries }
      throw Failure(
        "identity.code-wrong", .notAllowed,
        "the code is wrong; tries left: \(row.triesLeft)"
      ).forEverybody
    }
    return try use(row).get()
  }

  /// Before a try is counted: a request that names a user proves something of theirs, and signs nobody in.
  private func requireForSigningIn(_ id: CodeRequestID) throws {
    try context.database.read { connection in
      guard let user = try CodeRequests.user(of: id, in: connection) else { return }
      try context.requireOwn(user, in: connection, else: CodeError.unknownRequest)
      throw CodeError.notForSigningIn
    }
  }

  /// Whether a request could be verified now, without a try.
  func check(_ id: CodeRequestID) throws {
    try context.database.read { connection in
      let now = try SteadyClock.latest(context.clock, in: connection)
      if let fault = try fault(id, at: now, in: connection) { throw fault }
    }
  }

  /// The reason why a request can't be verified; nil for none.
  private func fault(_ id: CodeRequestID, at now: Timestamp, in connection: Connection) throws -> (any Diagnosable)? {
    let found = try connection.fetchOne("SELECT state, tries, clock_at, made_at FROM identity_codes WHERE id = \(id)") {
      (
        state: $0["state"] as Int64, tries: $0["tries"] as Int64, clock: $0["clock_at"] as Timestamp,
        made: $0["made_at"] as Timestamp
      )
    }
    guard let found else { return CodeError.unknownRequest }
    if found.tries >= rules.tries { return found.state == 2 ? CodeError.used : CodeError.tooManyTries }
    if found.state == 2 { return CodeError.used }
    // By the time that never goes back; and by the clock, since that time may stand still. A clock before the request
    // was set back since, by an unknown time.
    let clock = context.clock.now()
    let isGood =
      now < found.made.advanced(byMicroseconds: rules.validity) && clock >= found.clock
      && clock < found.clock.advanced(byMicroseconds: rules.validity)
    guard isGood else {
      return Failure(
        "identity.code-expired", .notAllowed, "the code has expired", hint: CodeError.requestAnother
      ).forEverybody
    }
    guard found.state == 1 else {
      return Failure(
        "identity.code-closed", .notAllowed, "the code could not be sent, so it can't be used",
        hint: CodeError.requestAnother
      ).forEverybody
    }
    return nil
  }

  private func countTry(_ id: CodeRequestID) throws -> Row {
    let result = try context.change("identity.otp-try", subject: "\(id)") {
      connection, _ -> Result<Row, any Error> in
      // Committed also where it is refused: the time that was seen must last.
      let clock = context.clock.now()
      let now = try SteadyClock.advance(context.clock, in: connection)
      try CodeRemains.purge(now, clock: clock, validity: rules.validity, in: connection)
      if let fault = try fault(id, at: now, in: connection) { return .failure(fault) }
      try connection.execute("UPDATE identity_codes SET tries = tries + 1 WHERE id = \(id)")
      let row = try connection.fetchOne(
        "SELECT channel, user, box, hash, tries, purpose FROM identity_codes WHERE id = \(id)"
      ) { row in
        guard let channel = CodeChannel(rawValue: row["channel"]) else {
          throw StorageError.corrupt("a one-time code was sent in no known way")
        }
        let user: UserID? = try row["user"]
        return Row(
          binding: CodeBinding(request: id, channel: channel, user: user), isForConsent: (row["purpose"] as Int64) == 2,
          box: row["box"], hash: row["hash"], triesLeft: rules.tries - (row["tries"] as Int64))
      }
      guard let row else { return .failure(CodeError.unknownRequest) }
      return .success(row)
    }
    return try result.get()
  }

  private func close(_ id: CodeRequestID) throws {
    try context.database.write(Change("identity.otp-close", subject: "\(id)")) { connection, _ in
      try connection.execute("UPDATE identity_codes SET state = 3, box = NULL WHERE id = \(id) AND state = 1")
    }
  }

  /// Uses the code up, and records what it has shown; of several at once one succeeds.
  private func use(_ row: Row) throws -> Result<Answer, any Error> {
    let (id, channel) = (row.binding.request, row.binding.channel)
    let recipient = try keys.open(row.box, of: id)
    return try context.change("identity.otp-verify", subject: "\(id)") {
      connection, change -> Result<Answer, any Error> in
      try connection.execute("UPDATE identity_codes SET state = 2, box = NULL WHERE id = \(id) AND state = 1")
      guard connection.changes == 1 else { return .failure(CodeError.used) }
      if row.isForConsent, let user = row.binding.user {
        let now = try SteadyClock.advance(context.clock, in: connection)
        try connection.execute("UPDATE identity_codes SET given_at = \(now) WHERE id = \(id)")
        change.action = "identity.consent"
        change.subject = "\(id) \(user)"
        return .success(Answer(user: user, channel: channel, recipient: recipient, loser: nil, isConsent: true))
      }
      do {
        // The code stays used whatever the user's side says.
        let answer = try connection.savepoint { try self.answer(row.binding, recipient, in: connection) }
        let now = try SteadyClock.advance(context.clock, in: connection)
        try CodeKeys.remember(id, by: answer.user, at: now, in: connection)
        change.subject =
          "\(id) \(answer.user)" + (answer.loser.map { ", taken from \($0)" } ?? "")
          + (answer.joined.map { ", joined by \($0)" } ?? "")
        return .success(answer)
      } catch let error as UserError {
        return .failure(error)
      }
    }
  }

  /// Refuses what will need a consent that is not given, before a code is used up by it.
  /// - Returns: users who are to be told when it is done.
  func prepare(_ id: CodeRequestID) throws -> [UserID] {
    try context.database.read { connection in
      let row = try connection.fetchOne(
        """
        SELECT channel, user, box FROM identity_codes
        WHERE id = \(id) AND state = 1 AND purpose = 1 AND user IS NOT NULL
        """
      ) { (CodeChannel(rawValue: $0["channel"]), try $0["user"] as UserID, $0["box"] as [UInt8]) }
      guard let row, let channel = row.0 else { return [] }
      let (named, box) = (row.1, row.2)
      let user = try User.living(named, in: connection).id
      let recipient = try keys.open(box, of: id)
      guard try profiles.needsConsent(user, channel.field, recipient, by: context.principal, in: connection) else {
        return []
      }
      guard !consent.given.isEmpty else {
        if try profiles.isBeyondConsent(user, channel.field, recipient, by: context.principal, in: connection) {
          throw UserError.nothingToConsentBy(user, label: channel.field.label)
        }
        throw UserError.consentNeeded("give user \(user) another \(channel.field.label)")
      }
      return [user]
    }
  }
}
