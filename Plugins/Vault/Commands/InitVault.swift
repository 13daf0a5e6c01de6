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
    answer: AnswerShape("vault.init/1", fields), effect: .changes)

  /// A dry run's vault is nil, since its id names nothing.
  private static let fields: [Field<(vault: VaultID?, passphrase: Slot?, keyFile: String?)>] = [
    Field("vault", .id.promised, shown: { $0.vault != nil }) { $0.vault },
    Field("passphrase", .boolean, "opens with a passphrase") { $0.passphrase != nil },
    Field("memory_mib", .count, "memory of a try, in MiB") { ($0.passphrase?.cost.memory).map { $0 >> 20 } },
    Field("key_file", .text, "opens with key file") { $0.keyFile },
  ]

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
    let made = context.isDryRun ? nil : header.vault
    var document = Document(
      "vault.init/1", Self.fields,
      of: (vault: made, passphrase: header.slots.first { $0.kind == .passphrase }, keyFile: keyFile))
    document.primary = made.map { "\($0)" }
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
