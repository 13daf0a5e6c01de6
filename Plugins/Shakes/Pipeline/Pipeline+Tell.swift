internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixCrypto
internal import QixShake
internal import ShakesContract

extension Pipeline {
  /// Writes a refused shake that was not judged.
  func conclude(
    _ shake: ResolvedShake, _ admission: Admission = Admission(), refusal: Refusal, endsPending: Bool = true,
    isStep: Bool = true
  ) throws -> ShakeAnswer {
    try conclude(shake, admission, Judgement(), .refused(refusal), endsPending: endsPending, isStep: isStep)
  }

  /// Writes a decided shake, counts it, and tells whoever observes.
  /// - Parameters:
  ///   - endsPending: false where the client made a mistake that the shake under way survives.
  ///   - isStep: false for a shake that ends by itself: there is no request that is answered.
  func conclude(
    _ shake: ResolvedShake, _ admission: Admission, _ judgement: Judgement, _ decision: Decision,
    endsPending: Bool = true, isStep: Bool = true
  ) throws -> ShakeAnswer {
    var id = shake.id
    if let pending = shake.pending {
      if endsPending {
        try release(pending, isCaptured: judgement.transfer != nil)
      } else {
        id = ids.next(at: shake.at)
      }
    }
    let answer = answer(shake, id, Self.outcome(judgement, decision))
    if case .refused = decision {} else { try noteDevice(shake, admission) }
    try tell(answer, user: shake.user, at: shake.at)
    // From here on only the disk can fail: whoever throws before it has written anything leaves nothing behind.
    let day = shake.day
    lastNumber += 1
    let number = lastNumber
    let previous = counters[shake.place].lastShake
    counters.update(shake.place) { entry in
      entry.shakes += 1
      entry.lastShake = number
      if admission.keepsPace { entry.lastAt = shake.at }
      if let arrival = admission.arrival { entry.arrival = arrival }
      switch decision {
      case .refused: break
      case .waits: entry.tally.count(won: 0, on: day)
      case .accepted(let coins, let isWin): entry.tally.count(won: coins, isWin: isWin, on: day)
      }
    }
    shake.campaign.counts.count(
      decision, before: shake.before.tally, isFirst: shake.before.shakes == 0, isDrawn: judgement.prize.drawn != nil,
      on: day, at: shake.at)
    if let gift = judgement.gift { shake.campaign.counts.count(given: gift.gift, coins: judgement.giftCoins) }
    noteDecided(id, coins: judgement.transfer == nil ? 0 : judgement.prize.coins)
    try connection.tell(decision.event, of: id, user: shake.user)
    try shakes.add(shake, judgement, decision, answer, number: number, previous: previous, isStep: isStep)
    return answer
  }

  /// Counts a user of a device: who has shaken with it, and who has begun to. Else one device could guess at codes for any
  /// number of users, as long as it guesses wrong.
  func noteDevice(_ shake: ResolvedShake, _ admission: Admission) throws {
    guard let device = admission.newDevice else { return }
    let campaign = shake.campaign.campaign.id
    try connection.execute(
      """
      INSERT INTO shakes_devices (campaign, day, device, user_id)
      VALUES (\(campaign), \(shake.day), \(device), \(shake.user))
      """)
    // What a device did on earlier days is nobody's business any more; yesterday stays for a clock that is put back.
    try connection.execute("DELETE FROM shakes_devices WHERE campaign = \(campaign) AND day < \(shake.day - 1)")
  }

  func tell(_ answer: ShakeAnswer, user: UserID, at time: Timestamp) throws {
    guard !listening.isEmpty else { return }
    let event = ShakeEvent(answer: answer, user: user, at: time)
    for observer in listening { try observer.observe(event, in: connection, context: tools.context) }
  }

  /// The outcome of a shake that counts: a gift, coins, or nothing.
  static func won(_ gift: WonGift?, _ coins: Int64, _ transfer: TransferID?) -> ShakeAnswer.Outcome {
    if let gift { return .wonGift(gift) }
    guard coins > 0, let transfer else { return .nothing }
    return .won(coins: coins, transfer: "\(transfer)")
  }

  private static func outcome(_ judgement: Judgement, _ decision: Decision) -> ShakeAnswer.Outcome {
    switch decision {
    case .refused(let refusal): .refused(refusal)
    case .waits: judgement.notice.map { .waits($0) } ?? .nothing
    case .accepted(let coins, _): won(judgement.gift, coins, judgement.transfer)
    }
  }

  func answer(_ shake: ResolvedShake, _ id: ShakeID, _ outcome: ShakeAnswer.Outcome) -> ShakeAnswer {
    ShakeAnswer(
      shake: id, campaign: shake.campaign.campaign.id, type: shake.type.name, outcome: outcome,
      isReplay: false)
  }
}
