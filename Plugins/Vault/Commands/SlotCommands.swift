internal import QixCrypto
internal import QixModule
internal import VaultContract

extension Context {
  /// Changes what opens the vault: the master key stays.
  /// - Parameters:
  ///   - local: holds the master key.
  ///   - body: changes the slots, and what else belongs to the same transaction; returns the slot that it is about.
  func changeSlots(
    _ action: String, _ local: LocalCustodian, schema: String,
    _ body: (inout Header, borrowing SecretBytes, Connection) throws -> Slot
  ) throws -> Document {
    let vault = try OpenVault(local, clock: clock, random: random)
    let slot = try change(action, subject: "\(local.vault)") { connection, change in
      var state = try VaultState(vault, in: connection)
      var header = state.header
      let slot = try local.withMaster { try body(&header, $0, connection) }
      change.subject = "\(local.vault) \(slot.number)"
      try local.withMaster { try state.replace(header, under: $0) }
      try state.commit()
      // The agent holds the same vault open, and was not asked.
      let counter = state.manifest.counter
      connection.whenCommitted { AgentOpening.remember(counter, of: header, in: self) }
      return slot
    }
    var document = Document(schema, Slot.numberAndKind, of: slot)
    if !isDryRun { document.primary = "\(slot.number)" }
    return document
  }
}

/// `qix vault passphrase`
struct ChangePassphrase: Command {
  static let declaration = Declaration(
    "passphrase", "Change the passphrase of the vault.", roles: .adminsOnly,
    discussion: """
      The master key stays the same. With an old copy of the database and the old passphrase, it can still be read. To \
      prevent that, run `qix vault rotate` afterwards. If there was no passphrase, this adds one.
      """,
    examples: [Example("qix vault passphrase", "asks once for the old one, twice for the new one")],
    answer: AnswerShape("vault.passphrase/1", Slot.numberAndKind), effect: .changes)

  static let newPassphrase = SecretInput(
    "new-passphrase", "the new passphrase", label: "New passphrase of the vault", limit: 1_024,
    takesStandardInput: false)

  private let passphrase = SecretOption(ChangePassphrase.newPassphrase)
  private let key = KeyOptions()
  @Option("slot", .integer(in: 1...Int64.max), placeholder: "SLOT", "The slot, if there are several passphrases")
  private var slot: Int64?
  private let cost = PassphraseCost()

  func check() throws {
    try key.check()
    _ = try passphrase.source()
  }

  func run(in context: Context) throws -> Document {
    let header = try VaultOpening(context: context).header()
    let old = try oldSlot(of: header)
    if let old, let memory = cost.memory, memory << 20 < old.cost.memory {
      throw VaultError.malformed(
        "each try of the passphrase takes \(old.cost.memory >> 20) MiB now, and this can't be lowered",
        hint: "Leave --memory out. To lower it anyway, add another passphrase and remove this one.")
    }
    let local = try key.unlock(in: context)
    let new = try NewSlot(
      passphrase: context.face.newSecret(passphrase.source()), cost: cost.cost(least: old?.cost ?? Slot.floor),
      random: context.random)
    var document = try context.changeSlots("vault.passphrase", local, schema: "vault.passphrase/1") {
      header, master, _ in
      guard try oldSlot(of: header) == old else {
        throw VaultError.conflict("another command changed the slots at the same time", hint: "Run the command again.")
      }
      let number = old?.number ?? header.nextSlot
      header.slots.removeAll { $0.number == number }
      let slot = try new.slot(number, holding: master, of: header, at: context.clock.now(), random: context.random)
      header.slots.append(slot)
      header.slots.sort { $0.number < $1.number }
      return slot
    }
    if !context.isDryRun { try Erasure.finish(in: context) }
    document.next("`qix vault rotate`, because old copies of the database still open with the old passphrase")
    return document
  }

  private func oldSlot(of header: Header) throws -> Slot? {
    let passphrases = header.slots.filter { $0.kind == .passphrase }
    if let slot {
      guard let found = passphrases.first(where: { $0.number == slot }) else {
        throw VaultError.noSlot("passphrase in slot \(slot)")
      }
      return found
    }
    guard passphrases.count <= 1 else {
      throw UsageError(
        "there are several passphrases", hint: "Choose one with --slot. `qix vault slot list` shows them.")
    }
    return passphrases.first
  }
}

extension Header {
  /// A number that no slot has.
  var nextSlot: Int64 { (slots.map(\.number).max() ?? 0) + 1 }
}
