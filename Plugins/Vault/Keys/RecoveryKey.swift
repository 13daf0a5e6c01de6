internal import QixAge
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The age identities that can open the vault.
enum RecoveryKey {
  static let input = SecretInput(
    "identity", "the age identity of a recovery key", limit: 65_536, takesStandardInput: false)

  /// The X25519 public key of `age1…`.
  /// - Throws: `AgeError.recipient`.
  static func publicKey(of recipient: String) throws -> [UInt8] { try AgeRecipient(recipient).key }

  /// Opens the vault with the identity among those of a file for which it has a recovery key.
  /// - Throws: `VaultError.wrongKey` when there is none.
  static func unlock(
    _ header: Header, with file: borrowing SecretBytes, random: any RandomSource
  ) throws -> LocalCustodian {
    for identity in try AgeIdentity.all(in: file)
    where header.slots.contains(where: { $0.kind == .recovery && $0.recipient == identity.recipient.key }) {
      return try identity.withKey { try header.unlock(.identity($0.copy()), random: random) }
    }
    throw VaultError.wrongKey("identity")
  }
}
