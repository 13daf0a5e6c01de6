internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixCrypto
internal import QixKernel
internal import QixShake
internal import QixStorage
internal import ShakesContract

extension Pipeline {
  /// Writes a decided shake, counts it, and tells whoever observes.
  /// - Parameters:
  ///   - endsPending: false where the client made a mistake that the shake under way survives.
  ///   - isStep: false for a shake that ends by itself: there is no request that is answered.
  func conclude(_ passage: inout Passage, _ decision: Decision, endsPending: Bool = true, isStep: Bool = true) throws
    -> ShakeAnswer
  {
    let pending = passage.pending
    if let pending {
      if endsPending {
        try release(pending, isCaptured: passage.transfer != nil)
      } else {
        passage.id = ids.next(at: passage.at)
      }
    }
    let answer = answer(passage, Self.outcome(passage, decision))
    if case .refused = decision {} else { try noteDevice(passage) }
    try tell(answer, user: passage.user, at: passage.at)
    // From here on only the disk can fail: whoever throws before it has written anything leaves nothing behind.
    let day = passage.day
    lastNumber += 1
    let number = lastNumber
    let previous = book[passage.place].lastShake
    book.update(passage.place) { entry in
      entry.shakes += 1
      entry.lastShake = number
      if passage.keepsPace { entry.lastAt = passage.at }
      if let arrival = passage.arrival { entry.arrival = arrival }
      switch decision {
      case .refused: break
      case .waits: entry.tally.count(won: 0, on: day)
      case .accepted(let coins): entry.tally.count(won: coins, on: day)
      }
    }
    passage.campaign.counts.count(
      decision, before: passage.before.tally, isFirst: passage.before.shakes == 0, isDrawn: passage.drawn != nil,
      on: day, at: passage.at)
    noteDecided(coins: passage.transfer == nil ? 0 : passage.coins)
    try shakes.add(passage, decision, answer, number: number, previous: previous, isStep: isStep)
    return answer
  }

  /// Counts a user of a device: who has shaken with it, and who has begun to. Else one device could guess at codes for any
  /// number of users, as long as it guesses wrong.
  func noteDevice(_ passage: Passage) throws {
    guard passage.isNewOnDevice, let device = passage.device else { return }
    let campaign = passage.campaign.campaign.id
    try connection.run(
      "INSERT INTO shakes_devices (campaign, day, device, user_id) VALUES (?1, ?2, ?3, ?4)", .id(campaign),
      .integer(passage.day), .blob(device), .id(passage.user))
    // What a device did on earlier days is nobody's business any more; yesterday stays for a clock that is put back.
    try connection.run(
      "DELETE FROM shakes_devices WHERE campaign = ?1 AND day < ?2", .id(campaign), .integer(passage.day - 1))
  }

  func tell(_ answer: ShakeAnswer, user: UserID, at time: Timestamp) throws {
    guard !listening.isEmpty else { return }
    let event = ShakeEvent(answer: answer, user: user, at: time)
    for observer in listening { try observer.observe(event, in: connection, context: tools.context) }
  }

  private static func outcome(_ passage: Passage, _ decision: Decision) -> ShakeAnswer.Outcome {
    switch decision {
    case .refused(let refusal): .refused(refusal)
    case .waits: passage.notice.map { .waits($0) } ?? .nothing
    case .accepted(let coins):
      if coins > 0, let transfer = passage.transfer { .won(coins: coins, transfer: "\(transfer)") } else { .nothing }
    }
  }

  func answer(_ passage: Passage, _ outcome: ShakeAnswer.Outcome) -> ShakeAnswer {
    ShakeAnswer(
      shake: passage.id, campaign: passage.campaign.campaign.id, type: passage.type.name, outcome: outcome,
      isReplay: false)
  }
}
