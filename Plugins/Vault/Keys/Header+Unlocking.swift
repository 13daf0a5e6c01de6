internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Something that a person or a service brings to open the vault with.
enum KeyMaterial: ~Copyable {
  case passphrase(SecretBytes)
  /// The 32 bytes of a key file or a systemd credential.
  case key(SecretBytes)
  /// The private key of an age identity, 32 bytes.
  case identity(SecretBytes)
}

extension Header {
  /// Opens a slot. With a passphrase, a key file or a credential nothing is trusted before its proof; an age identity
  /// has none, and opens what a stranger may have put there.
  /// - Throws: `VaultError.wrongKey` when no slot is for this key; `VaultError.parameters`, `VaultError.damaged`.
  func unlock(_ material: borrowing KeyMaterial, random: any RandomSource) throws -> LocalCustodian {
    switch material {
    case .passphrase(let passphrase):
      for slot in slots where slot.kind == .passphrase {
        if let opened = try unlock(slot, with: slot.secret(from: passphrase), random: random) { return opened }
      }
      throw VaultError.wrongKey("passphrase")
    case .key(let secret):
      guard secret.count == SecretBox.keySize else { throw VaultError.wrongKey("key file") }
      for slot in slots where slot.kind == .keyFile || slot.kind == .credential {
        if let opened = try unlock(slot, with: secret, random: random) { return opened }
      }
      throw VaultError.wrongKey("key file")
    case .identity(let key):
      for slot in slots where slot.kind == .recovery {
        if slot.isFor(key) { return try unlock(slot, key, random: random) }
      }
      throw VaultError.wrongKey("identity")
    }
  }

  /// Nil when the slot is for another secret.
  private func unlock(
    _ slot: Slot, with secret: borrowing SecretBytes, random: any RandomSource
  ) throws -> LocalCustodian? {
    let key = Slot.privateKey(from: secret)
    guard slot.isFor(key) else { return nil }
    guard constantTimeEqual(proof(for: slot, key: Slot.proofKey(from: secret)), slot.proof) else {
      throw VaultError.damaged("its header and slots were written without opening the vault")
    }
    return try unlock(slot, key, random: random)
  }

  private func unlock(
    _ slot: Slot, _ privateKey: borrowing SecretBytes, random: any RandomSource
  ) throws -> LocalCustodian {
    let master = try slot.open(privateKey, of: self)
    try requireCommitment(to: master)
    return LocalCustodian(master, vault: vault, generation: generation, random: random)
  }
}

extension Slot {
  /// Whether a private key is the one: its public key stands in the slot, so that a wrong one is known before any box
  /// is tried, and a box that opened with two keys would be useless.
  func isFor(_ privateKey: borrowing SecretBytes) -> Bool {
    constantTimeEqual(X25519.publicKey(of: privateKey), recipient)
  }
}
