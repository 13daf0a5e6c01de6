internal import QixModule
internal import VaultContract

/// `qix vault remove`
struct RemoveItem: Command {
  static let declaration = Declaration(
    "remove", "Remove a secret for good.", roles: .adminsOnly,
    discussion: """
      Deletes all its versions and overwrites their space in the database. Copies stay in exports, and in backups made \
      with --with-vault.
      """,
    examples: [
      Example(
        "qix vault remove smtp mailer@example.org --confirm mailer@example.org", "asks for the account's name first"),
      Example("qix vault remove smtp old --confirm old", "for a script"),
      Example("qix vault remove smtp mailer@example.org --history", "keep only the current version"),
    ],
    answer: AnswerShape("vault.remove/1", fields), effect: .changes)

  private static let fields: [Field<(item: ItemID, versions: Int)>] = [
    Field("item", .id) { $0.item },
    Field("versions", .count, "versions removed") { $0.versions },
  ]

  private let item = ItemNamed()
  @Flag("history", "Only the versions before the current one") private var onlyHistory: Bool
  @Option("confirm", .text, placeholder: "ACCOUNT", "The account, instead of typing it")
  private var confirmation: String?

  func run(in context: Context) throws -> Document {
    let vault = try OpenVault(context)
    try context.database.read { connection in
      var state = try VaultState(vault, in: connection)
      try item.require(in: &state).1.requireNotOfModule("removed")
    }
    if !context.isDryRun, !onlyHistory { try context.face.confirmByTyping(item.account, given: confirmation) }
    let document = try context.change("vault.remove") { connection, change in
      var state = try VaultState(vault, in: connection)
      var (record, _) = try item.require(in: &state)
      change.subject = "\(record.id)"
      let versions = record.history.versions.count - (onlyHistory ? 1 : 0)
      if onlyHistory {
        try state.forgetHistory(of: &record)
      } else {
        try state.remove(record)
      }
      try state.commit()
      return Document("vault.remove/1", Self.fields, of: (item: record.id, versions: versions))
    }
    if !context.isDryRun { try Erasure.finish(in: context) }
    return document
  }
}

/// Overwrites what was removed, so that it is nowhere in the database's files.
enum Erasure {
  /// Pages are overwritten where rows go (`secure_delete`); this moves them from the log into the database, and cuts
  /// the log, which still holds the pages as they were.
  static func finish(in context: Context) throws { try context.database.exclusively { _ in } }
}
