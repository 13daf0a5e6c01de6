internal import QixModule

/// `qix db check`
struct CheckDatabase: Command {
  static let declaration = Declaration(
    "check", "Check that the database is whole.", roles: [.operator, .auditor],
    discussion: """
      Reads everything: the file's structure, the last acknowledged change, the log, references between rows, the \
      schema and the audit log. Each module checks its own data. Lists copies that restores left in the data folder. \
      Changes nothing and blocks no other process. Exit code 7 if there is a fault.
      """,
    examples: [
      Example("qix db check", "check everything"),
      Example("qix db check --quiet || echo damaged", "in a script, by the exit code"),
    ],
    answer: AnswerShape("db.check/1", "findings", rows: Finding.fields))

  func run(in context: Context) throws -> Document {
    let findings =
      try DataCheck(context: context).findings(of: context.database.reader())
      + HomeCheck(context: context).formerContents()
    var document = findings.document("db.check/1")
    let faults = findings.filter { $0.verdict == .fault }
    if let first = faults.first(where: { $0.subject != DataCheck.pageChecksums }) ?? faults.first {
      document.failure = UpkeepError.unsound(what: "the database", faults: findings.faults, remedy: first.remedy)
      return document
    }
    let warnings = findings.filter { $0.verdict == .warning }.count
    document.note(
      warnings == 0
        ? "The database is whole."
        : "No fault was found; \(warnings.counted("point needs", "points need")) attention.")
    return document
  }
}
