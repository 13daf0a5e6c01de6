internal import QixCrypto
internal import QixShake
internal import VaultContract

/// The keys of receipts, subkeys of one that the vault keeps.
final class ReceiptKeys: Sendable {
  /// The name of the key that the vault keeps.
  static let name = "receipts"
  private let lookups: SecretBytes
  private let boxes: SecretBytes

  /// The numbers of the subkeys; one in use is never given another purpose.
  init(_ master: borrowing SecretBytes) {
    lookups = KeyDerivation.subkey(1, of: master, context: "receipts")
    boxes = KeyDerivation.subkey(2, of: master, context: "receipts")
  }

  /// Those of an open vault; nil where there are none yet.
  /// - Throws: `receiptshake.key-missing` if there are receipts, which must not go on under another key.
  static func find(_ store: any SecretStore, in connection: Connection) throws -> ReceiptKeys? {
    if let key = try store.keyIfMade(name, of: ReceiptShakeModule.id, in: connection) { return ReceiptKeys(key) }
    let isUsed = try connection.has("SELECT 1 FROM receiptshake_receipts LIMIT 1")
    if isUsed {
      throw Failure(
        "receiptshake.key-missing", .refused, "the vault doesn't have the key of the stored receipts",
        hint: "Restore the former vault from its export with `qix vault import FILE`.")
    }
    return nil
  }

  /// Those of this home, made where there are none yet, in a write transaction.
  static func make(_ store: any SecretStore, in connection: Connection) throws -> ReceiptKeys {
    try find(store, in: connection) ?? ReceiptKeys(store.key(name, of: ReceiptShakeModule.id, in: connection))
  }

  /// Makes those of this home where there are none yet, in a transaction of its own: the vault's agent would take the
  /// vault for set back if a key that it has seen were taken back with a shake that is refused.
  static func ensure(_ context: Context) throws {
    let store = try context.service(Secrets.store)
    guard try context.database.read({ try find(store, in: $0) }) == nil else { return }
    try context.database.write(Change("receiptshake.key")) { connection, _ in _ = try make(store, in: connection) }
  }

  /// Those of a home that has receipts.
  /// - Throws: `receiptshake.no-receipts`, or what `find` throws.
  static func open(_ context: Context) throws -> ReceiptKeys {
    let store = try context.service(Secrets.store)
    guard let keys = try context.database.read({ try find(store, in: $0) }) else {
      throw Failure(
        "receiptshake.no-receipts", .notFound, "no receipt has been submitted yet",
        hint: "Submit one with `qix shake receipt --user USER --image FILE`.")
    }
    return keys
  }

  /// Sixteen bytes that nobody computes without the vault.
  /// - Parameter purpose: what is hashed: hashes of two purposes never meet.
  func hash(_ purpose: String, _ parts: [String]) -> [UInt8] {
    var message = AssociatedData("qix-receipt-\(purpose)/1")
    for part in parts { message.append(part) }
    return BLAKE2b.mac(message.bytes, key: lookups, size: 16)
  }

  /// Eight bytes of such a hash.
  func number(_ purpose: String, _ text: String) -> UInt64 {
    hash(purpose, [text]).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  enum Content: String {
    case reading, picture
  }

  func seal(_ message: [UInt8], _ content: Content, of receipt: ReceiptID, random: any RandomSource) -> [UInt8] {
    message.withUnsafeBytes {
      SecretBox.seal($0, key: boxes, associated: Self.place(content, receipt), random: random)
    }
  }

  /// - Throws: `StorageError.corrupt` where the box is not the one that was put there.
  func open(_ box: [UInt8], _ content: Content, of receipt: ReceiptID) throws -> [UInt8] {
    let message = box.withUnsafeBytes {
      SecretBox.openPlain($0, key: boxes, associated: Self.place(content, receipt))
    }
    guard let message else {
      throw StorageError.corrupt("the \(content.rawValue) of receipt \(receipt) doesn't open under the vault's key")
    }
    return message
  }

  private static func place(_ content: Content, _ receipt: ReceiptID) -> AssociatedData {
    var place = AssociatedData("qix-receipt-\(content.rawValue)/1", capacity: 64)
    place.append(receipt)
    return place
  }
}
