internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Authenticates the whole vault: a count of changes, and a digest for each of 256 buckets of items.
///
/// An item is in the bucket that its name's hash begins with. Reading one item checks its bucket, a 256th of all, and
/// so finds at once that a row was swapped, removed or set back; a change computes one bucket again.
struct Manifest: Sendable, Equatable {
  static let bucketCount = 256
  private static let digestSize = 32

  /// Changes since the vault was made.
  var counter: Int64
  var items: Int64
  private(set) var buckets: [UInt8]
  private(set) var mac: [UInt8] = []

  /// Makes the manifest of a vault without items.
  init() {
    counter = 0
    items = 0
    buckets = [UInt8](repeating: 0, count: Self.bucketCount * Self.digestSize)
  }

  /// Reads the manifest; nil when there is none.
  init?(in connection: Connection) throws {
    let row = try connection.fetchOne("SELECT counter, items, buckets, mac FROM vault_manifest WHERE row = 1") {
      (
        counter: $0["counter"] as Int64, items: $0["items"] as Int64, buckets: $0["buckets"] as [UInt8],
        mac: $0["mac"] as [UInt8]
      )
    }
    guard let row, row.buckets.count == Self.bucketCount * Self.digestSize else { return nil }
    (counter, items, buckets, mac) = row
  }

  subscript(bucket: UInt8) -> [UInt8] {
    get { Array(buckets[Int(bucket) * Self.digestSize..<(Int(bucket) + 1) * Self.digestSize]) }
    set { buckets.replaceSubrange(Int(bucket) * Self.digestSize..<(Int(bucket) + 1) * Self.digestSize, with: newValue) }
  }

  func isAuthentic(_ header: Header, key: borrowing SecretBytes) -> Bool {
    constantTimeEqual(authentication(header, key: key), mac)
  }

  /// Counts the change and takes the place of the one that is there.
  mutating func write(_ header: Header, key: borrowing SecretBytes, in connection: Connection) throws {
    counter += 1
    mac = authentication(header, key: key)
    try connection.execute(
      """
      INSERT INTO vault_manifest (row, counter, items, buckets, mac)
      VALUES (1, \(counter), \(items), \(buckets), \(mac))
      ON CONFLICT (row) DO UPDATE SET counter = excluded.counter, items = excluded.items, buckets = excluded.buckets,
        mac = excluded.mac
      """)
  }

  /// The header's own authentication is part of it, so that an older header doesn't fit a newer manifest.
  private func authentication(_ header: Header, key: borrowing SecretBytes) -> [UInt8] {
    var data = AssociatedData("qix-vault-manifest/1")
    data.append(header.vault.bytes)
    data.append(header.generation)
    data.append(header.mac)
    data.append(counter)
    data.append(items)
    data.append(buckets)
    return BLAKE2b.mac(data.bytes, key: key)
  }
}

/// The data over which the manifest's buckets are computed.
struct BucketDigest {
  private var data: AssociatedData
  private(set) var count = 0

  init(_ bucket: UInt8) {
    data = AssociatedData("qix-vault-bucket/1")
    data.append(Int64(bucket))
  }

  /// In the order of the names' hashes.
  mutating func append(name: UnsafeRawBufferPointer, item: ItemID, digest: UnsafeRawBufferPointer) {
    data.append(name)
    data.append(item)
    data.append(digest)
    count += 1
  }

  /// Zeros where there is nothing in it.
  func finish(key: borrowing SecretBytes) -> [UInt8] {
    count == 0 ? [UInt8](repeating: 0, count: 32) : BLAKE2b.mac(data.bytes, key: key)
  }
}
