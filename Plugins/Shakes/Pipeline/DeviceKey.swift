internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Makes of what a device calls itself what is kept of it: a keyed hash that nobody can compute without the vault.
final class DeviceKey {
  private var key: SecretBytes?

  /// - Returns: 16 bytes.
  func hash(_ device: String, _ secrets: any SecretStore, in connection: Connection) throws -> [UInt8] {
    if key == nil { key = try secrets.key("devices", of: ShakesModule.id, in: connection) }
    switch key {
    case .some(let key): return BLAKE2b.mac(Array(device.utf8), key: key, size: 16)
    case nil: preconditionFailure("a key that was just fetched is there")
    }
  }
}
