internal import CoinsContract
internal import IdentityContract
internal import QixCrypto
internal import QixModule

/// New coins that somebody wants to bring into being: one operation, or all of a file.
struct NewCoins {
  /// What exactly is wanted, whoever wants it. Requests of versions before 0.6.0 are stored under it.
  let fingerprint: [UInt8]
  /// The same for whoever approves it.
  let operation: String
  /// All of them.
  let amount: Int64
  /// Those that were not brought into being before.
  let missing: Int64
  /// Whether doing it again does nothing, because each part has an idempotency key: then an approval that was used goes
  /// on being good for what is left.
  let isRepeatable: Bool
  /// Who gets all of them, where it is one user.
  let recipient: UserID?
  let reason: String?
  /// The roles of which somebody has to approve it; nil for whoever approves new coins.
  let approvers: Roles?

  /// One operation. New coins with their key: the same without a key, twice, is two. Anything else, such as a reversal, is
  /// the same wish under another key, or none.
  init(_ operation: Operation, reason: String?, scratch: inout ByteBuffer) {
    var hasher = Self.hasher("operation")
    Fingerprint(operation, scratch: &scratch).withBytes { hasher.update($0) }
    if operation.makesCoins { Self.update(&hasher, operation.key) }
    fingerprint = hasher.finish()
    let to = operation.to.map { " to \($0)" } ?? ""
    let mark = operation.isWelcome ? " as a welcome" : ""
    self.operation = "\(operation.kind.name) \(operation.amount ?? 0)\(to)\(mark)\(Self.ending(operation.expires))"
    amount = operation.amount ?? 0
    missing = amount
    isRepeatable = false
    recipient = if case .wallet(let user)? = operation.to { user } else { nil }
    self.reason = reason
    approvers = nil
  }

  /// - Parameters:
  ///   - scope: whatever besides the file's content decides what is done.
  ///   - reading: the options that say how the file is read, and which of its lines are done.
  ///   - expires: what the coins of lines that name no expiry get.
  ///   - total: coins of all lines.
  ///   - amount: coins that are asked for.
  init(
    file: String, digest: String, action: String, scope: [String?], reading: [String], expires: Expiry?, total: Int64,
    amount: Int64, missing: Int64, reason: String?
  ) {
    var hasher = Self.hasher("file")
    for text in [digest, action] + scope { Self.update(&hasher, text) }
    hasher.update(total)
    for text in reading { Self.update(&hasher, text) }
    fingerprint = hasher.finish()
    // As the approver reads it, who may never see a command line.
    let words = reading.map { $0.hasPrefix("--") ? $0.dropFirst(2) : $0[...] }
    let options = reading.isEmpty ? "" : ", read with \(words.joined(separator: ", "))"
    operation = "\(action) \(amount) by file \(file) (sha256 \(digest))\(options)\(Self.ending(expires))"
    self.amount = amount
    self.missing = missing
    isRepeatable = true
    recipient = nil
    self.reason = reason
    approvers = nil
  }

  /// What exactly is wanted by somebody, so that an approval fits nothing else, and nobody else.
  func fingerprint(for actor: String) -> [UInt8] {
    var hasher = Self.hasher("requester")
    fingerprint.withUnsafeBytes { hasher.update($0) }
    Self.update(&hasher, actor)
    return hasher.finish()
  }

  /// Whoever approves coins has to see for how long they are good.
  private static func ending(_ expires: Expiry?) -> String { expires.map { ", expires \($0.text)" } ?? "" }

  private static func hasher(_ kind: String) -> SHA256 {
    var hasher = SHA256()
    update(&hasher, "coins.approval/1 \(kind)")
    return hasher
  }

  private static func update(_ hasher: inout SHA256, _ text: String?) {
    hasher.update(text.map { Int64($0.utf8.count) } ?? -1)
    hasher.update(text ?? "")
  }
}

/// Decides inside a write transaction whether one person may bring coins into being alone.
///
/// There is one mechanism for single operations and files: the command answers with a request, somebody else approves
/// it, and the same command goes through once. That way what is done is what its requester typed, under their name, and
/// nothing has to be kept of a file but its digest.
struct ApprovalGate {
  let actor: String
  /// What the clock shows.
  let now: Timestamp
  let random: any RandomSource
  /// A dry run says what would happen, and asks nobody.
  let isDryRun: Bool
  let connection: Connection
  /// Keeps the command that asks with its request; nil outside of commands.
  var keep: ((ApprovalID) -> Void)?

  /// Nil when approvals are switched off.
  func limit() throws -> Int64? {
    let limit = try connection.value(of: CoinsModule.approvalAbove)
    return limit > 0 ? limit : nil
  }

  /// Counts the coins to what the actor may bring into being alone today, or uses an approval.
  /// - Returns: nil when neither is enough; then nothing was written.
  func admit(_ wanted: NewCoins, limit: Int64) throws -> Allowance? {
    guard wanted.missing > 0 else { return Allowance(0) }
    let now = try moment()
    let day = Value.integer(try connection.dayNumber(at: now))
    let sofar =
      try connection.fetchOne("SELECT coins FROM coins_unapproved WHERE actor = \(actor) AND day = \(day)") ?? 0
    if wanted.missing <= limit, sofar <= limit - wanted.missing {
      try connection.execute(
        """
        INSERT INTO coins_unapproved (actor, day, coins) VALUES (\(actor), \(day), \(wanted.missing))
        ON CONFLICT (actor, day) DO UPDATE SET coins = coins_unapproved.coins + excluded.coins
        """)
      return Allowance(wanted.missing)
    }
    if let approval = try Approval.open(wanted, by: actor, in: connection), approval.state(at: now) == .approved {
      try connection.execute(
        """
        UPDATE coins_approvals
        SET state = 4, used_by = \(actor), used_at = \(now), granted = \(wanted.isRepeatable ? 0 : approval.amount)
        WHERE approval = \(approval.id)
        """)
      try connection.tell("approval.used", of: approval.id)
      return Allowance(wanted.missing, of: approval.id)
    }
    guard wanted.isRepeatable else { return nil }
    // One that was used is good for what is left of it.
    let used: ApprovalID? = try connection.fetchOne(
      """
      SELECT approval FROM coins_approvals
      WHERE fingerprint IN (\(wanted.fingerprint), \(wanted.fingerprint(for: actor))) AND requested_by = \(actor)
        AND state = 4
        AND amount - granted >= \(wanted.missing)
      ORDER BY approval DESC LIMIT 1
      """)
    return used.map { Allowance(wanted.missing, of: $0) }
  }

  /// Asks somebody else for new coins.
  /// - Throws: `ApprovalError.wouldBeNeeded` in a dry run.
  func ask(_ wanted: NewCoins, limit: Int64) throws -> ApprovalRequest {
    if isDryRun { throw ApprovalError.wouldBeNeeded(amount: wanted.amount, limit: limit) }
    let approval = try request(wanted)
    let coins = approval.amount.counted("new coin needs", "new coins need")
    let precedent = try Precedent(before: approval, in: connection).map { "; the same \($0)" } ?? ""
    return ApprovalRequest(
      approval,
      error: Failure(
        "coins.approval-needed", .notAllowed,
        """
        nothing was moved: \(coins) four-eyes approval (coins.approval-above is \(limit) in a day); the request is \
        \(approval.id)\(precedent)
        """,
        hint: approval.howToApprove("Another person")))
  }

  /// The request that waits for somebody else: the one that is there, or a new one.
  /// - Throws: `coins.approvals-waiting`.
  func request(_ wanted: NewCoins) throws -> Approval {
    let now = try moment()
    try RequestBoxes.wipe(at: now, in: connection)
    if let open = try Approval.open(wanted, by: actor, in: connection) {
      guard open.state(at: now) == .expired else {
        keep?(open.id)
        return open
      }
      try connection.execute("UPDATE coins_approvals SET state = 5 WHERE approval = \(open.id)")
    }
    let most = try connection.value(of: CoinsModule.approvalsAtOnce)
    let waiting: Int64 =
      try connection.fetchOne(
        """
        SELECT count(*) FROM coins_approvals
        WHERE state IN (1, 2) AND state = 1 AND requested_by = \(actor) AND expires_at > \(now)
        """) ?? 0
    guard waiting < most else {
      throw Failure(
        "coins.approvals-waiting", .refused,
        """
        no new request was made: \(waiting.counted("request of yours waits", "requests of yours wait")) for \
        approval already (coins.approvals-at-once)
        """,
        hint: """
          Wait until they are decided. Withdraw one with `qix coins decline APPROVAL`. List them with \
          `qix coins approvals --pending`.
          """)
    }
    var generator = IdentifierGenerator(random: random)
    let id: ApprovalID = generator.next(at: now)
    try connection.execute(
      """
      INSERT INTO coins_approvals
        (approval, fingerprint, operation, amount, granted, reason, recipient, state, requested_by, requested_at,
        expires_at)
      VALUES (\(id), \(wanted.fingerprint(for: actor)), \(wanted.operation), \(wanted.amount), 0, \(wanted.reason),
        \(wanted.recipient), 1, \(actor), \(now), \(try deadline(from: now)))
      """)
    try connection.tell("approval.asked", of: id)
    keep?(id)
    return try Approval.find(id, in: connection)
  }

  /// Approves or declines.
  /// - Throws: if the caller may not decide, or the request is over.
  /// - Parameters:
  ///   - principal: who decides.
  ///   - answer: what they say to it.
  func decide(_ id: ApprovalID, approves: Bool, answer: String?, _ principal: Principal) throws -> Approval {
    let now = try moment()
    let approval = try Approval.find(id, in: connection)
    let state = approval.state(at: now)
    // What was approved and not used can still be taken back.
    guard state == .pending || (state == .approved && !approves) else {
      throw Failure(
        "coins.approval-over", .conflict, "\(id) is \(state.name) already",
        hint: state == .approved
          ? "Run the requested command. It goes through once."
          : "Run the command again to make a new request.")
    }
    let isOwn = approval.requestedBy == actor
    // Who may only ask may withdraw what is their own.
    guard approval.isSeen(by: principal) else { throw ApprovalError.notFound(id) }
    if approves, !isOwn, let approvers = approval.approvers, principal.role.map(approvers.admits) != true {
      throw Failure(
        "coins.approval-not-yours", .notAllowed,
        "\(id) asks to \(approval.operation), which your role may not do",
        hint: "\(approvers.names) approves it.")
    }
    guard !approves || !isOwn else {
      throw Failure(
        "coins.approval-own", .notAllowed, "\(id) is your own request, so someone else has to approve it",
        hint: "Withdraw it with `qix coins decline \(id)` if it was a mistake.")
    }
    try connection.execute(
      """
      UPDATE coins_approvals
      SET state = \((approves ? Approval.State.approved : .declined).rawValue), decided_by = \(actor),
        decided_at = \(now), answer = \(answer), expires_at = \(approves ? try deadline(from: now) : approval.expires)
        WHERE approval = \(id)
      """)
    try connection.tell("approval.decided", of: id)
    return try Approval.find(id, in: connection)
  }

  /// Declines what waits about a user who is being erased: nobody is to decide it, or use it, once they are gone.
  func endAll(about user: UserID) throws {
    let now = try moment()
    try RequestBoxes.wipe(about: user, in: connection)
    for approval in try Approval.open(about: user, in: connection) {
      try connection.execute(
        """
        UPDATE coins_approvals
        SET state = \(Approval.State.declined.rawValue), decided_by = \(actor), decided_at = \(now),
          answer = 'the user was erased'
        WHERE approval = \(approval.id)
        """)
      try connection.tell("approval.decided", of: approval.id)
      let change = Change(
        ApprovalsNamed.refusal, subject: approval.told, reason: "\(user) was erased")
      try AuditLog.append(change, by: actor, at: self.now, in: connection)
    }
  }

  func moment() throws -> Timestamp { try AuditLog.latestMoment(now, in: connection) }

  private func deadline(from now: Timestamp) throws -> Timestamp {
    now.advanced(byMicroseconds: try connection.value(of: CoinsModule.approvalHours) * 3_600_000_000)
  }
}

extension ApprovalGate {
  init(_ context: Context, isDryRun: Bool, in connection: Connection) {
    self.init(
      actor: context.database.actor, now: context.clock.now(), random: context.random, isDryRun: isDryRun,
      connection: connection)
    keep = context.runningLine.map { line in { line.keep(with: $0, in: context) } }
  }
}
