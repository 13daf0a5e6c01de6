package import QixCrypto
package import QixKernel
package import QixStorage

/// An open vault, as modules see it. Making the service opens the vault, so ask for it before a
/// transaction begins: `context.service(Secrets.store)`.
///
/// Making it throws `VaultError.locked` (not allowed) where the vault is locked and nothing at hand opens it, and
/// `VaultError.absent` (not found) where there is none.
package protocol SecretStore: Sendable {
  /// A key of 32 bytes that belongs to a module; made at the first request, which must come in a write transaction.
  /// - Throws: `VaultError.noKeyYet` when it would have to be made in a transaction that only reads.
  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes

  /// The key, or nil where it was never made: for data that must not go on under a new one.
  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes?

  /// The secret of an item.
  /// - Parameter module: the id of the module that reads; the item's access list must name it. A denied read is
  ///   audited.
  /// - Throws: `VaultError.notFound`, `VaultError.denied`.
  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes
}

/// Takes out of the vault what a module has put in and needs no more. Making the service opens the vault, like that of
/// `SecretStore`.
package protocol SecretRemoving: Sendable {
  /// Removes a key that belongs to a module, in a write transaction.
  /// - Returns: whether it was there.
  func removeKey(_ name: String, of module: String, in connection: Connection) throws -> Bool
}

/// Opens the vault of a database only where that takes no asking, for checks. Making the service opens nothing.
package protocol SecretInspecting: Sendable {
  /// - Parameter database: the context's, or a copy such as a backup.
  /// - Returns: nil where the vault is locked, or there is none.
  func store(of database: Database) throws -> (any SecretStore)?

  /// The names of the keys that belong to a module.
  /// - Returns: nil where the vault is locked, or there is none.
  func keyNames(of module: String, in database: Database) throws -> [String]?

  /// Whether the database has a vault, open or not.
  func isThere(in database: Database) throws -> Bool
}

/// The secrets that the vault module keeps.
package enum Secrets {
  package static let store = ServiceKey<any SecretStore>("vault.secrets")
  package static let removal = ServiceKey<any SecretRemoving>("vault.removal")
  package static let inspection = ServiceKey<any SecretInspecting>("vault.inspection")
}
