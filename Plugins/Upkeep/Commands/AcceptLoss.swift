internal import QixModule

/// `qix db accept-loss`
struct AcceptLoss: Command {
  static let declaration = Declaration(
    "accept-loss", "Continue with a database that has lost acknowledged changes.", roles: .adminsOnly,
    discussion: """
      If the log is deleted or an older file put back, changes are missing that qix had confirmed to callers. qix then \
      refuses to read and to write. The remedy is `qix db restore FILE`, or the missing file itself. If you have \
      neither, this command continues with what is left. It checks the database in full first, and refuses if that is \
      damaged. The audit log keeps the reason and what is missing.

      Afterwards send again everything since the last change that is left. With the same idempotency keys or files, \
      nothing is done twice.

      Asks for the number of the last acknowledged change, unless --confirm or --yes answers.
      """,
    examples: [
      Example("qix db accept-loss --dry-run", "see what is missing"),
      Example("qix db accept-loss --confirm 4711 --reason 'disk of 3 May lost'", "continue without it"),
    ],
    answer: AnswerShape("db.accept-loss/1", fields), effect: .changes,
    route: .local("it works on the data folder itself"))

  private static let fields: [Field<Loss>] = [
    Field("acknowledged", .integer, "last change acknowledged") { $0.acknowledged },
    Field("acknowledged_at", .time, "at") { $0.acknowledgedAt },
    Field("found", .integer, "last change left") { $0.found },
    Field("found_at", .time.promised, "at") { $0.foundAt },
    Field("missing", .integer, "changes missing") { $0.missing },
  ]

  @Option("confirm", .text, placeholder: "CHANGE", "The number of the last acknowledged change, instead of typing it")
  private var confirmed: String?

  func run(in context: Context) throws -> Document {
    guard context.isDryRun || context.invocation.reason != nil else {
      throw UsageError("accepting a loss needs a reason", hint: "Give --reason TEXT; the audit log keeps it.")
    }
    let database = context.database.ignoringLoss()
    guard case .lost(let loss)? = try database.remembered() else { throw UpkeepError.nothingLost }
    let others = try DataCheck(context: context).findings(of: database.reader())
      .filter { $0.subject != AcknowledgedCheck.subject && $0.subject != AcknowledgedCheck.log }
    guard others.faults.isEmpty else { throw UpkeepError.unsound(what: "what is left", faults: others.faults) }
    if !context.isDryRun {
      context.face.warn("\(loss.description)")
      try context.face.confirmByTyping("\(loss.acknowledged)", or: nil, given: confirmed, yesAnswers: true)
    }
    if !context.isDryRun {
      let accepted = try database.acceptLoss(Change("upkeep.accept-loss", reason: context.invocation.reason)) {
        loss, change in
        change.subject =
          "\(loss.found) of \(loss.acknowledged) changes, acknowledged until \(loss.acknowledgedAt)"
      }
      guard accepted != nil else { throw UpkeepError.nothingLost }
    }
    var document = Document("db.accept-loss/1", Self.fields, of: loss)
    let since = loss.foundAt.map { " since \($0)" } ?? ""
    document.next("send everything\(since) again with the same keys or files, then `qix db backup FILE`")
    return document
  }
}
