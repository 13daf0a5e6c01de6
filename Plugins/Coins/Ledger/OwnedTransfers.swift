internal import CoinsContract
internal import QixModule

/// Keeps what people do in the ledger by hand off what belongs to other modules, which wouldn't learn of it: keys that
/// they have reserved, and transfers that belong to something of theirs.
final class OwnedTransfers {
  /// For the help of commands that ask it.
  static let discussion: Sentence = """
    Some transfers belong to a redemption, a referral or a running shake. They are refused here, and the message \
    names the command to use instead.
    """

  private let context: Context
  /// Found when they are needed, which for grants and spendings is never.
  private lazy var owners = TransferOwners(context.registry)
  private lazy var keys = ReservedKeys(context.registry)

  init(_ context: Context) { self.context = context }

  /// - Parameter hasOwnKey: whether the caller has given the key.
  /// - Throws: `CoinsError.owned`, `.reservedKey`, `KeyNotPlain`.
  func check(_ operation: Operation, hasOwnKey: Bool = true, in connection: Connection) throws {
    if hasOwnKey, let key = operation.key { try keys.check(key, in: connection) }
    // What was done before under its key is answered as it was then.
    guard let id = operation.related, try !KnownKeys.contains(operation.key, in: connection) else { return }
    let select = try connection.statement(
      """
      SELECT t.kind, a.asset, t.key, h.id FROM coins_transfers AS t JOIN coins_accounts AS a ON a.account = t.debit
      LEFT JOIN coins_transfers AS h ON h.transfer = t.related AND t.kind = \(TransferKind.capture.rawValue)
      WHERE t.id = ?1
      """)
    select.bind(id, at: 1)
    let found = try select.first { row in
      TouchedTransfer(
        id: id, kind: try Ledger.kind(row.integer(0)), asset: Asset(number: row.integer(1)), key: row.optionalText(2),
        hold: try row.optionalIdentifier(3), action: operation.kind)
    }
    // That there is none, the ledger says.
    guard let found, let claim = try owners.claim(found, in: connection, context: context) else { return }
    throw CoinsError.owned(id, claim)
  }
}
