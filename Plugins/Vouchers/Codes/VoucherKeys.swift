internal import QixCrypto
internal import QixModule
internal import VaultContract
internal import VouchersContract

/// The keys of vouchers, subkeys of one that the vault keeps.
final class VoucherKeys: Sendable {
  /// The name of the key that the vault keeps.
  static let name = "vouchers"

  private let lookups: SecretBytes
  private let boxes: SecretBytes
  /// The seed of the key that signs.
  let seed: SecretBytes

  /// The numbers of the subkeys; one in use is never given another purpose.
  private init(_ master: borrowing SecretBytes) {
    lookups = KeyDerivation.subkey(1, of: master, context: "vouchers")
    boxes = KeyDerivation.subkey(2, of: master, context: "vouchers")
    seed = KeyDerivation.subkey(3, of: master, context: "vouchers")
  }

  /// The keys of an open vault; nil where there are none yet.
  /// - Throws: `VoucherError.keyMissing` where there are vouchers, which must not go on under another key.
  static func find(_ store: any SecretStore, in connection: Connection) throws -> VoucherKeys? {
    if let key = try store.keyIfMade(name, of: VouchersModule.id, in: connection) { return VoucherKeys(key) }
    let isUsed = try connection.has("SELECT 1 FROM vouchers_series LIMIT 1")
    if isUsed { throw VoucherError.keyMissing }
    return nil
  }

  /// The keys of this home, made where there are none yet. In a transaction of its own, before that of the work begins: the
  /// vault's agent would take the vault for set back if a key that it has seen were taken back with the work.
  /// - Parameter isDryRun: makes none; temporary ones will do then.
  static func open(_ context: Context, isDryRun: Bool) throws -> VoucherKeys {
    let store = try context.service(Secrets.store)
    if let keys = try context.database.read({ try find(store, in: $0) }) { return keys }
    if isDryRun { return VoucherKeys(SecretBytes.random(count: KeyDerivation.keySize, from: context.random)) }
    return try context.database.write(Change("vouchers.key")) { connection, _ in
      if let keys = try find(store, in: connection) { return keys }
      return VoucherKeys(try store.key(name, of: VouchersModule.id, in: connection))
    }
  }

  /// The key to check signatures: 32 bytes, and no secret.
  var publicKey: [UInt8] { Ed25519.SigningKey(seed: seed).publicKey }

  /// The hash that a folded code is found by: sixteen bytes, which can't be computed without the vault.
  func hash(_ code: VoucherCode) -> [UInt8] { BLAKE2b.mac(code.bytes, key: lookups, size: 16) }

  func seal(_ code: VoucherCode, _ id: VoucherID, of series: SeriesID, random: any RandomSource) -> [UInt8] {
    code.bytes.withUnsafeBytes {
      SecretBox.seal($0, key: boxes, associated: Self.place(id, series), random: random)
    }
  }

  /// - Throws: `StorageError.corrupt` where the box is not the one that was put there.
  func open(_ box: [UInt8], _ id: VoucherID, of series: SeriesID) throws -> VoucherCode {
    let code = box.withUnsafeBytes { SecretBox.openPlain($0, key: boxes, associated: Self.place(id, series)) }
    guard let code else {
      throw StorageError.corrupt("the code of voucher \(id) doesn't open in its place under the vault's key")
    }
    return VoucherCode(unchecked: code)
  }

  private static func place(_ id: VoucherID, _ series: SeriesID) -> AssociatedData {
    var place = AssociatedData("qix-voucher/1", capacity: 80)
    place.append(id)
    place.append(series)
    return place
  }
}
