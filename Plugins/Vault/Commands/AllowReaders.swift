internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VaultContract

/// `qix vault allow`
struct AllowReaders: OldCommand {
  static let declaration = Declaration(
    "allow", "Let modules or `qix vault run` read an item.", roles: .adminsOnly,
    parameters: [ItemParameters.service, ItemParameters.account, ItemParameters.readers],
    examples: [Example("qix vault allow smtp mailer@example.org --reader messages", "the module of messages")],
    effect: .changes)

  private let edit: ReaderEdit

  init(_ arguments: Arguments) throws { edit = try ReaderEdit(arguments) }

  func run(in context: Context) throws {
    try edit.run("vault.allow", in: context) { $0.union($1) }
  }
}

/// `qix vault deny`
struct DenyReaders: OldCommand {
  static let declaration = Declaration(
    "deny", "Take modules or `qix vault run` off the access list of an item.", roles: .adminsOnly,
    parameters: [ItemParameters.service, ItemParameters.account, ItemParameters.readers],
    examples: [Example("qix vault deny smtp mailer@example.org --reader run", "not for programs any more")],
    effect: .changes)

  private let edit: ReaderEdit

  init(_ arguments: Arguments) throws { edit = try ReaderEdit(arguments) }

  func run(in context: Context) throws {
    try edit.run("vault.deny", in: context) { $0.subtracting($1) }
  }
}

/// A change of an item's access list.
private struct ReaderEdit {
  let service: String
  let account: String
  let readers: [String]
  let isDryRun: Bool
  let reason: String?

  init(_ arguments: Arguments) throws {
    service = try arguments.require(ItemParameters.service)
    account = try arguments.require(ItemParameters.account)
    readers = arguments[ItemParameters.readers]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    guard !readers.isEmpty else { throw UsageError("missing --reader READER") }
  }

  func run(
    _ action: String, in context: Context, _ change: (Set<String>, Set<String>) -> Set<String>
  ) throws {
    let readers = try ItemParameters.check(readers, in: context)
    let vault = try OpenVault(context)
    let (id, result) = try context.database.write(Change(action, reason: reason), isDryRun: isDryRun) {
      connection, entry in
      var state = try VaultState(vault, in: connection)
      var (record, names) = try state.require(service: service, account: account)
      try names.requireNotOfModule("opened to others")
      entry.subject = "\(record.id) \(readers.joined(separator: " "))"
      let wanted = change(Set(names.readers), Set(readers)).sorted()
      if wanted != names.readers {
        names.readers = wanted
        try state.rename(&record, names)
        try state.commit()
      }
      return (record.id, wanted)
    }
    var document = Document("\(action)/2")
    document.field("item", "item", .identifier("\(id)"))
    document.field("readers", "readers", .texts(result, separator: " "))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
