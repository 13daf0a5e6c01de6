internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral revoke`
struct RevokeReferral: OldCommand {
  static let declaration = Declaration(
    "revoke", "Take back what was paid for a referral that turned out to be a trick.", roles: [.operator],
    discussion: """
      Named by the user who was brought; where two users whom somebody was paid for became one, also by the usr_… that \
      went. Both sides are taken back, or, where somebody has spent them, neither: then \
      nothing is changed. One that isn't paid yet is stopped.
      """,
    parameters: [ReferralOf.user, ReferralOf.programme],
    examples: [Example("qix referral revoke app-9 --reason 'the same person'", "both sides")], effect: .changes)

  private let reference: String
  private let programme: String?
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(ReferralOf.user)
    programme = arguments[ReferralOf.programme]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let (users, ledger) = (try context.service(Users.directory), try context.service(Coins.ledger))
    let now = context.clock.now()
    let (claim, terms) = try context.database.write(
      Change("referrals.revoke", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let user = try ReferralOf.find(reference, users, in: connection)
      let (number, terms) = try ReferralOf.programme(programme, at: now, in: connection)
      let store = ClaimStore(connection)
      // Of two who were paid for and turned out to be one, the other's is named by the id that they had.
      let former = try UserID(self.reference).map { $0 == user ? [] : try store.claims(of: $0) } ?? []
      guard var claim = try (former + store.claims(of: user)).first(where: { $0.programme == number }) else {
        throw ReferralError.noReferral(terms.name)
      }
      guard claim.state != .refused, claim.state != .revoked else { throw ReferralError.notPaid(claim.state.name) }
      let back = [claim.referrerTransfer, claim.refereeTransfer].compactMap { $0 }.map { transfer in
        var operation = Operation.reverse(transfer)
        operation.key = "referral:\(terms.name):\(claim.referee):revoke:\(transfer)"
        operation.reason = reason
        return operation
      }
      if !back.isEmpty { _ = try ledger.post(back, in: connection) }
      claim.state = .revoked
      claim.settledAt = now
      try store.put(claim)
      change.subject = "\(terms.name): \(user) by \(claim.referrer)"
      return (claim, terms)
    }
    var document = Document("referral.revoke/1")
    document.primary = claim.state.name
    document.field("programme", "programme", .text(terms.name))
    document.field("user", "user", .identifier("\(claim.referee)"))
    document.field("referrer", "brought by", .identifier("\(claim.referrer)"))
    document.field(
      "coins", "coins taken back",
      .coins(claim.referrerTransfer == nil && claim.refereeTransfer == nil ? 0 : terms.cost))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
