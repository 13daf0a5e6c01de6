internal import QixModule

/// `qix db accept-loss`
struct AcceptLoss: Command {
  static let declaration = Declaration(
    "accept-loss", "Go on with a database that is older than what was acknowledged.", roles: .adminsOnly,
    discussion: """
      Where the log was deleted or an older file was put back, changes are gone that callers were told were made, and \
      qix refuses to read and to write. What mends it is `qix db restore FILE`, or the missing file itself. Where \
      neither is there, this command goes on with what is left. It checks that in full first, and refuses when it is \
      damaged; it needs a reason, which the audit log keeps with what is missing.

      Send again afterwards what was sent since the last change that is there: with the same idempotency keys, or the \
      same files, nothing is done twice.

      Asks for the number of the last change that was acknowledged, unless --confirm or --yes answers.
      """,
    examples: [
      Example("qix db accept-loss --dry-run", "see what is missing"),
      Example("qix db accept-loss --confirm 4711 --reason 'disk of 3 May lost'", "go on without it"),
    ],
    answer: """
      db.accept-loss/1: acknowledged integer, acknowledged_at time, found integer, found_at time, missing integer
      """, effect: .changes,
    route: .local("it works on the home folder itself"))

  @Option("confirm", .text, placeholder: "CHANGE", "The number of the last change acknowledged, in place of typing it")
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
      context.face.warn(loss.description)
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
    var document = Document("db.accept-loss/1")
    document.field("acknowledged", "last change acknowledged", .integer(loss.acknowledged))
    document.field("acknowledged_at", "at", .timestamp(loss.acknowledgedAt))
    document.field("found", "last change that is there", .integer(loss.found))
    document.field("found_at", "at", .timestamp(loss.foundAt))
    document.field("missing", "changes missing", .integer(loss.missing))
    let since = loss.foundAt.map { " since \($0)" } ?? ""
    document.next("send again what was sent\(since), with the same keys or files, then `qix db backup FILE`")
    return document
  }
}
