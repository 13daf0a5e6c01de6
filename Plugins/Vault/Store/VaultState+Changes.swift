internal import QixCrypto
internal import QixModule
internal import VaultContract

extension VaultState {
  /// Puts a new item in.
  mutating func insert(
    _ names: ItemNames, _ itemClass: ItemClass, _ secret: borrowing SecretBytes
  ) throws -> ItemRecord {
    let name = vault.nameHash(service: names.service, account: names.account)
    try requireSound(name[0])
    var generator = IdentifierGenerator(random: vault.random)
    let now = vault.clock.now()
    let place = ItemPlace(item: generator.next(at: now), version: 1, itemClass: itemClass)
    var record = ItemRecord(
      name: name, id: place.item, itemClass: itemClass, version: 1, names: vault.seal(names, at: place),
      history: History(), created: now, updated: now)
    let version = try vault.seal(secret, at: place)
    record.history.append(1, digest: version.digest(key: vault.manifest))
    try connection.execute(
      """
      INSERT INTO vault_items (\(sql: ItemRecord.columns))
      VALUES (\(record.id), \(itemClass.rawValue), 1, \(record.names), \(record.history.bytes), \(now), \(now))
      """)
    try insert(version)
    try enter(record)
    return record
  }

  /// Puts an item's entry into the manifest.
  mutating func enter(_ record: ItemRecord) throws {
    try connection.execute(
      """
      INSERT INTO vault_entries (name, item, digest)
      VALUES (\(record.name), \(record.id), \(record.digest(key: vault.manifest)))
      """)
    manifest.items += 1
    changed.insert(record.name[0])
  }

  /// The changes of one master key follow on those of the one before.
  mutating func continueCounting(from manifest: Manifest) { self.manifest.counter = manifest.counter }

  /// Gives an item a new version.
  /// - Parameter kept: how many versions are kept, this one among them.
  mutating func update(
    _ record: inout ItemRecord, _ names: ItemNames, _ secret: borrowing SecretBytes, keeping kept: Int
  ) throws {
    record.version += 1
    let version = try vault.seal(secret, at: record.place)
    try insert(version)
    record.history.append(record.version, digest: version.digest(key: vault.manifest))
    try forget(record.history.keep(kept), of: record)
    record.names = vault.seal(names, at: record.place)
    try save(&record)
  }

  /// Gives an item another label or access list.
  mutating func rename(_ record: inout ItemRecord, _ names: ItemNames) throws {
    record.names = vault.seal(names, at: record.place)
    try save(&record)
  }

  /// Forgets every version but the current one.
  mutating func forgetHistory(of record: inout ItemRecord) throws {
    try forget(record.history.keep(1), of: record)
    try save(&record)
  }

  mutating func remove(_ record: ItemRecord) throws {
    try requireSound(record.name[0])
    try forget(record.history.versions, of: record)
    try connection.execute("DELETE FROM vault_entries WHERE name = \(record.name)")
    try connection.execute("DELETE FROM vault_items WHERE id = \(record.id)")
    manifest.items -= 1
    changed.insert(record.name[0])
  }

  private func insert(_ version: VersionRecord) throws {
    try connection.execute(
      """
      INSERT INTO vault_versions (item, version, key, box, created_at)
      VALUES (\(version.place.item), \(version.place.version), \(version.key), \(version.box), \(version.created))
      """)
  }

  private func forget(_ versions: [Int64], of record: ItemRecord) throws {
    for version in versions {
      try connection.execute("DELETE FROM vault_versions WHERE item = \(record.id) AND version = \(version)")
    }
  }

  private mutating func save(_ record: inout ItemRecord) throws {
    try requireSound(record.name[0])
    record.updated = vault.clock.now()
    try connection.execute(
      """
      UPDATE vault_items
      SET version = \(record.version), names = \(record.names), history = \(record.history.bytes),
        updated_at = \(record.updated) WHERE id = \(record.id)
      """)
    try connection.execute(
      "UPDATE vault_entries SET digest = \(record.digest(key: vault.manifest)) WHERE name = \(record.name)")
    changed.insert(record.name[0])
  }

  /// Puts another header in the place of this one.
  /// - Parameter master: the master key of this vault.
  mutating func replace(_ header: Header, under master: borrowing SecretBytes) throws {
    self.header = header
    try self.header.write(under: master, in: connection)
  }

  /// Writes the manifest for what has changed.
  mutating func commit() throws {
    try changed.forEach { manifest[$0] = try digest(of: $0) }
    checked.formUnion(changed)
    changed = BucketSet()
    try manifest.write(header, key: vault.manifest, in: connection)
    // The agent knows of the change before an earlier database could be put back.
    let (custodian, counter) = (vault.custodian, manifest.counter)
    connection.whenCommitted { custodian.remember(counter: counter) }
  }
}
