internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault remove`
struct RemoveItem: OldCommand {
  private static let history = OldFlag("history", "Only the versions before the current one")
  private static let confirm = OldOption(
    "confirm", .text, placeholder: "ACCOUNT", "The account, typed in place of an answer")

  static let declaration = Declaration(
    "remove", "Remove a secret for good.", roles: .adminsOnly,
    discussion: """
      All its versions go, and what they took in the database is overwritten. They stay in backups made with \
      --with-vault and in exports.
      """,
    parameters: [ItemParameters.service, ItemParameters.account, history, confirm],
    examples: [
      Example("qix vault remove smtp mailer@example.org", "asks for the account's name first"),
      Example("qix vault remove smtp old --confirm old", "for a script"),
      Example("qix vault remove smtp mailer@example.org --history", "keep what is current"),
    ], effect: .changes)

  private let service: String
  private let account: String
  private let onlyHistory: Bool
  private let confirmation: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    service = try arguments.require(ItemParameters.service)
    account = try arguments.require(ItemParameters.account)
    onlyHistory = arguments[Self.history]
    confirmation = arguments[Self.confirm]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let vault = try OpenVault(context)
    try context.database.read { connection in
      var state = try VaultState(vault, in: connection)
      let (_, names) = try state.require(service: service, account: account)
      try names.requireNotOfModule("removed")
    }
    if !isDryRun, !onlyHistory { try context.terminal.confirmByTyping(account, given: confirmation) }
    let (id, versions) = try context.database.write(Change("vault.remove", reason: reason), isDryRun: isDryRun) {
      connection, change in
      var state = try VaultState(vault, in: connection)
      var (record, _) = try state.require(service: service, account: account)
      change.subject = "\(record.id)"
      let versions = record.history.versions.count - (onlyHistory ? 1 : 0)
      if onlyHistory {
        try state.forgetHistory(of: &record)
      } else {
        try state.remove(record)
      }
      try state.commit()
      return (record.id, versions)
    }
    if !isDryRun { try Erasure.finish(in: context) }
    var document = Document("vault.remove/1")
    document.field("item", "item", .identifier("\(id)"))
    document.field("versions", "versions removed", .integer(Int64(versions)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}

/// Makes that what was removed is nowhere in the database's files.
enum Erasure {
  /// Pages are overwritten where rows go (`secure_delete`); this moves them from the log into the database, and cuts
  /// the log, which still holds the pages as they were.
  static func finish(in context: Context) throws { try context.database.exclusively { _ in } }
}
