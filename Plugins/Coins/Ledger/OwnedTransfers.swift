internal import CoinsContract
internal import QixKernel
internal import QixStorage

/// Keeps what people do to transfers by hand off those that belong to something in another module, which wouldn't learn
/// of it. Grants and spendings name no transfer and aren't looked at.
final class OwnedTransfers {
  /// For the help of commands that ask it.
  static let discussion = """
    What belongs to a redemption, a referral or a shake under way is refused, with the command that does it there.
    """

  private let context: Context
  /// Found when they are needed, which for grants and spendings is never.
  private lazy var owners = TransferOwners(context.registry)

  init(_ context: Context) { self.context = context }

  /// - Throws: `CoinsError.owned`.
  func check(_ operation: Operation, in connection: Connection) throws {
    // What was done before under its key is answered as it was then.
    guard let id = operation.related, try !Ledger.isKnown(operation.key, in: connection) else { return }
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
