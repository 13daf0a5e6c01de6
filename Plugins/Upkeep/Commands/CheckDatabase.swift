internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix db check`
struct CheckDatabase: Command {
  static let declaration = Declaration(
    "check", "Check that the database is whole.", roles: [.operator, .auditor],
    discussion: """
      Reads everything: the structure of the file, references between rows, the schema, the audit log, and what each \
      module knows of its own data. It names copies that restores have left in the home. It changes nothing and keeps nobody waiting. Exit code 7 when a fault is found.
      """,
    examples: [
      Example("qix db check", "look at everything"),
      Example("qix db check --quiet || echo damaged", "in a script, by the exit code"),
    ])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let findings =
      try DataCheck(context: context).findings(of: context.database.reader())
      + HomeCheck(context: context).formerContents()
    try context.terminal.emit(findings.document("db.check/1"))
    guard findings.faults.isEmpty else { throw UpkeepError.unsound(what: "the database", faults: findings.faults) }
    context.terminal.note("The database is whole.")
  }
}
