internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// `qix referral revoke`
struct RevokeReferral: Command {
  static let declaration = Declaration(
    "revoke", "Take back what was paid for a referral that was a trick.", roles: [.operator],
    discussion: """
      Name the referral by the user who was referred. If two paid users were merged, the usr_… of the source works \
      too. Coins are taken back from both sides. Spent coins are owed, and new coins settle the debt first. A \
      referral that isn't paid yet is stopped.
      """,
    examples: [Example("qix referral revoke app-9 --reason 'the same person'", "both sides")],
    answer: AnswerShape("referral.revoke/1", fields), effect: .changes)

  private static let fields: [Field<(referral: Referral, terms: Programme, taken: TakenBack)>] = [
    Field("programme", .text) { $0.terms.name },
    Field("user", .id) { $0.referral.referee },
    Field("referrer", .id.orNull, "referred by") { $0.referral.referrer },
    Field("coins", .coins, "coins taken back") { $0.taken.coins },
    Field(optional: "owed", .coins) { $0.taken.owed > 0 ? $0.taken.owed : nil },
  ]

  private let user = UserNamed()
  private let programme = ProgrammeOption()

  func run(in context: Context) throws -> Document {
    let (users, ledger) = (try context.service(Users.directory), try context.service(Coins.ledger))
    let now = context.clock.now()
    let (referral, terms, taken) = try context.change("referrals.revoke") { connection, change in
      let reference = UserID(self.user.reference)
      let user = try self.user.find(users, in: connection)
      let (number, terms) = try programme.find(at: now, in: connection)
      let store = ReferralStore(connection)
      // Of two who were paid for and turned out to be one, the other's is named by the id that they had.
      let former = try reference.map { $0 == user ? [] : try store.referrals(of: $0) } ?? []
      guard var referral = try (former + store.referrals(of: user)).first(where: { $0.programme == number }) else {
        throw Failure(
          "referrals.no-referral", .notFound, "the user has no referral in the programme '\(terms.name)'")
      }
      guard referral.state != .refused, referral.state != .revoked else {
        throw Failure(
          "referrals.not-paid", .conflict,
          "there is nothing to take back: the referral was \(referral.state.name) before")
      }
      let session = try ledger.session(in: connection)
      try session.begin(at: now)
      var taken = TakenBack()
      for transfer in [referral.referrerTransfer, referral.refereeTransfer].compactMap({ $0 }) {
        let part = try session.takeBack(
          transfer, atMost: .max, key: "referral:\(terms.name):\(referral.referee):revoke:\(transfer)",
          reason: context.invocation.reason)
        taken = TakenBack(coins: taken.coins + part.coins, owed: taken.owed + part.owed)
      }
      try session.seal()
      referral.state = .revoked
      referral.settledAt = now
      try store.put(referral)
      change.subject = "\(terms.name): \(user) by \(referral.referrer)"
      return (referral, terms, taken)
    }
    var document = Document(
      "referral.revoke/1", Self.fields, of: (referral: referral, terms: terms, taken: taken))
    document.primary = referral.state.name
    if taken.owed > 0 {
      document.note("\(taken.owed.counted("coin is", "coins are")) spent and owed: new coins settle this first.")
    }
    return document
  }
}
