internal import QixModule

/// `qix referral pay`
struct PayReferrals: Command {
  static let declaration = Declaration(
    "pay", "Pay for verified referrals whose wait is over.", roles: [.operator],
    discussion: """
      Run it every hour or every night. Each referral is paid once, even if the command runs again. Some referrals can \
      never be paid: lapsed, a limit reached, the wrong account level, a user who wasn't new. They are refused. If a \
      budget is spent, the other referrals wait for more coins. They also wait if a user has earned the daily limit of \
      their account level. A budget that didn't suffice has \(exit: .refused). A payment whose key is taken by other \
      coins has \(exit: .conflict).
      """,
    examples: [
      Example("qix referral pay", "all that is due"),
      Example("qix referral pay --dry-run", "what would be paid"),
    ],
    answer: AnswerShape("referral.pay/1", fields), effect: .changes)

  private static let fields: [Field<Paying.Result>] = [
    Field("paid", .integer, "referrals paid") { $0.paid },
    Field("coins", .coins, "coins paid") { $0.coins },
    Field("refused", .integer, "referrals refused") { $0.refused },
    Field("blocked", .list(of: .id), "referrals whose key is taken") { .list($0.blocked.map { .identifier($0) }) },
  ]

  /// Claims in one commit.
  private static let commitSize: Int64 = 1_000

  private let programme = ProgrammeOption()

  func run(in context: Context) throws -> Document {
    let number = try context.database.read { connection in
      try programme.name.map { try ProgrammeStore(connection).require($0).number }
    }
    var total = Paying.Result()
    context.face.catchInterruption()
    var place: ReferralStore.Place?
    repeat {
      let result = try context.change("referrals.pay") { connection, change in
        let result = try Paying(context, in: connection).pay(
          number, after: place, limit: context.isDryRun ? .max : Self.commitSize)
        change.subject = "\(result.paid) paid, \(result.coins.counted("coin")), \(result.refused) refused"
        return result
      }
      total.add(result)
      place = result.place
      if place != nil, context.face.interruption.isRequested { throw Interrupted() }
    } while place != nil
    var document = Document("referral.pay/1", Self.fields, of: total)
    document.primary = "\(total.paid)"
    if total.waiting > 0 {
      document.note(
        """
        \(total.waiting.counted("more waits", "more wait")): their users can't get these coins now, for example \
        because they have reached the daily limit of their account level.
        """)
    }
    document.failure = Self.failure(blocked: total.blocked, spent: total.spent)
    return document
  }

  /// - Parameters:
  ///   - blocked: users under whose payment's key other coins were moved.
  ///   - spent: the programme whose budget didn't pay all that was due.
  private static func failure(blocked: [UserID], spent: String?) -> Failure? {
    if let referee = blocked.first {
      return Failure(
        "referrals.key-taken", .conflict,
        """
        \(blocked.count.counted("referral")) can't be paid, the first that of \(referee): the keys of these \
        payments were used for other coins
        """,
        hint:
          """
          `qix referral of USER` shows who should have the coins. Give them with `qix coins issue`. End the \
          referral with `qix referral revoke USER --reason TEXT`.
          """)
    }
    guard let spent else { return nil }
    return Failure(
      "referrals.budget-spent", .refused, "the budget of '\(spent)' is too small for all that is due; the others wait",
      hint: """
        Put more coins in with `qix budget fund referral-\(spent) --amount COINS`. With enough coins in it, run \
        \(always: "qix referral pay") again.
        """)
  }
}
