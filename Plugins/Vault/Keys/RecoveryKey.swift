internal import QixCrypto
internal import QixKernel
internal import VaultContract

/// The age recipients that can open the vault.
enum RecoveryKey {
  /// The X25519 public key of `age1…`.
  static func publicKey(of recipient: String) throws -> [UInt8] {
    throw VaultError.malformed("recovery keys are not built in yet", hint: nil)
  }
}
