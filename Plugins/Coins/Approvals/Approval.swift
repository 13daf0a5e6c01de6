internal import CoinsContract
internal import IdentityContract
internal import QixModule

extension Approval {
  private static let columns = """
    approval, operation, amount, reason, state, requested_by, requested_at, expires_at, decided_by, used_by,
      recipient, sealed, approvers
    """

  private init(_ row: Row) throws {
    let id: ApprovalID = try row.identifier(0)
    guard let state = State(rawValue: row.integer(4)) else {
      throw StorageError.corrupt("approval \(id) is in no known state")
    }
    let sealed = row.blob(11)
    self.init(
      id: id, operation: row.text(1), amount: row.integer(2), reason: row.optionalText(3), state: state,
      requestedBy: row.text(5), requestedAt: row.time(6), expires: row.time(7), decidedBy: row.optionalText(8),
      usedBy: row.optionalText(9), recipient: try row.optionalIdentifier(10), sealed: sealed.isEmpty ? nil : sealed,
      approvers: row.optionalInteger(12).map(Roles.init(number:)))
  }

  /// - Throws: `ApprovalError.notFound`.
  static func find(_ id: ApprovalID, in connection: Connection) throws -> Approval {
    let found = try connection.first(
      "SELECT \(columns) FROM coins_approvals WHERE approval = ?1", .id(id), read: Approval.init)
    guard let found else { throw ApprovalError.notFound(id) }
    return found
  }

  /// The one that waits for being approved or used, by the table at least: of the one who has asked for it, since
  /// others' approval says that this person may do this.
  static func open(_ wanted: NewCoins, by actor: String, in connection: Connection) throws -> Approval? {
    try connection.first(
      """
      SELECT \(columns) FROM coins_approvals
      WHERE fingerprint IN (?1, ?2) AND requested_by = ?3 AND state IN (1, 2) ORDER BY approval DESC LIMIT 1
      """, .blob(wanted.fingerprint(for: actor)), .blob(wanted.fingerprint), .text(actor), read: Approval.init)
  }

  /// Every one, in any order.
  static func all(in connection: Connection) throws -> [Approval] {
    try connection.rows("SELECT \(columns) FROM coins_approvals", read: Approval.init)
  }

  /// Those of coins for one user, the oldest first.
  static func all(for recipient: UserID, in connection: Connection) throws -> [Approval] {
    try connection.rows(
      "SELECT \(columns) FROM coins_approvals WHERE recipient = ?1 ORDER BY approval", .id(recipient),
      read: Approval.init)
  }

  /// The newest first.
  /// - Parameters:
  ///   - time: for those alone that wait for a decision at this moment.
  ///   - reader: who may see them.
  static func list(
    pendingAt time: Timestamp?, limit: Int64, for reader: Principal, in connection: Connection
  ) throws -> [Approval] {
    try connection.rows(
      """
      SELECT \(columns) FROM coins_approvals
      WHERE (?2 IS NULL OR state = 1 AND expires_at > ?2) AND (?3 IS NULL OR requested_by = ?3)
      ORDER BY approval DESC LIMIT ?1
      """, .integer(limit), .optional(time?.microseconds), .optional(reader.seesOwnRequestsOnly ? reader.name : nil),
      read: Approval.init)
  }

  /// - Parameter time: at which its state is told.
  static func fields(at time: Timestamp) -> [RowField<Approval>] {
    [
      RowField("approval") { .identifier($0.id) },
      RowField("state") { .text($0.state(at: time).name) },
      RowField(number: "amount", "COINS") { $0.amount > 0 ? .coins($0.amount) : .missing },
      RowField("operation") { .text($0.operation) },
      RowField("requested_by") { .text($0.requestedBy) },
      RowField("requested_at", "AT") { .timestamp($0.requestedAt) },
      RowField("expires", "UNTIL") { .timestamp($0.expires) },
      RowField("decided_by") { .text($0.decidedBy) },
      RowField("used_by") { .text($0.usedBy) },
      RowField("reason") { .text($0.reason) },
      RowField("value", "NEW VALUE") { .text($0.masked) },
    ]
  }

  func isSeen(by principal: Principal) -> Bool { !principal.seesOwnRequestsOnly || requestedBy == principal.name }

  func document(at time: Timestamp) -> Document {
    var document = Document("coins.approval/1")
    document.primary = "\(id)"
    for field in Self.fields(at: time) { document.field(field.column.key, field.cell(self)) }
    return document
  }
}

extension Principal {
  /// Whether they may ask and not approve, and so have no business with what others ask for.
  fileprivate var seesOwnRequestsOnly: Bool { role == .support }
}
