package import QixModule
package import VaultContract

extension IdentityModule: KeyedDataHolding {
  /// Looks for what users have told of themselves, under keys of their own that one of the vault wraps.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let users: Int64 = try connection.fetchOne("SELECT count(*) FROM identity_keys") ?? 0
    return users == 0 ? [] : [KeyedData("personal data of \(users.counted("user"))", of: id, keys: [UserKeys.name])]
  }
}
