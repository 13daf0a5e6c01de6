import QixCrypto
import QixKernel
import QixStorage
import VaultContract

/// A vault that is always open and keeps the same key.
struct OpenStore: SecretStore {
  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes {
    var bytes = Array(repeating: UInt8(7), count: 32)
    return SecretBytes(wiping: &bytes)
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes? {
    try key(name, of: module, in: connection)
  }

  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes {
    throw VaultError.notFound("item")
  }
}
