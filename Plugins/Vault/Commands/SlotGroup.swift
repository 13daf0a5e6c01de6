internal import QixCrypto
internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault slot list`
struct ListSlots: OldCommand {
  static let declaration = Declaration(
    "list", "List what opens the vault.", roles: [.operator, .auditor],
    examples: [Example("qix vault slot list", "passphrases, key files, credentials, recovery keys")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let header = try VaultOpening(context: context).header()
    var document = Document("vault.slot.list/1")
    document.primary = header.slots.map { "\($0.number)" }.joined(separator: "\n")
    document.table("slots", columns: SlotTable.columns, rows: SlotTable.rows(header))
    try context.terminal.emit(document)
  }
}

/// `qix vault slot add`
struct AddSlot: OldCommand {
  private static let kinds = ["passphrase", "key-file", "credential", "recovery"]
  private static let kind = OldPositional("kind", .choice(kinds), "passphrase, key-file, credential or recovery")
  private static let file = OldOption(
    "file", .output(.irreplaceable), "For key-file and credential: a file of 32 random bytes, made where it is missing")
  private static let recipient = OldOption(
    "recipient", .text, placeholder: "AGE1…", "For recovery: the public key that age-keygen shows")

  static let declaration = Declaration(
    "add", "Let something else open the vault too.", roles: .adminsOnly,
    discussion: """
      A credential is a key that systemd hands to a service (LoadCredentialEncrypted=qix-vault:FILE). A recovery key is \
      an age identity, kept on paper or on another machine: `qix vault unlock --identity-file FILE` opens the vault \
      with it.
      """,
    parameters: [kind, file, recipient] + ChangePassphrase.newPassphrase.parameters + KeyOptions.parameters
      + [PassphraseCost.memory],
    examples: [
      Example("qix vault slot add passphrase", "another person's"),
      Example("qix vault slot add key-file --file /etc/qix/vault.key", "for scripts"),
      Example(
        "qix vault slot add recovery --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "for the safe"),
    ], effect: .changes)

  private let kind: String
  private let file: String?
  private let recipient: String?
  private let source: SecretSource
  private let key: KeyOptions
  private let memory: Int?
  private let change: SlotChange

  init(_ arguments: Arguments) throws {
    kind = try arguments.require(Self.kind)
    file = arguments[Self.file]
    recipient = arguments[Self.recipient]
    source = try arguments.source(of: ChangePassphrase.newPassphrase)
    key = try KeyOptions(arguments)
    memory = arguments[PassphraseCost.memory]
    change = SlotChange(action: "vault.slot-add", isDryRun: arguments.isDryRun, reason: arguments.reason)
    let needsFile = kind == "key-file" || kind == "credential"
    if needsFile != (file != nil) {
      throw UsageError(needsFile ? "missing --file FILE" : "--file is for key-file and credential")
    }
    if (kind == "recovery") != (recipient != nil) {
      throw UsageError(kind == "recovery" ? "missing --recipient AGE1…" : "--recipient is for recovery")
    }
  }

  func run(in context: Context) throws {
    let local = try key.unlock(in: context)
    let new = try newSlot(in: context)
    let path = try kind == "key-file" && !change.isDryRun ? file.map(InitVault.absolute) : nil
    let publicKey = new.recipient
    let number = try change.run(local, in: context) { header, master, connection in
      guard !header.slots.contains(where: { $0.recipient == publicKey }) else {
        throw VaultError.conflict("this opens the vault already", hint: "`qix vault slot list` shows what does.")
      }
      let slot = try new.slot(
        header.nextSlot, holding: master, of: header, at: context.clock.now(), random: context.random)
      header.slots.append(slot)
      if let path, try connection.value(of: VaultSettings.keyFile).isEmpty {
        let author = SettingAuthor(name: context.database.actor, at: context.clock.now())
        try connection.set(VaultSettings.keyFile, to: path, by: author)
      }
      return slot.number
    }
    try change.answer(
      "vault.slot.add/1", number, new.kind, note: "Next: `qix vault status`; try it before you rely on it.",
      in: context.terminal)
  }

  private func newSlot(in context: Context) throws -> NewSlot {
    if kind == "passphrase" {
      let passphrase = try context.terminal.newSecret(source)
      return try NewSlot(passphrase: passphrase, cost: PassphraseCost.cost(memory), random: context.random)
    }
    if let recipient { return NewSlot(recipient: try RecoveryKey.publicKey(of: recipient)) }
    let kind: Slot.Kind = kind == "credential" ? .credential : .keyFile
    let file = KeyFile(path: file ?? "", isCredential: kind == .credential)
    guard !file.exists else { return NewSlot(key: try file.read(), kind: kind) }
    guard !change.isDryRun else {
      return NewSlot(key: SecretBytes.random(count: SecretBox.keySize, from: context.random), kind: kind)
    }
    return NewSlot(key: try file.make(random: context.random), kind: kind)
  }
}

/// `qix vault slot remove`
struct RemoveSlot: OldCommand {
  private static let slot = OldPositional<Int64>("slot", .integer(in: 1...Int64.max), "Its number")
  private static let confirm = OldOption(
    "confirm", .text, placeholder: "SLOT", "The number again, in place of typing it")

  static let declaration = Declaration(
    "remove", "Let something open the vault no longer.", roles: .adminsOnly,
    discussion: """
      The master key stays the same: whoever has an old copy of the database and what the slot was for still has it. To \
      shut them out, run `qix vault rotate` afterwards.
      """,
    parameters: [slot, confirm] + KeyOptions.parameters,
    examples: [
      Example("qix vault slot remove 2", "asks for the number, which is in `qix vault slot list`"),
      Example("qix vault slot remove 2 --confirm 2", "for a script"),
    ], effect: .changes)

  private let slot: Int64
  private let confirmation: String?
  private let key: KeyOptions
  private let change: SlotChange

  init(_ arguments: Arguments) throws {
    slot = try arguments.require(Self.slot)
    confirmation = arguments[Self.confirm]
    key = try KeyOptions(arguments)
    change = SlotChange(action: "vault.slot-remove", isDryRun: arguments.isDryRun, reason: arguments.reason)
  }

  func run(in context: Context) throws {
    let local = try key.unlock(in: context)
    _ = try found(in: VaultOpening(context: context).header())
    // What it opens with may be all that somebody has.
    if !change.isDryRun { try context.terminal.confirmByTyping("\(slot)", given: confirmation) }
    var kind = Slot.Kind.passphrase
    _ = try change.run(local, in: context) { header, _, connection in
      kind = try found(in: header).kind
      header.slots.removeAll { $0.number == slot }
      // Commands would go on trying a file that opens nothing.
      if kind == .keyFile, !header.slots.contains(where: { $0.kind == .keyFile }) {
        try connection.set(VaultSettings.keyFile, to: nil)
      }
      return slot
    }
    if !change.isDryRun { try Erasure.finish(in: context) }
    try change.answer(
      "vault.slot.remove/1", slot, kind,
      note: "Old copies of the database still open with it. To shut those out: `qix vault rotate`.",
      in: context.terminal)
  }

  private func found(in header: Header) throws(VaultError) -> Slot {
    guard let found = header.slots.first(where: { $0.number == slot }) else { throw .noSlot("slot \(slot)") }
    guard header.slots.count > 1 else {
      throw .refused("this is all that opens the vault", hint: "Add something else first: `qix vault slot add`.")
    }
    return found
  }
}
