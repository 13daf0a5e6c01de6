internal import CoinsContract
internal import IdentityContract
internal import QixModule

extension Approval {
  private static let columns = """
    approval, operation, amount, reason, state, requested_by, requested_at, expires_at, decided_by, answer,
      used_by, recipient, sealed, approvers
    """

  private init(_ row: Row) throws {
    let id: ApprovalID = try row["approval"]
    guard let state = State(rawValue: row["state"]) else {
      throw StorageError.corrupt("approval \(id) is in no known state")
    }
    let sealed: [UInt8] = row["sealed"]
    self.init(
      id: id, operation: row["operation"], amount: row["amount"], reason: row["reason"], state: state,
      requestedBy: row["requested_by"], requestedAt: row["requested_at"], expires: row["expires_at"],
      decidedBy: row["decided_by"], answer: row["answer"], usedBy: row["used_by"], recipient: try row["recipient"],
      sealed: sealed.isEmpty ? nil : sealed, approvers: (row["approvers"] as Int64?).map(Roles.init(number:)))
  }

  /// - Throws: `ApprovalError.notFound`.
  static func find(_ id: ApprovalID, in connection: Connection) throws -> Approval {
    guard let found = try known(id, in: connection) else { throw ApprovalError.notFound(id) }
    return found
  }

  static func known(_ id: ApprovalID, in connection: Connection) throws -> Approval? {
    try connection.fetchOne("SELECT \(sql: columns) FROM coins_approvals WHERE approval = \(id)", Approval.init)
  }

  /// The one that waits for being approved or used, by the table at least: of the one who has asked for it, since
  /// others' approval says that this person may do this.
  static func open(_ wanted: NewCoins, by actor: String, in connection: Connection) throws -> Approval? {
    try connection.fetchOne(
      """
      SELECT \(sql: columns) FROM coins_approvals
      WHERE fingerprint IN (\(wanted.fingerprint(for: actor)), \(wanted.fingerprint)) AND requested_by = \(actor)
        AND state IN (1, 2) ORDER BY approval DESC LIMIT 1
      """, Approval.init)
  }

  /// The newest of those that ask for the same by the same person and were approved or declined. What the words of a
  /// request say besides of what was done meanwhile (`alreadyReversed`) makes it no other.
  static func lastDecided(before request: Approval, in connection: Connection) throws -> Approval? {
    try connection.fetchOne(
      """
      SELECT \(sql: columns) FROM coins_approvals
      WHERE (operation = \(request.operation) OR instr(\(request.operation), operation || ', of which ') = 1)
        AND requested_by = \(request.requestedBy) AND approval <> \(request.id) AND decided_at IS NOT NULL
      ORDER BY decided_at DESC, approval DESC LIMIT 1
      """, Approval.init)
  }

  /// Others that ask for the same, whoever asks and for whatever reason, and are neither used nor over.
  static func twins(of request: Approval, at now: Timestamp, in connection: Connection) throws -> [Approval] {
    guard let user = request.recipient else { return [] }
    return try open(about: user, in: connection).filter { other in
      other.operation == request.operation && other.id != request.id
        && [.pending, .approved].contains(other.state(at: now))
    }
  }

  /// Those about a user that wait for being approved or used, by the table at least.
  static func open(about user: UserID, in connection: Connection) throws -> [Approval] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM coins_approvals
      WHERE state IN (1, 2) AND (recipient = \(user) OR operation LIKE \("%\(user)%")) ORDER BY approval
      """, Approval.init)
  }

  /// The subject of the audit entry of a decision.
  var told: String { "\(id): \(operation), requested by \(requestedBy)" }

  /// Every one, in any order.
  static func all(in connection: Connection) throws -> [Approval] {
    try connection.fetchAll("SELECT \(sql: columns) FROM coins_approvals", Approval.init)
  }

  /// Those of coins for one user, the oldest first.
  static func all(for recipient: UserID, in connection: Connection) throws -> [Approval] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM coins_approvals WHERE recipient = \(recipient) ORDER BY approval", Approval.init)
  }

  /// The newest first.
  /// - Parameters:
  ///   - time: for those alone that wait for a decision at this moment.
  ///   - reader: who may see them.
  static func list(
    pendingAt time: Timestamp?, limit: Int64, for reader: Principal, in connection: Connection
  ) throws -> [Approval] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM coins_approvals
      WHERE (\(time) IS NULL OR state = 1 AND expires_at > \(time))
        AND (\(reader.seesOwnRequestsOnly ? reader.name : nil) IS NULL
        OR requested_by = \(reader.seesOwnRequestsOnly ? reader.name : nil))
      ORDER BY approval DESC LIMIT \(limit)
      """, Approval.init)
  }

  /// A request at the time for which its state is shown.
  typealias Shown = (approval: Approval, at: Timestamp)

  static let fields = fields(expires: .time)
  /// The same as a table, whose `expires` shipped as one that may be null.
  static let rows = fields(expires: .time.orNull)

  private static func fields(expires: FieldType<Timestamp>) -> [Field<Shown>] {
    [
      Field("approval", .id) { $0.approval.id },
      Field("state", .text) { $0.approval.state(at: $0.at).name },
      Field("amount", .coins, "COINS") { $0.approval.amount > 0 ? $0.approval.amount : nil }.labelled("amount"),
      Field("operation", .text) { $0.approval.operation },
      Field("requested_by", .text) { $0.approval.requestedBy },
      Field("requested_at", .time, "AT") { $0.approval.requestedAt }.labelled("requested at"),
      Field("expires", expires, "UNTIL") { $0.approval.expires }.labelled("expires"),
      Field("decided_by", .text) { $0.approval.decidedBy },
      Field("used_by", .text) { $0.approval.usedBy },
      Field("reason", .text) { $0.approval.reason },
      Field("value", .text, "NEW VALUE") { $0.approval.masked }.labelled("value"),
      Field("answer", .text, for: .reason) { $0.approval.answer },
      Field("line", .text, "COMMAND") { $0.approval.line }.labelled("command").aside,
    ]
  }

  func isSeen(by principal: Principal) -> Bool { !principal.seesOwnRequestsOnly || requestedBy == principal.name }

  func document(at time: Timestamp) -> Document {
    var document = Document("coins.approval/1", Self.fields, of: (approval: self, at: time))
    document.primary = "\(id)"
    return document
  }
}
