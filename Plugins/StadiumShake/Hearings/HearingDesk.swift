internal import QixCrypto
internal import QixShake

/// One recording before the rules of its campaign, inside the shake's transaction.
struct HearingDesk {
  let terms: HearingTerms
  let attempt: Attempt
  let connection: Connection

  /// Microseconds that may lie between the server's search of the recording and the shake's turn.
  private static let longestWait: Int64 = 120_000_000
  /// Metres by which positions that were kept are off.
  private static let kept = 150.0

  /// - Throws: why it doesn't count.
  func hear() throws(HearingRefusal) -> Proof {
    guard let sight = attempt.sight("audio"), let reading = HearReading(sight.reading),
      let heardAt = sight.reading["heard-at"]?.integer, let mark = reading.found
    else { throw .noMark }
    guard let event = try asked({ try Event.find(number: mark.event, in: connection) }) else { throw .noMark }
    if let campaign = event.campaign, campaign != attempt.campaign { throw .otherCampaign }
    try checkTime(mark, event, heardAt: heardAt)
    let position = try position()
    try checkPlace(position, of: event)
    if let position { try checkSpeed(position) }
    if try asked({ try Hearing.isKnown(sight.digest, in: attempt.campaign, connection) }) { throw .soundUsed }
    let hearing = Hearing(
      shake: attempt.shake, user: attempt.user, campaign: attempt.campaign, event: event.number, slot: mark.slot,
      sound: sight.digest, score: mark.score, position: position, at: attempt.at)
    _ = try asked { try hearing.insert(connection) }
    return proof(mark, event)
  }

  /// The slot at the recording's end must be the one that was on when the server had it, or one beside it.
  private func checkTime(_ mark: Mark, _ event: Event, heardAt: Int64) throws(HearingRefusal) {
    let waited = attempt.at.microseconds - heardAt
    // The clock may have been set back meanwhile by less than anybody gains from.
    guard (-1_000_000...Self.longestWait).contains(waited) else { throw .late }
    let now = event.slot(at: Timestamp(microseconds: heardAt))
    if mark.last < now - terms.late { throw .late }
    if mark.last > now + terms.late { throw .early }
    guard event.start(ofSlot: mark.slot) < event.end else { throw .over }
  }

  private func position() throws(HearingRefusal) -> Position? {
    switch (attempt.evidence.number("latitude"), attempt.evidence.number("longitude")) {
    case (let latitude?, let longitude?):
      guard let position = Position(latitude: latitude, longitude: longitude) else { throw .halfPosition }
      return position
    case (nil, nil): return nil
    default: throw .halfPosition
    }
  }

  private func checkPlace(_ position: Position?, of event: Event) throws(HearingRefusal) {
    guard let within = terms.within else { return }
    guard let place = event.position else { throw .noEventPosition }
    guard let position else { throw .noPosition }
    guard position.distance(to: place) <= within else { throw .elsewhere }
  }

  private func checkSpeed(_ position: Position) throws(HearingRefusal) {
    let last = try asked { try Hearing.lastPosition(of: attempt.user, before: attempt.at, connection) }
    guard let last else { return }
    let seconds = max(0, Double(attempt.at.microseconds - last.at.microseconds) / 1e6)
    guard position.distance(to: last.position) <= terms.speed * seconds + Self.kept else { throw .tooFast }
  }

  private func proof(_ mark: Mark, _ event: Event) -> Proof {
    var facts = JSONObject()
    facts["event"] = .string(event.name)
    facts["slot"] = .integer(mark.slot)
    facts["score"] = .double((mark.score * 100).rounded() / 100)
    facts["source"] = .string(mark.piece == nil ? "blind" : "original")
    let claim =
      switch terms.once {
      case .slot: "slot:\(event.number):\(mark.slot)"
      case .event: "event:\(event.number)"
      }
    return Proof(facts: facts, claim: Claim(.user, claim))
  }

  private func asked<Answer>(_ question: () throws -> Answer) throws(HearingRefusal) -> Answer {
    do { return try question() } catch { throw .failed(error) }
  }
}
