internal import QixModule

/// `qix db check`
struct CheckDatabase: Command {
  static let declaration = Declaration(
    "check", "Check that the database is whole.", roles: [.operator, .auditor],
    discussion: """
      Reads everything: the structure of the file, whether what was last acknowledged is there, the log, references between rows, the schema, the \
      audit log, and what each module knows of its own data. It names copies that restores have left in the home. It changes nothing and keeps no process waiting. Exit code 7 when a fault is found.
      """,
    examples: [
      Example("qix db check", "look at everything"),
      Example("qix db check --quiet || echo damaged", "in a script, by the exit code"),
    ],
    answer: "db.check/1: findings [check text, verdict text, detail text, remedy text?]")

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
