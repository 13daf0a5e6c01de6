internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The vault as one transaction sees it: nothing is read from it that the manifest doesn't vouch for.
///
/// After a change, call `commit` before the transaction ends.
struct VaultState {
  let vault: OpenVault
  let connection: Connection
  var header: Header
  var manifest: Manifest
  /// The buckets that were found to be what the manifest says.
  var checked = BucketSet()
  /// The buckets that have changed since.
  var changed = BucketSet()

  /// Checks header and manifest.
  /// - Throws: `VaultError.absent`, `.staleKeys`, `.damaged`, `.rolledBack`.
  init(_ vault: OpenVault, in connection: Connection) throws {
    guard let header = try Header.read(in: connection) else { throw VaultError.absent }
    guard header.vault == vault.id, header.generation == vault.custodian.generation else {
      throw VaultError.staleKeys
    }
    guard header.isAuthentic(key: vault.manifest) else {
      throw VaultError.damaged("its header or a slot was altered, added or removed")
    }
    guard let manifest = try Manifest(in: connection), manifest.isAuthentic(header, key: vault.manifest) else {
      throw VaultError.damaged("its manifest is missing, altered, or from another time")
    }
    guard manifest.counter >= vault.custodian.seenCounter else {
      throw VaultError.rolledBack(counter: manifest.counter, seen: vault.custodian.seenCounter)
    }
    vault.custodian.remember(counter: manifest.counter)
    self.vault = vault
    self.connection = connection
    self.header = header
    self.manifest = manifest
  }

  /// Makes the state of a vault that is being made, before its header is there.
  init(new vault: OpenVault, _ header: Header, in connection: Connection) {
    self.vault = vault
    self.connection = connection
    self.header = header
    manifest = Manifest()
  }

  /// The item of a service and account; nil when there is none, which the manifest vouches for too.
  mutating func find(service: String, account: String) throws -> ItemRecord? {
    try find(name: vault.nameHash(service: service, account: account))
  }

  private mutating func find(name: [UInt8]) throws -> ItemRecord? {
    try requireSound(name[0])
    let entry = try connection.fetchOne("SELECT item, digest FROM vault_entries WHERE name = \(name)") { row in
      (item: try row["item"] as ItemID, digest: row["digest"] as [UInt8])
    }
    guard let entry else { return nil }
    let record = try connection.fetchOne("SELECT \(sql: ItemRecord.columns) FROM vault_items WHERE id = \(entry.item)")
    { try ItemRecord($0, name: name) }
    guard let record else { throw VaultError.damaged("item \(entry.item) is missing") }
    try entry.digest.withUnsafeBytes { try require(record, digest: $0) }
    return record
  }

  /// The item of an id; nil when there is none.
  mutating func find(_ item: ItemID) throws -> ItemRecord? {
    let name: [UInt8]? = try connection.fetchOne("SELECT name FROM vault_entries WHERE item = \(item)")
    guard let name, name.count == 32 else { return nil }
    return try find(name: name)
  }

  private func require(_ record: ItemRecord, digest: UnsafeRawBufferPointer) throws {
    guard record.digest(key: vault.manifest).withUnsafeBytes({ constantTimeEqual($0, digest) }) else {
      throw VaultError.damaged("item \(record.id) was altered, or set back to an earlier state")
    }
  }

  /// Makes sure that the entries of a bucket are those that the manifest knows.
  mutating func requireSound(_ bucket: UInt8) throws {
    guard !checked.contains(bucket) else { return }
    guard try constantTimeEqual(digest(of: bucket), manifest[bucket]) else {
      throw VaultError.damaged("items were added, removed, swapped or set back by another program")
    }
    checked.insert(bucket)
  }

  func digest(of bucket: UInt8) throws -> [UInt8] {
    // Every name that begins with the byte lies from it alone to it and 31 times the greatest.
    let low = [bucket]
    let high = [bucket] + [UInt8](repeating: 0xFF, count: 31)
    var digest = BucketDigest(bucket)
    try connection.forEach(
      "SELECT name, item, digest FROM vault_entries WHERE name >= \(low) AND name <= \(high) ORDER BY name"
    ) { row in digest.append(name: row.bytes("name"), item: try row["item"], digest: row.bytes("digest")) }
    return digest.finish(key: vault.manifest)
  }

  /// A version as it is stored, found to be the one that the item knows; nil when it isn't kept.
  func stored(_ version: Int64, of record: ItemRecord) throws -> VersionRecord? {
    guard let expected = record.history.digest(of: version) else { return nil }
    let found = try connection.fetchOne(
      "SELECT key, box, created_at FROM vault_versions WHERE item = \(record.id) AND version = \(version)"
    ) { VersionRecord(place: record.place(of: version), key: $0["key"], box: $0["box"], created: $0["created_at"]) }
    guard let found, constantTimeEqual(found.digest(key: vault.manifest), expected) else {
      throw VaultError.damaged("version \(version) of item \(record.id) is missing, altered, or another one")
    }
    return found
  }

  /// The secret of a version; of the current one unless told otherwise.
  /// - Throws: `VaultError.notFound` for a version that isn't kept.
  func secret(of record: ItemRecord, version: Int64? = nil) throws -> SecretBytes {
    guard let stored = try stored(version ?? record.version, of: record) else {
      throw VaultError.notFound("version \(version ?? record.version) of this item")
    }
    return try vault.open(stored)
  }

  /// Every item, in the order of the hashes of their names, found to be what the manifest says.
  mutating func forEach(_ body: (ItemRecord) throws -> Void) throws {
    var bucket: UInt8 = 0
    var digest = BucketDigest(0)
    var count: Int64 = 0
    let key = vault
    let manifest = manifest
    func end() throws {
      guard constantTimeEqual(digest.finish(key: key.manifest), manifest[bucket]) else {
        throw VaultError.damaged("items were added, removed, swapped or set back by another program")
      }
    }
    try connection.forEach(
      """
      SELECT e.name, e.item, e.digest, i.id, i.class, i.version, i.names, i.history, i.created_at, i.updated_at
      FROM vault_entries e LEFT JOIN vault_items i ON i.id = e.item ORDER BY e.name
      """
    ) { row in
      let name: [UInt8] = row["name"]
      guard name.count == 32 else { throw VaultError.damaged("an entry has no name") }
      while bucket < name[0] {
        try end()
        bucket += 1
        digest = BucketDigest(bucket)
      }
      let item: ItemID = try row["item"]
      digest.append(name: row.bytes("name"), item: item, digest: row.bytes("digest"))
      guard row.bytes("id").count == 16 else { throw VaultError.damaged("item \(item) is missing") }
      let record = try ItemRecord(row, name: name)
      try require(record, digest: row.bytes("digest"))
      count += 1
      try body(record)
    }
    while true {
      try end()
      guard bucket < 255 else { break }
      bucket += 1
      digest = BucketDigest(bucket)
    }
    guard count == manifest.items else {
      throw VaultError.damaged("it has \(count.counted("item")) instead of \(manifest.items)")
    }
    checked = .all
  }

  func names(of record: ItemRecord) throws -> ItemNames { try vault.names(of: record) }
}
