internal import QixCrypto
internal import QixShake

/// One recording before the rules of its campaign, inside the shake's transaction.
struct HearingService {
  let terms: HearingTerms
  let attempt: Attempt
  let connection: Connection

  /// Microseconds that may lie between the request and the shake's turn: more than a full queue of recordings takes, each
  /// of which is searched for half a minute at the most.
  private static let longestWait: Int64 = 600_000_000
  /// Metres by which positions that were kept are off.
  private static let kept = 150.0

  /// - Throws: `Refusal` where it doesn't count.
  func hear() throws -> Proof {
    guard let sight = attempt.sight("audio"), let reading = HearReading(sight.reading),
      let heardAt = sight.reading["heard-at"]?.integer, let mark = reading.found
    else { throw HearingRefusal.noMark }
    guard let event = try Event.find(number: mark.event, in: connection) else { throw HearingRefusal.noMark }
    if let campaign = event.campaign, campaign != attempt.campaign { throw HearingRefusal.otherCampaign }
    try checkTime(mark, event, heardAt: heardAt)
    let position = try position()
    try checkPlace(position, of: event)
    if let position { try checkSpeed(position) }
    if try Hearing.isKnown(sight.digest, in: attempt.campaign, connection) { throw HearingRefusal.soundUsed }
    let hearing = Hearing(
      shake: attempt.shake, user: attempt.user, campaign: attempt.campaign, event: event.number, slot: mark.slot,
      sound: sight.digest, score: mark.score, position: position, at: attempt.at)
    try hearing.insert(connection)
    return proof(mark, event)
  }

  /// The slot at the recording's end must be the one that was on when the server had it, or one beside it.
  private func checkTime(_ mark: Mark, _ event: Event, heardAt: Int64) throws {
    let waited = attempt.at.microseconds - heardAt
    // The clock may have been set back meanwhile by less than anybody gains from.
    guard (-1_000_000...Self.longestWait).contains(waited) else { throw HearingRefusal.late }
    let now = event.slot(at: Timestamp(microseconds: heardAt))
    if mark.last < now - terms.late { throw HearingRefusal.late }
    if mark.last > now + terms.late { throw HearingRefusal.early }
    guard event.start(ofSlot: mark.slot) < event.end else { throw HearingRefusal.over }
  }

  private func position() throws -> Position? {
    switch (attempt.evidence.number("latitude"), attempt.evidence.number("longitude")) {
    case (let latitude?, let longitude?):
      guard let position = Position(latitude: latitude, longitude: longitude) else { throw HearingRefusal.halfPosition }
      return position
    case (nil, nil): return nil
    default: throw HearingRefusal.halfPosition
    }
  }

  private func checkPlace(_ position: Position?, of event: Event) throws {
    guard let within = terms.within else { return }
    guard let place = event.position else { throw HearingRefusal.noEventPosition }
    guard let position else { throw HearingRefusal.noPosition }
    guard position.distance(to: place) <= within else { throw HearingRefusal.elsewhere }
  }

  private func checkSpeed(_ position: Position) throws {
    let last = try Hearing.lastPosition(of: attempt.user, before: attempt.at, connection)
    guard let last else { return }
    let seconds = max(0, Double(attempt.at.microseconds - last.at.microseconds) / 1e6)
    guard position.distance(to: last.position) <= terms.speed * seconds + Self.kept else {
      throw HearingRefusal.tooFast
    }
  }

  private func proof(_ mark: Mark, _ event: Event) -> Proof {
    var facts = JSONObject()
    facts["event"] = .string(event.name)
    facts["slot"] = .integer(mark.slot)
    facts["score"] = .double((mark.score * 100).rounded() / 100)
    facts["source"] = .string(mark.piece == nil ? "blind" : "original")
    let once =
      switch terms.once {
      case .slot: "slot:\(event.number):\(mark.slot)"
      case .event: "event:\(event.number)"
      }
    return Proof(facts: facts, use: SingleUse(.user, once))
  }
}
