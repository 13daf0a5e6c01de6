internal import Glibc
internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault init`
struct InitVault: Command {
  static let declaration = Declaration(
    "init", "Make the vault of this home.", roles: .adminsOnly,
    discussion: """
      The vault opens with a passphrase, with a key file, or with both. Without an option the passphrase is asked for, \
      twice. A thief of the database can try passphrases, so a try is made to cost about half a second; a key file \
      can't be guessed, but must be kept apart from the database and its backups.

      A key file is remembered in the setting vault.key-file, so that commands find it.

      There is no way to open a vault whose passphrase and key file are lost. Add a recovery key with `qix vault slot \
      add`, and keep exports.
      """,
    examples: [
      Example("qix vault init", "asks for a passphrase"),
      Example("qix vault init --key-file /etc/qix/vault.key", "for a server: a key file, made if it is missing"),
    ],
    answer: "vault.init/1: vault id, passphrase boolean, memory_mib integer?, key_file text?", effect: .changes)

  private let passphrase = SecretOption(KeyOptions.passphrase)
  @Option(
    "key-file", .output(.irreplaceable), "A file whose 32 bytes open the vault; it is made where it is missing")
  private var keyFile: String?
  private let cost = PassphraseCost()

  func check() throws { _ = try passphrase.source() }

  func run(in context: Context) throws -> Document {
    guard try context.database.read({ try Header.read(in: $0) }) == nil else { throw VaultError.exists }
    let now = context.clock.now()
    let random = context.random
    let vault: VaultID = {
      var generator = IdentifierGenerator(random: random)
      return generator.next(at: now)
    }()
    let master = SecretBytes.random(count: SecretBox.keySize, from: random)
    var header = Header(
      vault: vault, generation: 1, commitment: KeyWrap.commitment(to: master, vault: vault, generation: 1),
      created: now, rotated: now, slots: [])
    var number: Int64 = 0
    func add(_ slot: borrowing NewSlot) throws {
      number += 1
      header.slots.append(try slot.slot(number, holding: master, of: header, at: now, random: random))
    }
    if passphrase.isNamed || keyFile == nil {
      try add(
        NewSlot(passphrase: context.terminal.newSecret(passphrase.source()), cost: cost.cost(), random: random))
    }
    let file = keyFile.map { KeyFile(path: $0) }
    let makesFile = file.map { !$0.exists } ?? false
    if let file, !makesFile || !context.isDryRun {
      try add(NewSlot(key: makesFile ? file.make(random: random) : file.read(), kind: .keyFile))
    }
    do {
      let open = try OpenVault(
        LocalCustodian(master.copy(), vault: vault, generation: 1, random: random), clock: context.clock, random: random
      )
      let path = try context.isDryRun ? keyFile : keyFile.map(Self.absolute)
      try context.change("vault.init", subject: "\(vault)") { connection, _ in
        guard try Header.read(in: connection) == nil else { throw VaultError.exists }
        var state = VaultState(new: open, header, in: connection)
        try state.replace(header, under: master)
        try state.commit()
        let author = SettingAuthor(name: context.database.actor, at: context.clock.now())
        if let path { try connection.set(VaultSettings.keyFile, to: path, by: author) }
      }
    } catch {
      // A key that opens nothing would only be taken for one that does.
      if makesFile, let file { unlink(file.path) }
      throw error
    }
    return try answer(header, makesFile: makesFile, in: context)
  }

  private func answer(_ header: Header, makesFile: Bool, in context: Context) throws -> Document {
    var document = Document("vault.init/1")
    if !context.isDryRun {
      document.primary = "\(header.vault)"
      document.field("vault", .identifier(header.vault))
    }
    let cost = header.slots.first { $0.kind == .passphrase }?.cost
    document.field("passphrase", "opens with a passphrase", .boolean(cost != nil))
    document.field("memory_mib", "memory of a try, in MiB", .integer(cost.map { Int64($0.memory >> 20) }))
    document.field("key_file", "opens with key file", .text(keyFile))
    guard !context.isDryRun else { return document }
    if let keyFile, try Self.absolute(keyFile).hasPrefix(Self.absolute(context.home.path) + "/") {
      document.warn(
        "the key file lies in the home folder: a copy of the folder opens the vault; better move it elsewhere")
    }
    if makesFile { document.note("The key file was made. Keep a copy of it where backups of the data are not.") }
    document.next("`qix vault set SERVICE ACCOUNT`, `qix vault status`")
    return document
  }

  /// A path that means the same whatever folder a command is started in.
  static func absolute(_ path: String) throws -> String {
    guard let resolved = realpath(path, nil) else {
      throw VaultError.keyFile(path: path, problem: String(cString: strerror(errno)), hint: nil)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
