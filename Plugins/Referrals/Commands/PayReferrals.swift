internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral pay`
struct PayReferrals: OldCommand {
  static let declaration = Declaration(
    "pay", "Pay for referrals that are proved and whose wait is over.", roles: [.operator],
    discussion: """
      Run it every hour or night. Each is paid once, however often it runs. What can't be paid for good (lapsed, a limit \
      reached, the wrong mode, somebody who wasn't new) is refused then; where a budget is spent, what is left waits \
      for more, and so does whoever has earned what their mode may earn in a day. Ends with exit code 6 when a budget \
      didn't suffice, and with 5 when the key of a payment is taken by other coins.
      """,
    parameters: [ReferralOf.programme],
    examples: [
      Example("qix referral pay", "all that is due"),
      Example("qix referral pay --dry-run", "what would be paid"),
    ], effect: .changes)

  /// Claims in one commit.
  private static let commitSize: Int64 = 1_000

  private let programme: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    programme = arguments[ReferralOf.programme]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let number = try context.database.read { connection in
      try programme.map { try ProgrammeStore(connection).require($0).number }
    }
    var total = Paying.Result()
    context.terminal.catchInterruption()
    var place: ClaimStore.Place?
    repeat {
      let result = try context.database.write(Change("referrals.pay", reason: reason), isDryRun: isDryRun) {
        connection, change in
        let result = try Paying(context, in: connection).pay(
          number, after: place, limit: isDryRun ? .max : Self.commitSize)
        change.subject = "\(result.paid) paid, \(result.coins.counted("coin")), \(result.refused) refused"
        return result
      }
      total.paid += result.paid
      total.coins += result.coins
      total.refused += result.refused
      total.spent = result.spent ?? total.spent
      total.waiting += result.waiting
      total.blocked += result.blocked
      place = result.place
      if place != nil, context.terminal.interruption.isRequested { throw Interrupted() }
    } while place != nil
    var document = Document("referral.pay/1")
    document.primary = "\(total.paid)"
    document.field("paid", "referrals paid", .integer(total.paid))
    document.field("coins", "coins paid", .coins(total.coins))
    document.field("refused", "referrals refused", .integer(total.refused))
    document.field("blocked", "referrals whose key is taken", .list(total.blocked.map { .identifier("\($0)") }))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
    if total.waiting > 0 {
      context.terminal.note(
        "\(total.waiting.counted("more waits", "more wait")): their users can't be given these coins now, such as where "
          + "they have earned what their mode may earn in a day.")
    }
    if let first = total.blocked.first { throw ReferralError.keyTaken(first, count: total.blocked.count) }
    if let spent = total.spent { throw ReferralError.spent(spent) }
  }
}
