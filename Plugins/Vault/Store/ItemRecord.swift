internal import QixCrypto
internal import QixModule
internal import VaultContract

/// An item's row, and what the manifest says of it.
struct ItemRecord: Sendable, Equatable {
  /// A keyed hash of service and account.
  var name: [UInt8]
  let id: ItemID
  let itemClass: ItemClass
  /// The current one.
  var version: Int64
  /// A box with `ItemNames`.
  var names: [UInt8]
  /// The versions that are kept, the oldest first.
  var history: History
  let created: Timestamp
  var updated: Timestamp

  static let columns = "id, class, version, names, history, created_at, updated_at"

  /// Reads the columns above.
  init(_ row: Row, name: [UInt8]) throws {
    self.name = name
    id = try row["id"]
    guard let known = ItemClass(rawValue: row["class"]), let history = History(row["history"]) else {
      throw VaultError.damaged("item \(id) is of no known class, or its versions can't be read")
    }
    itemClass = known
    version = row["version"]
    names = row["names"]
    self.history = history
    created = row["created_at"]
    updated = row["updated_at"]
  }

  init(
    name: [UInt8], id: ItemID, itemClass: ItemClass, version: Int64, names: [UInt8], history: History,
    created: Timestamp, updated: Timestamp
  ) {
    self.name = name
    self.id = id
    self.itemClass = itemClass
    self.version = version
    self.names = names
    self.history = history
    self.created = created
    self.updated = updated
  }

  /// The place of the current version.
  var place: ItemPlace { place(of: version) }

  func place(of version: Int64) -> ItemPlace { ItemPlace(item: id, version: version, itemClass: itemClass) }

  /// The digest that the manifest keeps.
  func digest(key: borrowing SecretBytes) -> [UInt8] {
    var data = AssociatedData("qix-vault-row/1", capacity: 192 + names.count + history.bytes.count)
    data.append(id)
    data.append(itemClass.rawValue)
    data.append(version)
    data.append(name)
    data.append(names)
    data.append(history.bytes)
    data.append(created.microseconds)
    data.append(updated.microseconds)
    return BLAKE2b.mac(data.bytes, key: key)
  }
}

/// The versions of an item that are kept, with the digest of each: 8 bytes of the number and 32 of the digest.
struct History: Sendable, Equatable {
  private(set) var bytes: [UInt8] = []
  private static let size = 40

  init() {}

  /// Nil for what is no list, or not in order.
  init?(_ bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: Self.size), !bytes.isEmpty else { return nil }
    self.bytes = bytes
    var last: Int64 = 0
    for start in stride(from: 0, to: bytes.count, by: Self.size) {
      let number = number(at: start)
      guard number > last else { return nil }
      last = number
    }
  }

  private func number(at start: Int) -> Int64 {
    bytes.withUnsafeBytes { Int64(bigEndian: $0.loadUnaligned(fromByteOffset: start, as: Int64.self)) }
  }

  var versions: [Int64] { stride(from: 0, to: bytes.count, by: Self.size).map { number(at: $0) } }

  func digest(of version: Int64) -> [UInt8]? {
    guard let index = versions.firstIndex(of: version) else { return nil }
    return Array(bytes[index * Self.size + 8..<(index + 1) * Self.size])
  }

  mutating func append(_ version: Int64, digest: [UInt8]) {
    withUnsafeBytes(of: version.bigEndian) { bytes += $0 }
    bytes += digest
  }

  /// Forgets the oldest, so that so many are left.
  /// - Returns: those that are forgotten.
  mutating func keep(_ count: Int) -> [Int64] {
    let dropped = Array(versions.dropLast(count))
    bytes.removeFirst(dropped.count * Self.size)
    return dropped
  }
}

/// A version's row: the key that is its own, wrapped, and the secret.
struct VersionRecord: Sendable, Equatable {
  let place: ItemPlace
  var key: [UInt8]
  let box: [UInt8]
  let created: Timestamp

  static let boxFormat = "qix-vault-item/1"

  /// The digest that the item's history keeps.
  func digest(key manifestKey: borrowing SecretBytes) -> [UInt8] {
    var data = AssociatedData("qix-vault-version/1")
    data.append(place.item.bytes)
    data.append(place.itemClass.rawValue)
    data.append(place.version)
    data.append(key)
    data.append(box)
    data.append(created.microseconds)
    return BLAKE2b.mac(data.bytes, key: manifestKey)
  }
}
