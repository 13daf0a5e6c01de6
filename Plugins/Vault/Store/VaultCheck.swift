internal import QixCrypto
internal import QixModule
internal import VaultContract

/// Reads all of the vault and looks whether each part is what was written, and nothing besides is there.
struct VaultCheck: Sendable {
  private(set) var items: Int64 = 0
  private(set) var versions: Int64 = 0
  private(set) var counter: Int64 = 0
  private(set) var digest: [UInt8] = []
  private(set) var faults: [String] = []

  /// - Throws: only what keeps it from looking, such as a locked vault; what is wrong with the vault is a fault.
  static func run(_ vault: OpenVault, in connection: Connection) throws -> VaultCheck {
    var check = VaultCheck()
    do {
      var state = try VaultState(vault, in: connection)
      check.counter = state.manifest.counter
      check.digest = state.manifest.mac
      let found = try check.readItems(&state)
      check.versions = found
      try check.count("vault_items", is: check.items, "item", in: connection)
      try check.count("vault_versions", is: check.versions, "version", in: connection)
    } catch let error as VaultError where error.category == .damaged {
      check.faults.append(error.description)
    }
    return check
  }

  private mutating func readItems(_ state: inout VaultState) throws -> Int64 {
    var (items, versions): (Int64, Int64) = (0, 0)
    var faults: [String] = []
    let reader = state
    try state.forEach { record in
      items += 1
      do {
        let names = try reader.names(of: record)
        let name = reader.vault.nameHash(service: names.service, account: names.account)
        guard constantTimeEqual(name, record.name) else {
          throw VaultError.damaged("item \(record.id) is found under another's name")
        }
        for version in record.history.versions {
          _ = try reader.secret(of: record, version: version)
          versions += 1
        }
      } catch let error as VaultError where error.category == .damaged {
        faults.append(error.description)
      }
    }
    self.items = items
    self.faults += faults
    return versions
  }

  /// Rows that nothing leads to do no harm, but qix has not written them.
  private mutating func count(_ table: String, is expected: Int64, _ what: String, in connection: Connection) throws {
    let count: Int64 = try connection.fetchOne("SELECT count(*) FROM \(sql: table)") ?? 0
    if count > expected { faults.append("nothing leads to \((count - expected).counted(what))") }
  }
}
