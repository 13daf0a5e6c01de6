internal import QixCrypto
internal import QixModule
internal import VaultContract

/// An open vault, as other modules see it.
struct Store: SecretStore, SecretRemoving {
  let vault: OpenVault

  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes {
    var state = try VaultState(vault, in: connection)
    if let key = try made(name, of: module, &state) { return key }
    let service = ItemNames.serviceOfKeys(of: module)
    guard connection.isWriting else { throw VaultError.noKeyYet(module: module) }
    let names = ItemNames(service: service, account: name, label: "", readers: [module])
    try names.check()
    let key = SecretBytes.random(count: SecretBox.keySize, from: vault.random)
    _ = try state.insert(names, .key, key)
    try state.commit()
    return key
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes? {
    var state = try VaultState(vault, in: connection)
    return try made(name, of: module, &state)
  }

  func removeKey(_ name: String, of module: String, in connection: Connection) throws -> Bool {
    var state = try VaultState(vault, in: connection)
    guard let record = try state.find(service: ItemNames.serviceOfKeys(of: module), account: name) else { return false }
    try require(module, mayRead: record, state)
    try state.remove(record)
    try state.commit()
    return true
  }

  private func made(_ name: String, of module: String, _ state: inout VaultState) throws -> SecretBytes? {
    guard let record = try state.find(service: ItemNames.serviceOfKeys(of: module), account: name) else { return nil }
    try require(module, mayRead: record, state)
    return try state.secret(of: record)
  }

  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes {
    var state = try VaultState(vault, in: connection)
    guard let record = try state.find(service: service, account: account) else {
      throw VaultError.notFound("item with that service and account")
    }
    try require(module, mayRead: record, state)
    return try state.secret(of: record)
  }

  private func require(_ reader: String, mayRead record: ItemRecord, _ state: VaultState) throws {
    guard try state.names(of: record).readers.contains(reader) else {
      // The transaction around this may be one that only reads, or may be taken back.
      state.connection.recordAfterwards(Change("vault.denied", subject: "\(record.id) \(reader)"))
      throw VaultError.denied(reader: reader)
    }
  }
}

/// Looks at vaults for the checks of other modules.
struct Inspection: SecretInspecting {
  let context: Context

  func store(of database: Database) throws -> (any SecretStore)? { try vault(of: database).map(Store.init) }

  func keyNames(of module: String, in database: Database) throws -> [String]? {
    guard let vault = try vault(of: database) else { return nil }
    return try database.read { connection in
      var state = try VaultState(vault, in: connection)
      var keys: [String] = []
      try state.forEach { record in
        let names = try vault.names(of: record)
        if names.service == ItemNames.serviceOfKeys(of: module) { keys.append(names.account) }
      }
      return keys.sorted()
    }
  }

  private func vault(of database: Database) throws -> OpenVault? {
    guard let header = try database.read({ try Header.read(in: $0) }),
      let custodian = try VaultModule.custodian(for: header, of: database, in: context)
    else { return nil }
    return try OpenVault(custodian, clock: context.clock, random: context.random)
  }

  func isThere(in database: Database) throws -> Bool {
    try database.read { try Header.read(in: $0) != nil }
  }
}
