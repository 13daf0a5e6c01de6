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
  /// What it was for, where that was looked up and a module knows it.
  var purpose: TransferPurpose?

  /// What people call its kind: merges are told from other transfers by their keys, which nothing else can have.
  var name: String {
    kind == .transfer && key?.hasPrefix(Ledger.mergeKey) ?? false ? Self.merge : kind.name
  }

  static let merge = "merge"
}

extension [Field<Record>] {
  /// What a movement was for, in answers that are read by programs: people read it from the key and the reason.
  static var purpose: [Field<Record>] {
    [
      Field("subject", .id, for: .trace, shown: { _ in false }) { $0.purpose?.subject },
      Field("purpose", .text, for: .trace, shown: { _ in false }) { $0.purpose?.title },
    ]
  }
}

/// Asks the modules in force what transfers were for.
struct TransferPurposes {
  private let modules: [any TransferNaming.Type]
  private let context: Context

  init(_ context: Context) {
    modules = context.registry.modules.compactMap { $0 as? any TransferNaming.Type }
    self.context = context
  }

  func named(_ record: Record, in connection: Connection) throws -> Record {
    var named = record
    // What was given back was for what it had been taken for.
    let key =
      if record.kind == .reverse, let original = record.related {
        try connection.fetchOne("SELECT key FROM coins_transfers WHERE id = \(original)") as String?
      } else { record.key }
    guard let key else { return named }
    for module in modules where named.purpose == nil {
      named.purpose = try module.purpose(of: key, in: connection, context: context)
    }
    return named
  }
}

/// Reads transfers with the names of their accounts.
enum Records {
  static let columns = """
    t.transfer, t.id, t.kind, d.kind AS from_kind, d.owner AS from_owner, d.name AS from_name, c.kind AS to_kind,
    c.owner AS to_owner, c.name AS to_name, t.amount, t.at, t.expires_at,
    (SELECT r.id FROM coins_transfers AS r WHERE r.transfer = t.related) AS related, n.reason, n.metadata, t.key
    """

  static let joins = """
    JOIN coins_accounts AS d ON d.account = t.debit
    JOIN coins_accounts AS c ON c.account = t.credit
    LEFT JOIN coins_details AS n ON n.details = t.details
    """

  static func find(_ id: TransferID, in connection: Connection) throws -> Record? {
    try connection.fetchOne("SELECT \(sql: columns) FROM coins_transfers AS t \(sql: joins) WHERE t.id = \(id)", read)
  }

  /// The same operation a moment before, still standing: among the newest transfers alone, since no index leads to it.
  static func twin(of id: TransferID, at now: Timestamp, in connection: Connection) throws -> Twin? {
    let earlier: TransferID? = try connection.fetchOne(
      """
      SELECT t.id FROM coins_transfers AS o JOIN coins_transfers AS t
        ON t.transfer < o.transfer AND t.transfer >= o.transfer - 1000 AND t.fingerprint = o.fingerprint
      WHERE o.id = \(id) AND NOT EXISTS (
        SELECT 1 FROM coins_transfers AS r WHERE r.related = t.transfer
          AND r.kind IN (\(TransferKind.void.rawValue), \(TransferKind.reverse.rawValue)))
      ORDER BY t.transfer DESC LIMIT 1
      """)
    return earlier.flatMap { Twin("\($0)", at: $0.created, now: now) }
  }

  /// - Parameter row: has `columns`.
  static func read(_ row: Row) throws -> Record {
    Record(
      number: row["transfer"], id: try row["id"], kind: try Ledger.kind(row["kind"]), from: try payer(row),
      to: try payee(row), amount: row["amount"], at: row["at"], expires: row["expires_at"], related: try row["related"],
      reason: row["reason"], metadata: row["metadata"], key: row["key"])
  }

  static func payer(_ row: Row) throws -> AccountReference {
    try account(row, kind: "from_kind", owner: "from_owner", name: "from_name")
  }

  static func payee(_ row: Row) throws -> AccountReference {
    try account(row, kind: "to_kind", owner: "to_owner", name: "to_name")
  }

  /// By the columns that hold an account's kind, owner and name.
  static func account(
    _ row: Row, kind: StaticString = "kind", owner: StaticString = "owner", name: StaticString = "name"
  ) throws -> AccountReference {
    switch AccountKind(rawValue: row[kind]) {
    case .wallet?: .wallet(try row[owner])
    case .budget?: .budget(row[name])
    case .issuer?: .issuer
    case .redeemed?: .redeemed
    case .expired?: .expired
    case nil: throw StorageError.corrupt("an account is of no known kind")
    }
  }
}
