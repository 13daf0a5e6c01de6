internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Holds the master key in this process.
final class LocalCustodian: KeyCustodian {
  let vault: VaultID
  let generation: Int64
  let seenCounter: Int64 = 0
  private let master: SecretBytes
  private let random: any RandomSource

  /// - Parameter master: 32 bytes that were checked against the header's commitment.
  init(_ master: consuming SecretBytes, vault: VaultID, generation: Int64, random: any RandomSource) {
    precondition(master.count == SecretBox.keySize)
    self.master = master
    self.vault = vault
    self.generation = generation
    self.random = random
  }

  func subkey(_ purpose: Subkey) -> SecretBytes { KeyWrap.subkey(purpose, of: master) }

  func wrap(_ itemKey: borrowing SecretBytes, for place: ItemPlace) -> [UInt8] {
    KeyWrap.wrap(itemKey, for: place, in: vault, master: master, random: random)
  }

  func unwrap(_ box: [UInt8], for place: ItemPlace) throws -> SecretBytes {
    guard let key = KeyWrap.unwrap(box, for: place, in: vault, master: master) else {
      throw VaultError.damaged("the key of an item doesn't belong to it")
    }
    return key
  }

  func remember(counter: Int64) {}

  /// For what hands the master key on: slots, and the agent.
  func withMaster<Result: ~Copyable>(_ body: (borrowing SecretBytes) throws -> Result) rethrows -> Result {
    try body(master)
  }
}
