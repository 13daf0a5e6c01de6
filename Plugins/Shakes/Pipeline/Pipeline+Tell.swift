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
  func conclude(_ evaluation: inout Evaluation, _ decision: Decision, endsPending: Bool = true, isStep: Bool = true)
    throws
    -> ShakeAnswer
  {
    let pending = evaluation.pending
    if let pending {
      if endsPending {
        try release(pending, isCaptured: evaluation.transfer != nil)
      } else {
        evaluation.id = ids.next(at: evaluation.at)
      }
    }
    let answer = answer(evaluation, Self.outcome(evaluation, decision))
    if case .refused = decision {} else { try noteDevice(evaluation) }
    try tell(answer, user: evaluation.user, at: evaluation.at)
    // From here on only the disk can fail: whoever throws before it has written anything leaves nothing behind.
    let day = evaluation.day
    lastNumber += 1
    let number = lastNumber
    let previous = counters[evaluation.place].lastShake
    counters.update(evaluation.place) { entry in
      entry.shakes += 1
      entry.lastShake = number
      if evaluation.keepsPace { entry.lastAt = evaluation.at }
      if let arrival = evaluation.arrival { entry.arrival = arrival }
      switch decision {
      case .refused: break
      case .waits: entry.tally.count(won: 0, on: day)
      case .accepted(let coins): entry.tally.count(won: coins, on: day)
      }
    }
    evaluation.campaign.counts.count(
      decision, before: evaluation.before.tally, isFirst: evaluation.before.shakes == 0,
      isDrawn: evaluation.drawn != nil,
      on: day, at: evaluation.at)
    noteDecided(coins: evaluation.transfer == nil ? 0 : evaluation.coins)
    try shakes.add(evaluation, decision, answer, number: number, previous: previous, isStep: isStep)
    return answer
  }

  /// Counts a user of a device: who has shaken with it, and who has begun to. Else one device could guess at codes for any
  /// number of users, as long as it guesses wrong.
  func noteDevice(_ evaluation: Evaluation) throws {
    guard evaluation.isNewOnDevice, let device = evaluation.device else { return }
    let campaign = evaluation.campaign.campaign.id
    try connection.run(
      "INSERT INTO shakes_devices (campaign, day, device, user_id) VALUES (?1, ?2, ?3, ?4)", .id(campaign),
      .integer(evaluation.day), .blob(device), .id(evaluation.user))
    // What a device did on earlier days is nobody's business any more; yesterday stays for a clock that is put back.
    try connection.run(
      "DELETE FROM shakes_devices WHERE campaign = ?1 AND day < ?2", .id(campaign), .integer(evaluation.day - 1))
  }

  func tell(_ answer: ShakeAnswer, user: UserID, at time: Timestamp) throws {
    guard !listening.isEmpty else { return }
    let event = ShakeEvent(answer: answer, user: user, at: time)
    for observer in listening { try observer.observe(event, in: connection, context: tools.context) }
  }

  private static func outcome(_ evaluation: Evaluation, _ decision: Decision) -> ShakeAnswer.Outcome {
    switch decision {
    case .refused(let refusal): .refused(refusal)
    case .waits: evaluation.notice.map { .waits($0) } ?? .nothing
    case .accepted(let coins):
      if coins > 0, let transfer = evaluation.transfer { .won(coins: coins, transfer: "\(transfer)") } else { .nothing }
    }
  }

  func answer(_ evaluation: Evaluation, _ outcome: ShakeAnswer.Outcome) -> ShakeAnswer {
    ShakeAnswer(
      shake: evaluation.id, campaign: evaluation.campaign.campaign.id, type: evaluation.type.name, outcome: outcome,
      isReplay: false)
  }
}
