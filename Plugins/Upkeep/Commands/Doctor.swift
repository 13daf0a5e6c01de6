internal import QixModule

/// `qix doctor`
struct Doctor: Command {
  static let declaration = Declaration(
    "doctor", "Check the installation, and show how to fix what is wrong.", roles: [.operator, .auditor],
    discussion: """
      Checks the program, the data folder, the disk, the clock and the schema. This stays fast with much data; `qix db \
      check` reads all of it. A missing library is a warning if your data needs it. Warnings end with \(exit: nil), \
      faults with \(exit: .failed), and damaged or missing data with \(exit: .damaged).
      """,
    examples: [
      Example("qix doctor", "check everything"),
      Example("qix doctor --tsv | grep -v '\tok\t'", "only what needs attention"),
    ],
    answer: AnswerShape("doctor/1", "findings", rows: Finding.fields))

  func run(in context: Context) throws -> Document {
    let (database, lastChange) = try DatabaseCheck(context: context).findings()
    let reader = Result { try context.migratedReader() }
    let used = (try? reader.get()).map { ProgramCheck.used(in: $0, context) } ?? []
    var findings = ProgramCheck(context: context, used: used).findings()
    findings += try HomeCheck(context: context).findings()
    findings += MachineCheck(context: context).findings(lastChange: lastChange)
    findings += database
    for case let module as any DoctorChecking.Type in context.registry.modules {
      do {
        findings += try Finding.looking(at: module.id) {
          try module.examine(in: context) + (reader.get().map { try module.examine($0, in: context) } ?? [])
        }
        // A fault that keeps all modules from reading their rows is among the findings about the database.
        .filter { !($0.isDamage && database.contains { $0.verdict == .fault }) }
      } catch let error as any Diagnosable where error.isNoDatabase {
        // So is a missing database.
      }
    }
    var document = findings.document("doctor/1")
    let warnings = findings.filter { $0.verdict == .warning }.count
    if !findings.faults.isEmpty {
      document.failure = Failure(
        "upkeep.unhealthy", findings.contains { $0.isDamage } ? .damaged : .failed,
        "something must be fixed: \(UpkeepError.list(findings.faults))", hint: "The table shows how to fix each.")
    } else if warnings == 0 {
      document.note("Nothing needs attention.")
    } else {
      document.note("\(warnings.counted("point needs", "points need")) attention.")
    }
    return document
  }
}
