internal import QixModule
internal import VaultContract

/// `qix vault allow`
struct AllowReaders: Command {
  static let declaration = Declaration(
    "allow", "Let modules or `qix vault run` read an item.", roles: .adminsOnly,
    examples: [Example("qix vault allow smtp mailer@example.org --reader messages", "for the messages module")],
    answer: AnswerShape("vault.allow/2", ReaderEdit.fields), effect: .changes)

  private let edit = ReaderEdit()

  func check() throws { try edit.check() }

  func run(in context: Context) throws -> Document {
    try edit.run("vault.allow", in: context) { $0.union($1) }
  }
}

/// `qix vault deny`
struct DenyReaders: Command {
  static let declaration = Declaration(
    "deny", "Remove modules or `qix vault run` from an item's access list.", roles: .adminsOnly,
    examples: [Example("qix vault deny smtp mailer@example.org --reader run", "close it to programs")],
    answer: AnswerShape("vault.deny/2", ReaderEdit.fields), effect: .changes)

  private let edit = ReaderEdit()

  func check() throws { try edit.check() }

  func run(in context: Context) throws -> Document {
    try edit.run("vault.deny", in: context) { $0.subtracting($1) }
  }
}

/// A change of an item's access list.
private struct ReaderEdit {
  private let item = ItemNamed()
  private let readers = ReaderOption()

  static let fields: [Field<(item: ItemID, readers: [String])>] = [
    Field("item", .id) { $0.item },
    Field("readers", .texts(separator: " ")) { $0.readers },
  ]

  func check() throws(UsageError) {
    guard readers.isGiven else { throw UsageError("missing --reader READER") }
  }

  func run(
    _ action: String, in context: Context, _ change: (Set<String>, Set<String>) -> Set<String>
  ) throws -> Document {
    let readers = try readers.readers(in: context)
    let vault = try OpenVault(context)
    return try context.change(action) { connection, entry in
      var state = try VaultState(vault, in: connection)
      var (record, names) = try item.require(in: &state)
      try names.requireNotOfModule("opened to others")
      entry.subject = "\(record.id) \(readers.joined(separator: " "))"
      let wanted = change(Set(names.readers), Set(readers)).sorted()
      if wanted != names.readers {
        names.readers = wanted
        try state.rename(&record, names)
        try state.commit()
      }
      return Document("\(action)/2", Self.fields, of: (item: record.id, readers: wanted))
    }
  }
}
