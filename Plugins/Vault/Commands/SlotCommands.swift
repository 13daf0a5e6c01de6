internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// A change of what opens the vault: the master key stays.
struct SlotChange {
  let action: String
  let isDryRun: Bool
  let reason: String?

  /// - Parameters:
  ///   - local: holds the master key.
  ///   - body: changes the slots, and what else belongs to the same transaction.
  func run(
    _ local: LocalCustodian, in context: Context,
    _ body: (inout Header, borrowing SecretBytes, Connection) throws -> Int64
  ) throws -> Int64 {
    let vault = try OpenVault(local, clock: context.clock, random: context.random)
    let change = Change(action, subject: "\(local.vault)", reason: reason)
    return try context.database.write(change, isDryRun: isDryRun) { connection, change in
      var state = try VaultState(vault, in: connection)
      var header = state.header
      let number = try local.withMaster { try body(&header, $0, connection) }
      change.subject = "\(local.vault) \(number)"
      try local.withMaster { try state.replace(header, under: $0) }
      try state.commit()
      // The agent holds the same vault open, and was not asked.
      let counter = state.manifest.counter
      connection.whenCommitted { AgentOpening.remember(counter, of: header, in: context) }
      return number
    }
  }

  func answer(_ schema: String, _ number: Int64, _ kind: Slot.Kind, note: String, in terminal: Terminal) throws {
    var document = Document(schema)
    if !isDryRun { document.primary = "\(number)" }
    document.field("slot", "slot", .integer(number))
    document.field("kind", "kind", .text(kind.name))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try terminal.emit(document)
    terminal.note(isDryRun ? "Nothing was changed." : note)
  }
}

/// `qix vault passphrase`
struct ChangePassphrase: OldCommand {
  static let newPassphrase = SecretInput(
    "new-passphrase", "the new passphrase", label: "New passphrase of the vault", limit: 1_024,
    takesStandardInput: false)
  private static let slot = OldOption<Int64>(
    "slot", .integer(in: 1...Int64.max), placeholder: "SLOT", "Which one, where there are several")

  static let declaration = Declaration(
    "passphrase", "Change the passphrase of the vault.", roles: .adminsOnly,
    discussion: """
      The master key stays the same and is only wrapped anew: whoever has an old copy of the database and the old \
      passphrase still has it. To shut them out, run `qix vault rotate` afterwards. Where there was no passphrase, \
      this adds one.
      """,
    parameters: ChangePassphrase.newPassphrase.parameters + KeyOptions.parameters + [slot, PassphraseCost.memory],
    examples: [Example("qix vault passphrase", "asks for the old one, and twice for the new one")], effect: .changes)

  private let key: KeyOptions
  private let source: SecretSource
  private let slot: Int64?
  private let memory: Int?
  private let change: SlotChange

  init(_ arguments: Arguments) throws {
    key = try KeyOptions(arguments)
    source = try arguments.source(of: Self.newPassphrase)
    slot = arguments[Self.slot]
    memory = arguments[PassphraseCost.memory]
    change = SlotChange(action: "vault.passphrase", isDryRun: arguments.isDryRun, reason: arguments.reason)
  }

  func run(in context: Context) throws {
    let header = try VaultOpening(context: context).header()
    let old = try oldSlot(of: header)
    if let old, let memory, memory << 20 < old.cost.memory {
      throw VaultError.malformed(
        "a try of the passphrase takes \(old.cost.memory >> 20) MiB now, and that is not lowered",
        hint: "Leave --memory out. To lower it all the same, add another passphrase and remove this one.")
    }
    let local = try key.unlock(in: context)
    let passphrase = try context.terminal.newSecret(source)
    let new = try NewSlot(
      passphrase: passphrase, cost: PassphraseCost.cost(memory, least: old?.cost ?? Slot.floor),
      random: context.random)
    let number = try change.run(local, in: context) { header, master, _ in
      guard try oldSlot(of: header) == old else {
        throw VaultError.conflict("somebody else has changed the slots meanwhile", hint: "Run it again.")
      }
      let number = old?.number ?? header.nextSlot
      header.slots.removeAll { $0.number == number }
      header.slots.append(
        try new.slot(number, holding: master, of: header, at: context.clock.now(), random: context.random))
      header.slots.sort { $0.number < $1.number }
      return number
    }
    if !change.isDryRun { try Erasure.finish(in: context) }
    try change.answer(
      "vault.passphrase/1", number, .passphrase,
      note: "Old copies of the database still open with the old passphrase. To shut those out: `qix vault rotate`.",
      in: context.terminal)
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
        "there are several passphrases", hint: "Say which with --slot; `qix vault slot list` shows them.")
    }
    return passphrases.first
  }
}

extension Header {
  /// A number that no slot has.
  var nextSlot: Int64 { (slots.map(\.number).max() ?? 0) + 1 }
}
