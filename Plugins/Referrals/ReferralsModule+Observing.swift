package import QixShake
package import ShakesContract

extension ReferralsModule: ShakeObserving {
  /// Whether a referred user has yet to prove it.
  package static func isListening(in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM referrals_claims WHERE state = 1 LIMIT 1")
  }

  /// Counts an accepted shake of a referred user. It pays nothing: `qix referral pay` does, after the wait.
  package static func observe(_ event: ShakeEvent, in connection: Connection, context: Context) throws {
    switch event.answer.outcome {
    case .won, .wonGift, .nothing: break
    case .refused, .needsMore, .waits: return
    }
    let store = ReferralStore(connection)
    for var referral in try store.referrals(of: event.user)
    where referral.state == .claimed && event.at < referral.dueAt {
      guard let programme = try ProgrammeStore(connection).find(referral.programme) else { continue }
      guard programme.campaign.map({ $0 == event.answer.campaign }) ?? true,
        programme.type.map({ $0 == event.answer.type }) ?? true
      else { continue }
      referral.shakes += 1
      referral.shake = event.answer.shake
      if referral.shakes >= programme.shakes {
        referral.state = .proved
        referral.dueAt = try connection.end(of: programme.wait, from: event.at)
      }
      try store.put(referral)
    }
  }
}
