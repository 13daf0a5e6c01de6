internal import QixShake

/// `qix shake expire`
struct ExpireShakes: Command {
  static let declaration = Declaration(
    "expire", "Close shakes that users did not finish in time, and release their reserved coins.",
    roles: [.operator],
    discussion: """
      Run it every night. If a user shakes again, that closes their own late shake. Held coins become free at their \
      time even if this has not run. Running it again changes nothing.
      """,
    examples: [
      Example("qix shake expire", "late shakes, and open shakes of ended campaigns"),
      Example("qix shake expire --dry-run", "how many it would close"),
    ],
    answer: AnswerShape("shake.expire/1", fields), effect: .changes)

  private static let fields: [Field<Pipeline.Swept>] = [
    Field("shakes", .integer, "shakes decided") { $0.shakes },
    Field("coins", .coins, "coins returned") { $0.coins },
  ]

  /// Shakes in one commit.
  private static let commitSize: Int64 = 8_192

  func run(in context: Context) throws -> Document {
    let tools = try PipelineTools(context)
    let now = context.clock.now()
    var total = Pipeline.Swept()
    let progress = context.face.progress("expiring", unit: "shakes")
    context.face.catchInterruption()
    while true {
      let swept = try context.change("shakes.expire") {
        connection, change in
        let pipeline = try Pipeline(connection, tools)
        try pipeline.begin()
        let swept = try pipeline.sweep(upTo: now, limit: context.isDryRun ? .max : Self.commitSize)
        try pipeline.finish()
        change.subject = "\(swept.shakes) shakes, \(swept.coins) coins"
        return swept
      }
      total.shakes += swept.shakes
      total.coins += swept.coins
      progress.advance(to: total.shakes)
      if swept.shakes == 0 || context.isDryRun { break }
      if context.face.interruption.isRequested { throw Interrupted() }
    }
    progress.finish()
    return Document("shake.expire/1", Self.fields, of: total)
  }
}
