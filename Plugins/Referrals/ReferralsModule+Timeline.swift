package import IdentityContract
package import QixShake

/// A user's referrals, of both sides, with claims that were refused; a merge moves them to the survivor.
extension ReferralsModule: TimelineProviding {
  package static let timelineKinds: Set<TimelineKind> = [.referral]

  package static func timeline(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineEntry] {
    let names = Dictionary(
      uniqueKeysWithValues: try ProgrammeStore(connection).all().map { ($0.number, $0.programme.name) })
    let store = ReferralStore(connection)
    let claims = try store.referrals(of: query.user) + store.brought(by: query.user)
    let refused = try RefusedClaim.about(query.user, in: connection)
    return query.cut(
      claims.map { entry($0, in: names[$0.programme] ?? "", of: query.user) }
        + refused.map { entry($0, in: names[$0.programme] ?? "", of: query.user) })
  }

  package static func timelineCounts(
    _ query: TimelineQuery, in connection: Connection, context: Context
  ) throws -> [TimelineKind: Int] {
    let store = ReferralStore(connection)
    let refused = try RefusedClaim.about(query.user, in: connection)
    return [
      .referral: try store.referrals(of: query.user).count + store.brought(by: query.user).count + refused.count
    ]
  }

  private static func entry(_ claim: Referral, in programme: String, of user: UserID) -> TimelineEntry {
    let refusal: Sentence = if let code = claim.refusal { ", refused: \(code)" } else { "" }
    return TimelineEntry(
      TimelinePlace(claim.claimedAt, "referral.\(claim.programme).\(claim.referee)"), .referral, "referral.claim",
      claim.referee == user
        ? "Was referred by \(claim.referrer)\(refusal)." : "Has referred \(claim.referee)\(refusal)."
    ).with {
      ($0.subject, $0.of) = (programme, programme)
      $0.state = claim.state.name
    }
  }

  private static func entry(_ claim: RefusedClaim, in programme: String, of user: UserID) -> TimelineEntry {
    let code = ReferralCode.written(claim.code)
    return TimelineEntry(
      TimelinePlace(claim.at, "refused.\(claim.programme).\(claim.code).\(claim.refusal).\(claim.referee)"), .referral,
      "referral.refused",
      claim.referee == user
        ? "Claim with the code \(code) refused: \(claim.refusal)."
        : "Claim of \(claim.referee) with the user's code \(code) refused: \(claim.refusal)."
    ).with {
      ($0.subject, $0.of) = (programme, programme)
      $0.state = "refused"
    }
  }
}
