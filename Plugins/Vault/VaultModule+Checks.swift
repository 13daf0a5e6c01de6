package import QixModule
internal import VaultContract

extension VaultModule: DataChecking {
  /// `qix vault verify` where the vault opens without asking; else what can be seen from outside.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let header: Header?
    do {
      header = try database.read { try Header.read(in: $0) }
    } catch let error as VaultError {
      return [fault(error.description)]
    }
    guard let header else {
      let items = try database.read { try $0.fetchOne("SELECT count(*) FROM vault_items") ?? 0 }
      if items > 0 { return [fault("it has items, but its header is missing")] }
      // No damage: a backup made without the vault must not be refused for it.
      let missing = try database.read { try FormerVault(context.registry, in: $0) }
      return [
        missing.map { .warning("vault", $0.absence, remedy: FormerVault.remedy) } ?? .ok("vault", "there is none")
      ]
    }
    guard !header.slots.isEmpty else { return [fault("all its slots were removed")] }
    guard let custodian = try custodian(for: header, of: database, in: context) else {
      if try isKeyRefused(header, of: database, in: context) {
        return [
          .warning(
            "vault", "the configured key doesn't open the vault: the key differs, or its slot was removed",
            remedy: """
              If the slot was removed on purpose, run `qix setting reset vault.key-file`. If not, run `qix vault \
              verify` with another key, then `qix vault slot add`.
              """)
        ]
      }
      return [
        .ok("vault", "it is locked, so its slots and items were not checked; `qix vault verify` checks them")
      ]
    }
    let vault = try OpenVault(custodian, clock: context.clock, random: context.random)
    let found = try database.read { try VaultCheck.run(vault, in: $0) }
    let missing = try database.read { try FormerVault(context.registry, lackedBy: vault, in: $0) }
    let (items, versions) = (found.items.counted("item"), found.versions.counted("version"))
    let whole = Finding.summary(
      "vault", of: found.faults, whole: "\(items) in \(versions): all open and are intact", remedy: remedy)
    guard found.faults.isEmpty, let missing else { return [whole] }
    return [whole, .warning("vault", missing.lack, remedy: FormerVault.remedy)]
  }

  /// Whether a key file or credential is named, can be read, and opens nothing.
  private static func isKeyRefused(_ header: Header, of database: Database, in context: Context) throws -> Bool {
    guard database.location == context.database.location else { return false }
    do {
      _ = try VaultOpening(context: context, database: database).withoutAsking(header)
      return false
    } catch VaultError.wrongKey {
      return true
    } catch is VaultError {
      return false
    }
  }

  private static let remedy =
    "See all faults with `qix vault verify`. Restore a backup made with --with-vault, or an export."

  private static func fault(_ what: String) -> Finding { .fault("vault", what, remedy: remedy) }

  /// Nil where nothing opens this vault without asking: a backup's may be another one.
  static func custodian(
    for header: Header, of database: Database, in context: Context
  ) throws -> (any KeyCustodian)? {
    let isCopy = database.location != context.database.location
    do {
      let agent =
        try isCopy
        ? AgentOpening.custodian(forCopy: header, in: context) : AgentOpening.custodian(for: header, in: context)
      if let agent { return agent }
      return try VaultOpening(context: context, database: database).withoutAsking(header)
    } catch let error as VaultError where error.category != .damaged {
      return nil
    }
  }
}

extension VaultModule: BackupOmitting {
  package static let tablesLeftOutOfBackups = [
    "vault_header", "vault_slots", "vault_items", "vault_versions", "vault_entries", "vault_manifest",
  ]

  package static func adviceAfterBackup(of database: Database) throws -> Sentence? {
    // A schema older than the vault has none.
    guard (try? database.read({ try Header.read(in: $0) })) ?? nil != nil else { return nil }
    return "The backup doesn't contain the vault: `qix vault export FILE` writes its secrets to a separate file."
  }
}

extension VaultModule: RestoreFollowing {
  /// The agent remembers the count of changes so that the vault isn't set back unnoticed; an operator who restores a
  /// backup does it knowingly, and nothing would open while the agent goes by what was there before.
  package static func followRestore(of database: Database, in context: Context) throws -> Sentence? {
    guard let place = AgentPlace(context.home), let status = try AgentClient(place).status() else { return nil }
    let (header, manifest) = try database.read { (try Header.read(in: $0), try Manifest(in: $0)) }
    if let header, let manifest, header.vault == status.vault, header.generation == status.generation,
      manifest.counter >= status.counter
    {
      return nil
    }
    _ = try AgentClient(place).lock()
    return "The restored vault is a different or an earlier one, so it was locked. Unlock it with `qix vault unlock`."
  }
}

extension VaultModule: DoctorChecking {
  package static func examine(in context: Context) throws -> [Finding] {
    guard context.database.exists else { return [] }
    guard let header = try context.database.read({ try Header.read(in: $0) }) else {
      // Another vault would have other keys: where data waits for those of a former one, none is proposed.
      let missing = try context.migratedReader()?.read { try FormerVault(context.registry, in: $0) }
      return missing.map { [.fault("vault", $0.absence, remedy: FormerVault.remedy)] }
        ?? [.ok("vault", "there is none; `qix vault init` makes one")]
    }
    var findings: [Finding] = []
    do {
      let opener = VaultOpening(context: context)
      let custodian: (any KeyCustodian)? =
        try AgentOpening.custodian(for: header, in: context) ?? opener.withoutAsking(header)
      findings.append(.ok("vault", custodian == nil ? "locked" : "open"))
      if let custodian, let database = try context.migratedReader() {
        let vault = try OpenVault(custodian, clock: context.clock, random: context.random)
        let missing = try database.read { try FormerVault(context.registry, lackedBy: vault, in: $0) }
        if let missing { findings.append(.fault("vault", missing.lack, remedy: FormerVault.remedy)) }
      }
    } catch let error as VaultError {
      findings.append(.fault("vault", error.description, remedy: error.hint?.description ?? "See `qix vault status`."))
    }
    let agent = AgentPlace(context.home).flatMap { try? AgentClient($0).status() }
    if !LockedMemory.holds(for: agent) {
      findings.append(.warning("vault", LockedMemory.problem, remedy: "\(LockedMemory.remedy)."))
    }
    if header.slots.count == 1 {
      findings.append(
        .warning(
          "vault", "only one slot opens it: if its key is lost, the secrets are lost",
          remedy: "Add a recovery key: `qix vault slot add recovery --recipient AGE1…`."))
    }
    return findings
  }
}
