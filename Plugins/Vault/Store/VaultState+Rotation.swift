internal import QixCrypto
internal import QixModule
internal import VaultContract

extension VaultState {
  /// Puts everything under another master key: item keys are wrapped again, names and their hashes are made again, and
  /// so is the manifest. All of it belongs to one transaction, so a vault is under the one key or under the other.
  /// - Parameters:
  ///   - new: the vault opened with the new master key.
  ///   - header: of the next generation, with every slot holding the new master key.
  ///   - master: the new master key.
  ///   - isDeep: encrypts the secrets again too, each version under a new key.
  /// - Returns: the state under the new key, committed to the transaction, and how many versions it has.
  mutating func rotate(
    to new: OpenVault, _ header: Header, _ master: borrowing SecretBytes, isDeep: Bool
  ) throws -> (VaultState, versions: Int64) {
    var records: [ItemRecord] = []
    try forEach { records.append($0) }
    try connection.execute("DELETE FROM vault_entries")
    var rotated = VaultState(new: new, header, in: connection)
    rotated.continueCounting(from: manifest)
    var versions: Int64 = 0
    for record in records {
      let names = try names(of: record)
      var next = record
      next.name = new.nameHash(service: names.service, account: names.account)
      next.names = new.seal(names, at: record.place)
      next.history = History()
      for number in record.history.versions {
        guard let stored = try stored(number, of: record) else { continue }
        let version = try isDeep ? encryptedAnew(stored, by: new) : wrappedAnew(stored, by: new)
        try connection.execute(
          """
          UPDATE vault_versions SET key = \(version.key), box = \(version.box)
          WHERE item = \(record.id) AND version = \(number)
          """)
        next.history.append(number, digest: version.digest(key: new.manifest))
        versions += 1
      }
      try connection.execute(
        "UPDATE vault_items SET names = \(next.names), history = \(next.history.bytes) WHERE id = \(record.id)")
      try rotated.enter(next)
    }
    try rotated.replace(header, under: master)
    try rotated.commit()
    return (rotated, versions)
  }

  private func wrappedAnew(_ version: VersionRecord, by new: OpenVault) throws -> VersionRecord {
    let key = try vault.custodian.unwrap(version.key, for: version.place)
    var version = version
    version.key = try new.custodian.wrap(key, for: version.place)
    return version
  }

  private func encryptedAnew(_ version: VersionRecord, by new: OpenVault) throws -> VersionRecord {
    let sealed = try new.seal(vault.open(version), at: version.place)
    return VersionRecord(place: version.place, key: sealed.key, box: sealed.box, created: version.created)
  }
}
