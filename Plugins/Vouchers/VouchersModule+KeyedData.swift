package import QixModule
package import VaultContract

extension VouchersModule: KeyedDataHolding {
  /// Looks for codes of vouchers, which are found and read by keys of the vault.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    guard try connection.has("SELECT 1 FROM vouchers_series LIMIT 1") else { return [] }
    let vouchers: Int64 = try connection.fetchOne("SELECT count(*) FROM vouchers_vouchers") ?? 0
    return [KeyedData(vouchers.counted("voucher"), of: id, keys: [VoucherKeys.name])]
  }
}
