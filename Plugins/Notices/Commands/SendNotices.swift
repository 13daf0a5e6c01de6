internal import QixModule

/// `qix notice send`
struct SendNotices: Command {
  static let declaration = Declaration(
    "send", "Make the notices of what has happened, and send what is due.", roles: [.operator],
    discussion: """
      `qix serve` does the same by itself. Users get notices of what happens after the first run. A message that \
      no sender takes is tried again after a minute, then after twice as long each time. After six tries or three days \
      it is given up: see `qix notice list --given-up`. Several runs can work at the same time.
      """,
    examples: [Example("qix notice send --quiet", "every few minutes, by a timer, without a server")],
    answer: AnswerShape("notice.send/1", fields), effect: .changes,
    route: .local("it is for timers of this machine"))

  private struct Outcome {
    var made: Int64 = 0
    var count = NoticeSender.Count()
    var waiting: Int64 = 0
  }

  private static let fields: [Field<Outcome>] = [
    Field("made", .integer, "notices made") { $0.made },
    Field("sent", .integer, "messages sent") { $0.count.sent },
    Field("failed", .integer, "tries in vain") { $0.count.failed },
    Field("given_up", .integer, "given up") { $0.count.gaveUp },
    Field("waiting", .integer, "still waiting") { $0.waiting },
  ]

  func run(in context: Context) throws -> Document {
    var outcome = Outcome()
    if !context.isDryRun {
      context.face.catchInterruption()
      outcome.made = try NoticeMaker(context).run()
      outcome.count = try NoticeSender(context).run()
    }
    outcome.waiting = try context.database.read {
      try $0.fetchOne("SELECT count(*) FROM notices_deliveries WHERE state <= 2") ?? 0
    }
    var document = Document("notice.send/1", Self.fields, of: outcome)
    if context.face.interruption.isRequested { document.failure = Interrupted() }
    return document
  }
}
