internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault slot list`
struct ListSlots: Command {
  static let declaration = Declaration(
    "list", "List what opens the vault.", roles: [.operator, .auditor],
    examples: [Example("qix vault slot list", "passphrases, key files, credentials, recovery keys")],
    answer: AnswerShape("vault.slot.list/1", "slots", rows: Slot.fields))

  func run(in context: Context) throws -> Document {
    let header = try VaultOpening(context: context).header()
    var document = Document("vault.slot.list/1")
    document.primary = header.slots.map { "\($0.number)" }.joined(separator: "\n")
    document.table("slots", Slot.fields, rows: header.slots)
    return document
  }
}

/// `qix vault slot add`
struct AddSlot: Command {
  static let declaration = Declaration(
    "add", "Add a passphrase, key file, credential or recovery key.", roles: .adminsOnly,
    discussion: """
      A credential is a key that systemd gives to a service (LoadCredentialEncrypted=qix-vault:FILE). A recovery key \
      is an age identity, kept on paper or on another machine: `qix vault unlock --identity-file FILE` opens the vault \
      with it.
      """,
    examples: [
      Example("qix vault slot add passphrase", "another person's"),
      Example("qix vault slot add key-file --file /etc/qix/vault.key", "for scripts"),
      Example(
        "qix vault slot add recovery --recipient age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
        "for the safe"),
    ],
    answer: AnswerShape("vault.slot.add/1", Slot.numberAndKind), effect: .changes)

  @Positional(
    "kind", .choice(["passphrase", "key-file", "credential", "recovery"]),
    "passphrase, key-file, credential or recovery")
  private var kind: String
  @Option(
    "file", .output(.irreplaceable), "For key-file and credential: a file of 32 random bytes, made if missing")
  private var file: String?
  @Option("recipient", .text, placeholder: "AGE1…", "For recovery: the public key that age-keygen shows")
  private var recipient: String?
  private let passphrase = SecretOption(ChangePassphrase.newPassphrase)
  private let key = KeyOptions()
  private let cost = PassphraseCost()

  func check() throws {
    _ = try passphrase.source()
    try key.check()
    let needsFile = kind == "key-file" || kind == "credential"
    if needsFile != (file != nil) {
      throw UsageError(needsFile ? "missing --file FILE" : "--file is for key-file and credential")
    }
    if (kind == "recovery") != (recipient != nil) {
      throw UsageError(kind == "recovery" ? "missing --recipient AGE1…" : "--recipient is for recovery")
    }
  }

  func run(in context: Context) throws -> Document {
    let local = try key.unlock(in: context)
    let new = try newSlot(in: context)
    let path = try kind == "key-file" && !context.isDryRun ? file.map(NewVault.absolute) : nil
    let publicKey = new.recipient
    var document = try context.changeSlots("vault.slot-add", local, schema: "vault.slot.add/1") {
      header, master, connection in
      guard !header.slots.contains(where: { $0.recipient == publicKey }) else {
        throw VaultError.conflict(
          "this key already opens the vault", hint: "`qix vault slot list` shows what does.")
      }
      let slot = try new.slot(
        header.nextSlot, holding: master, of: header, at: context.clock.now(), random: context.random)
      header.slots.append(slot)
      if let path, try connection.value(of: VaultSettings.keyFile).isEmpty {
        let author = SettingAuthor(name: context.database.actor, at: context.clock.now())
        try connection.set(VaultSettings.keyFile, to: path, by: author)
      }
      return slot
    }
    document.next("`qix vault status`; try it before you rely on it")
    return document
  }

  private func newSlot(in context: Context) throws -> NewSlot {
    if kind == "passphrase" {
      return try NewSlot(
        passphrase: context.face.newSecret(passphrase.source()), cost: cost.cost(), random: context.random)
    }
    if let recipient { return NewSlot(recipient: try RecoveryKey.publicKey(of: recipient)) }
    let kind: Slot.Kind = kind == "credential" ? .credential : .keyFile
    let file = KeyFile(path: file ?? "", isCredential: kind == .credential)
    guard !file.exists else { return NewSlot(key: try file.read(), kind: kind) }
    guard !context.isDryRun else {
      return NewSlot(key: SecretBytes.random(count: SecretBox.keySize, from: context.random), kind: kind)
    }
    return NewSlot(key: try file.make(random: context.random), kind: kind)
  }
}

/// `qix vault slot remove`
struct RemoveSlot: Command {
  static let declaration = Declaration(
    "remove", "Remove a slot, so that it no longer opens the vault.", roles: .adminsOnly,
    discussion: """
      The master key stays the same. With an old copy of the database and the slot's key, it can still be read. To \
      prevent that, run `qix vault rotate` afterwards.
      """,
    examples: [
      Example("qix vault slot remove 2", "asks for the number, which is in `qix vault slot list`"),
      Example("qix vault slot remove 2 --confirm 2", "for a script"),
    ],
    answer: AnswerShape("vault.slot.remove/1", Slot.numberAndKind), effect: .changes)

  @Positional("slot", .integer(in: 1...Int64.max), "Its number") private var slot: Int64
  @Option("confirm", .text, placeholder: "SLOT", "The slot's number, instead of typing it")
  private var confirmation: String?
  private let key = KeyOptions()

  func check() throws { try key.check() }

  func run(in context: Context) throws -> Document {
    let local = try key.unlock(in: context)
    _ = try found(in: VaultOpening(context: context).header())
    // It may be all that a person has.
    if !context.isDryRun { try context.face.confirmByTyping("\(slot)", given: confirmation) }
    var document = try context.changeSlots("vault.slot-remove", local, schema: "vault.slot.remove/1") {
      header, _, connection in
      let found = try found(in: header)
      header.slots.removeAll { $0.number == slot }
      // Commands would go on trying a file that opens nothing.
      if found.kind == .keyFile, !header.slots.contains(where: { $0.kind == .keyFile }) {
        try connection.set(VaultSettings.keyFile, to: nil)
      }
      return found
    }
    if !context.isDryRun { try Erasure.finish(in: context) }
    document.next("`qix vault rotate`, because old copies of the database still open with it")
    return document
  }

  private func found(in header: Header) throws(VaultError) -> Slot {
    guard let found = header.slots.first(where: { $0.number == slot }) else { throw .noSlot("slot \(slot)") }
    guard header.slots.count > 1 else {
      throw .refused(
        """
        this is the last slot that opens the vault
        """, hint: "Add another slot first: `qix vault slot add`.")
    }
    return found
  }
}
