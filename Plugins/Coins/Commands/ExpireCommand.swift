internal import CoinsContract
internal import QixModule

/// `qix coins expire`
struct ExpireCommand: Command {
  static let declaration = Declaration(
    "expire", "Book what has expired: coins past their expiry, and holds that have timed out.", roles: [.operator],
    discussion: """
      Run it every night. Expired coins can't be spent even before they are booked: booking moves them out of the \
      wallets. Each lot is booked at its own time of expiry. Running the command again finds nothing to do.
      """,
    examples: [
      Example("qix coins expire", "all that has expired by now"),
      Example("qix coins expire --as-of 2027-07-01 --dry-run", "what will have expired by then"),
    ],
    answer: AnswerShape("coins.expire/1", fields), effect: .changes)

  private static let fields: [Field<(time: Timestamp, swept: Ledger.Swept)>] = [
    Field("as_of", .time) { $0.time },
    Field("lots", .count, "lots expired") { $0.swept.lots },
    Field("coins", .coins, "coins expired") { $0.swept.coins },
    Field("holds", .count, "holds timed out") { $0.swept.holds },
  ]

  /// Lots and holds in one commit.
  private static let commitSize = 32_768

  @Option("as-of", .until, "Up to this time, or the end of this day; the default is now")
  private var asOf: Timestamp?

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let time = asOf ?? now
    guard time <= now || context.isDryRun else {
      throw UsageError(
        "--as-of \(time) is in the future, so coins would expire too early",
        hint: "Add --dry-run to see what will have expired by then.")
    }
    var total = Ledger.Swept()
    let progress = context.face.progress("expiring", unit: "lots")
    context.face.catchInterruption()
    while true {
      let swept = try sweep(upTo: time, in: context)
      total.holds += swept.holds
      total.lots += swept.lots
      total.coins += swept.coins
      progress.advance(to: Int64(total.lots + total.holds))
      if swept == Ledger.Swept() || context.isDryRun { break }
      if context.face.interruption.isRequested { throw Interrupted.goesOn }
    }
    progress.finish()
    return Document("coins.expire/1", Self.fields, of: (time: time, swept: total))
  }

  private func sweep(upTo time: Timestamp, in context: Context) throws -> Ledger.Swept {
    try context.change("coins.expire") { connection, change in
      try RequestBoxes.wipe(at: AuditLog.latestMoment(context.clock.now(), in: connection), in: connection)
      let swept = try Ledger.block(in: context, connection) {
        try $0.sweep(asOf: time, limit: context.isDryRun ? .max : Self.commitSize)
      }
      change.subject =
        "as of \(time): \(swept.lots.counted("lot")), \(swept.coins.counted("coin")), \(swept.holds.counted("hold"))"
      return swept
    }
  }
}
