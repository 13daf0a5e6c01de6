internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// A transfer as people see it.
struct Record: Sendable {
  let number: Int64
  let id: TransferID
  let kind: TransferKind
  let from: AccountReference
  let to: AccountReference
  let amount: Int64
  let at: Timestamp
  let expires: Timestamp?
  /// The hold or the original.
  let related: TransferID?
  let reason: String?
  let metadata: String?
  let key: String?

  /// What people call its kind: merges are told from other transfers by their keys, which nothing else can have.
  var name: String {
    kind == .transfer && key?.hasPrefix(Ledger.mergeKey) ?? false ? Self.merge : kind.name
  }

  static let merge = "merge"
}

/// Reads transfers with the names of their accounts.
enum Records {
  static let columns = """
    t.transfer, t.id, t.kind, d.kind, d.owner, d.name, c.kind, c.owner, c.name, t.amount, t.at, t.expires_at,
    (SELECT r.id FROM coins_transfers AS r WHERE r.transfer = t.related), n.reason, n.metadata, t.key
    """

  static let columnCount = 16

  static let joins = """
    JOIN coins_accounts AS d ON d.account = t.debit
    JOIN coins_accounts AS c ON c.account = t.credit
    LEFT JOIN coins_details AS n ON n.details = t.details
    """

  static func find(_ id: TransferID, in connection: Connection) throws -> Record? {
    try connection.first(
      "SELECT \(columns) FROM coins_transfers AS t \(joins) WHERE t.id = ?1", .id(id), read: read)
  }

  /// - Parameter row: begins with `columns`.
  static func read(_ row: Row) throws -> Record {
    Record(
      number: row.integer(0), id: try row.identifier(1), kind: try Ledger.kind(row.integer(2)),
      from: try account(row, 3), to: try account(row, 6), amount: row.integer(9), at: row.time(10),
      expires: row.optionalTime(11), related: try row.optionalIdentifier(12),
      reason: row.optionalText(13), metadata: row.optionalText(14), key: row.optionalText(15))
  }

  /// - Parameter column: of an account's kind; owner and name follow.
  static func account(_ row: Row, _ column: Int) throws -> AccountReference {
    switch AccountKind(rawValue: row.integer(column)) {
    case .wallet?: .wallet(try row.identifier(column + 1))
    case .budget?: .budget(row.text(column + 2))
    case .issuer?: .issuer
    case .redeemed?: .redeemed
    case .expired?: .expired
    case nil: throw StorageError.corrupt("an account is of no known kind")
    }
  }
}
