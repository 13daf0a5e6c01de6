internal import QixCrypto
internal import QixModule
internal import VaultContract

/// An open vault: a custodian, and the keys that this process works with.
final class OpenVault: Sendable {
  let custodian: any KeyCustodian
  let index: SecretBytes
  let names: SecretBytes
  let manifest: SecretBytes
  let clock: any Clock
  let random: any RandomSource

  var id: VaultID { custodian.vault }

  init(_ custodian: any KeyCustodian, clock: any Clock, random: any RandomSource) throws {
    self.custodian = custodian
    self.clock = clock
    self.random = random
    index = try custodian.subkey(.index)
    names = try custodian.subkey(.names)
    manifest = try custodian.subkey(.manifest)
  }

  /// Opens the vault of a context with what is at hand. Not to be called inside a transaction.
  convenience init(_ context: Context) throws {
    try self.init(VaultOpening(context: context).open(), clock: context.clock, random: context.random)
  }

  /// The keyed hash by which an item is found, so that a reader of the file can't try names.
  func nameHash(service: String, account: String) -> [UInt8] {
    var data = AssociatedData("qix-vault-name/1")
    data.append(service)
    data.append(account)
    return BLAKE2b.mac(data.bytes, key: index)
  }

  private static let namesFormat = "qix-vault-names/1"

  func seal(_ names: ItemNames, at place: ItemPlace) -> [UInt8] {
    names.encoded.withUnsafeBytes {
      SecretBox.seal($0, key: self.names, associated: place.associated(Self.namesFormat, in: id), random: random)
    }
  }

  func names(of record: ItemRecord) throws -> ItemNames {
    let opened = record.names.withUnsafeBytes {
      SecretBox.openPlain($0, key: names, associated: record.place.associated(Self.namesFormat, in: id))
    }
    guard let opened, let names = ItemNames(encoded: opened) else {
      throw VaultError.damaged("the names of item \(record.id) are not its own")
    }
    return names
  }

  /// Encrypts a secret under a new key.
  func seal(_ secret: borrowing SecretBytes, at place: ItemPlace) throws -> VersionRecord {
    let key = SecretBytes.random(count: SecretBox.keySize, from: random)
    let padded = SizeClass.pad(secret)
    let box = SecretBox.seal(
      padded, key: key, associated: place.associated(VersionRecord.boxFormat, in: id), random: random)
    return VersionRecord(place: place, key: try custodian.wrap(key, for: place), box: box, created: clock.now())
  }

  func open(_ version: VersionRecord) throws -> SecretBytes {
    let key = try custodian.unwrap(version.key, for: version.place)
    let associated = version.place.associated(VersionRecord.boxFormat, in: id)
    guard let padded = SecretBox.open(version.box, key: key, associated: associated),
      let secret = SizeClass.unpad(padded)
    else { throw VaultError.damaged("the secret of item \(version.place.item) is not its own") }
    return secret
  }
}
