internal import QixCrypto
internal import QixModule

/// Holds the master key of an open vault, in this process (`LocalCustodian`) or in another (the agent), and does with
/// it what needs it. The master key and the key that wraps item keys never leave it.
protocol KeyCustodian: Sendable {
  /// The vault that it opens.
  var vault: VaultID { get }
  /// The generation of its master key: `rotate` makes the next one. A vault of another generation is not its own.
  var generation: Int64 { get }
  /// The greatest count of changes seen of this vault before this custodian was asked; 0 where none is remembered. A
  /// vault with a smaller count was set back.
  ///
  /// It is fetched when the vault is opened and before a transaction begins, so that a count read later can't be
  /// smaller by another process's doing.
  var seenCounter: Int64 { get }

  /// 32 bytes for a purpose.
  func subkey(_ purpose: Subkey) throws -> SecretBytes
  /// Encrypts the key of an item's version for that place alone.
  /// - Parameter itemKey: 32 bytes.
  /// - Returns: `KeyWrap.size` bytes.
  func wrap(_ itemKey: borrowing SecretBytes, for place: ItemPlace) throws -> [UInt8]
  /// The key of an item's version.
  /// - Throws: `VaultError.damaged` when the box belongs to another place, or was altered.
  func unwrap(_ box: [UInt8], for place: ItemPlace) throws -> SecretBytes
  /// Keeps the count of changes of a state that was read and found whole, and is committed.
  func remember(counter: Int64)
}

/// The purposes of keys derived from the master key. The numbers are those of `crypto_kdf`, and for ever.
///
/// The wrapping key (1), the commitment (7) and what keeps the slots' proof keys (8) are not among them: only
/// custodians have those.
enum Subkey: UInt64, Sendable, CaseIterable {
  /// Finds items by a keyed hash of service and account.
  case index = 2
  /// Encrypts names: service, account, label, access list.
  case names = 3
  /// Authenticates the header, the rows and the manifest.
  case manifest = 4
  /// Is for hashes in the audit log.
  case audit = 5
}

/// Uses of the master key itself, common to all custodians.
enum KeyWrap {
  /// Bytes of a wrapped item key.
  static let size = SecretBox.keySize + SecretBox.overhead
  static let format = "qix-vault-key/1"
  /// The context of `crypto_kdf`.
  static let context: StaticString = "qixvault"
  private static let wrappingKey: UInt64 = 1
  private static let commitmentKey: UInt64 = 7
  private static let proofKeys: UInt64 = 8

  static func subkey(_ purpose: Subkey, of master: borrowing SecretBytes) -> SecretBytes {
    KeyDerivation.subkey(purpose.rawValue, of: master, context: context)
  }

  static func wrap(
    _ itemKey: borrowing SecretBytes, for place: ItemPlace, in vault: VaultID, master: borrowing SecretBytes,
    random: any RandomSource
  ) -> [UInt8] {
    let key = KeyDerivation.subkey(wrappingKey, of: master, context: context)
    return SecretBox.seal(itemKey, key: key, associated: place.associated(format, in: vault), random: random)
  }

  /// Nil when the box belongs to another place, or was altered.
  static func unwrap(
    _ box: [UInt8], for place: ItemPlace, in vault: VaultID, master: borrowing SecretBytes
  ) -> SecretBytes? {
    guard box.count == size else { return nil }
    let key = KeyDerivation.subkey(wrappingKey, of: master, context: context)
    return SecretBox.open(box, key: key, associated: place.associated(format, in: vault))
  }

  /// Encrypts the proof keys of slots.
  static func proofSealingKey(of master: borrowing SecretBytes) -> SecretBytes {
    KeyDerivation.subkey(proofKeys, of: master, context: context)
  }

  /// Stands in the header for the one master key that fits. Its preimage resistance hides the key, its collision
  /// resistance makes that no other key fits.
  static func commitment(to master: borrowing SecretBytes, vault: VaultID, generation: Int64) -> [UInt8] {
    let key = KeyDerivation.subkey(commitmentKey, of: master, context: context)
    var data = AssociatedData("qix-vault-commitment/1")
    data.append(vault.bytes)
    data.append(generation)
    return BLAKE2b.mac(data.bytes, key: key)
  }
}
