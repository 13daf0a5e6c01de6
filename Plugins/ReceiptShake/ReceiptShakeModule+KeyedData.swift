package import QixShake
package import VaultContract

extension ReceiptShakeModule: KeyedDataHolding {
  /// Looks for receipts, which are known again by a key of the vault.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let receipts: Int64 = try connection.fetchOne("SELECT count(*) FROM receiptshake_receipts") ?? 0
    return receipts == 0 ? [] : [KeyedData(receipts.counted("receipt"), of: id, keys: [ReceiptKeys.name])]
  }
}
