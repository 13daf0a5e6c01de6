internal import QixCrypto
internal import QixModule
internal import VaultContract

/// `qix vault init`
struct InitVault: Command {
  static let declaration = Declaration(
    "init", "Make the vault of this installation.", roles: .adminsOnly,
    discussion: """
      A passphrase or a key file opens the vault; you can set up both. Without an option, qix asks twice for a \
      passphrase. A thief of the database can try passphrases, so each try takes about half a second. A key file can't \
      be guessed; keep it apart from the database and its backups.

      The setting vault.key-file keeps the key file's path, so commands find it.

      If passphrase and key file are lost, nothing opens the vault. Add a recovery key with `qix vault slot add`, and \
      keep exports.
      """,
    examples: [
      Example("qix vault init", "asks for a passphrase"),
      Example("qix vault init --key-file /etc/qix/vault.key", "for a server: a key file, made if it is missing"),
    ],
    answer: "vault.init/1: vault id, passphrase boolean, memory_mib integer?, key_file text?", effect: .changes)

  private let opener = NewVaultOptions()

  func check() throws { try opener.check() }

  func run(in context: Context) throws -> Document {
    guard try context.database.read({ try Header.read(in: $0) }) == nil else { throw VaultError.exists }
    let vault = try opener.vault(in: context)
    try vault.keep {
      try context.change("vault.init", subject: "\(vault.header.vault)") { connection, _ in
        _ = try vault.begin(in: connection)
      }
    }
    let former = try context.database.read { try FormerVault(context.registry, in: $0) }
    return try answer(vault, former, in: context)
  }

  private func answer(_ vault: NewVault, _ former: FormerVault?, in context: Context) throws -> Document {
    let (header, keyFile) = (vault.header, vault.keyFile)
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
    if let keyFile, try NewVault.absolute(keyFile).hasPrefix(NewVault.absolute(context.home.path) + "/") {
      document.warn(
        "the key file is in the data folder, so a copy of the folder opens the vault; move it elsewhere")
    }
    if vault.makesFile { document.note(NewVault.keepTheKeyFile) }
    if let former { document.warn("\(former.lack): \(FormerVault.remedy)") }
    document.next("`qix vault set SERVICE ACCOUNT`, `qix vault status`")
    return document
  }
}
