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
    try record(passage, decision, isStep: isStep)
    lastNumber += 1
    let outcome = Self.outcome(passage, decision)
    let (number, day) = (lastNumber, passage.day)
    book.update(passage.place) { entry in
      entry.shakes += 1
      entry.lastShake = number
      if passage.keepsPace { entry.lastAt = passage.at }
      if let arrival = passage.arrival { entry.arrival = arrival }
      if case .accepted(let coins) = decision { entry.tally.count(won: coins, on: day) }
    }
    passage.campaign.counts.count(
      decision, before: passage.before.tally, isFirst: passage.before.shakes == 0, isDrawn: passage.drawn != nil,
      on: day, at: passage.at)
    if case .accepted = decision { try noteDevice(passage) }
    noteDecided(coins: passage.transfer == nil ? 0 : passage.coins)
    let answer = answer(passage, outcome)
    try tell(answer, passage)
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

  private func tell(_ answer: ShakeAnswer, _ passage: Passage) throws {
    if isHeard {
      lastDelivery += 1
      statements.outbox.bind(lastDelivery, at: 1)
      statements.outbox.bind(answer.shake, at: 2)
      try statements.outbox.run()
    }
    guard !tools.observers.isEmpty else { return }
    let event = ShakeEvent(answer: answer, user: passage.user, at: passage.at)
    for observer in tools.observers { try observer.observe(event, in: connection, context: tools.context) }
  }

  private func record(_ passage: Passage, _ decision: Decision, isStep: Bool) throws {
    let insert = statements.insert
    insert.bind(lastNumber + 1, at: 1)
    insert.bind(passage.id, at: 2)
    insert.bind(passage.campaign.campaign.id, at: 3)
    insert.bind(passage.user, at: 4)
    insert.bind(passage.type.name, at: 5)
    insert.bind(isStep ? passage.request.key : nil, at: 6)
    if isStep, let digest = passage.digest {
      digest.withUnsafeBytes { insert.bind(blob: $0, at: 7) }
    } else {
      insert.bind(nil as Int64?, at: 7)
    }
    insert.bind(passage.at, at: 8)
    var isAccepted = false
    switch decision {
    case .refused(let refusal):
      insert.bind(3 as Int64, at: 9)
      insert.bind(refusal.code, at: 10)
    case .accepted(let coins):
      isAccepted = true
      insert.bind(coins > 0 ? 1 : 2 as Int64, at: 9)
      insert.bind(nil as String?, at: 10)
    }
    insert.bind(passage.proof?.units ?? 0, at: 11)
    insert.bind(isAccepted ? passage.coins : 0, at: 12)
    if isAccepted, let transfer = passage.transfer {
      insert.bind(transfer, at: 13)
    } else {
      insert.bind(nil as Int64?, at: 13)
    }
    if let drawn = passage.drawn {
      insert.bind(Int64(bitPattern: drawn.value), at: 14)
      insert.bind(Int64(bitPattern: drawn.bound), at: 15)
      insert.bind(drawn.window, at: 16)
    } else {
      for index in 14...16 { insert.bind(nil as Int64?, at: index) }
    }
    // Only what counts is a claim; one that was refused is in the trace.
    if isAccepted, let claim = passage.proof?.claim {
      insert.bind(claim.scope.rawValue, at: 17)
      insert.bind(claim.text, at: 18)
    } else {
      insert.bind(nil as Int64?, at: 17)
      insert.bind(nil as String?, at: 18)
    }
    insert.bind(passage.directive, at: 19)
    let previous = book[passage.place].lastShake
    insert.bind(previous == 0 ? nil : previous, at: 20)
    Trace.write(passage, decision, isStep: isStep, to: &writer)
    writer.bytes.withUnsafeBytes { insert.bind(text: $0, at: 21) }
    try insert.run()
  }

  private static func outcome(_ passage: Passage, _ decision: Decision) -> ShakeAnswer.Outcome {
    switch decision {
    case .refused(let refusal): .refused(refusal)
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
