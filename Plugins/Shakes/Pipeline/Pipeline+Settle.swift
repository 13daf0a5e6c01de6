internal import CampaignsContract
internal import CoinsContract
internal import QixShake

/// Says of accepted shakes what they are worth after all, and moves the difference.
extension Pipeline {
  /// A case to settle: a shake, the payments for it, and the place of its user's counts.
  private struct Case {
    let record: ShakeRecord
    let kept: KeptCampaign
    /// Who has the account now.
    let user: UserID
    let place: Int
    let earlier: [SettlementRecord]
    /// Coins so far.
    let paid: Int64
    /// A gift that it won before.
    let gift: (name: String, given: String?)?
    let at: Timestamp
    let reason: String?

    var number: Int64 { Int64(earlier.count) + 1 }
    /// Of the ledger, for what is done now.
    var key: String { "\(record.id):settle:\(number)" }
    var wasWon: Bool { paid > 0 || gift != nil }
  }

  /// - Throws: `ShakesError`, `Failure` where a cap, the budget or the ledger is against it.
  func settle(_ id: ShakeID, as verdict: Verdict, reason: String?, at time: Timestamp) throws -> Settlement {
    if let fault = verdict.fault { throw ShakesError.malformedVerdict(type: "settled", problem: fault) }
    let found = try found(id, reason, at: time)
    let (proof, refusal): (QixShake.Proof?, Refusal?) =
      switch verdict {
      case .accepted(let proof): (proof, nil)
      case .refused(let refusal): (nil, refusal)
      case .needsMore, .waits: throw ShakesError.unsettled(id)
      }
    if proof != nil { try requireRoom(for: found) }
    let prize = try proof.map { try worth($0, found) } ?? 0
    return try settle(found, prize: prize, units: proof?.units ?? 0, refusal, proof)
  }

  /// Takes back what was paid for a shake beyond some coins. It goes on counting, and is worth what it was.
  func cut(_ id: ShakeID, to most: Int64, at time: Timestamp) throws {
    let found = try found(id, nil, at: time)
    let last = found.earlier.last
    let prize = try last?.prize ?? found.record.trace.flatMap { try Trace.read($0)["prize"]?.integer }
    _ = try settle(
      found, prize: prize ?? found.record.coins, units: last?.units ?? found.record.units, nil, nil, most: most)
  }

  /// - Parameters:
  ///   - prize: coins that it is worth, before any cap.
  ///   - most: coins that it is paid in the end.
  private func settle(
    _ found: Case, prize: Int64, units: Int64, _ refusal: Refusal?, _ proof: QixShake.Proof?, most: Int64 = .max
  ) throws -> Settlement {
    let (id, time) = (found.record.id, found.at)
    let due = min(prize, most)
    let given = try proof.flatMap { _ in try give(found) }
    let gift = given?.gift
    var (moved, owed, short): (Int64, Int64, Int64) = (0, 0, 0)
    var (transfer, reversal): (TransferID?, TransferID?)
    if due > found.paid {
      moved = try min(due - found.paid, allowed(found))
      short = due - found.paid - moved
      transfer = try pay(moved, found)
    } else if due < found.paid {
      let taken = try takeBack(found.paid - due, found)
      (moved, owed, reversal) = (-taken.all, taken.owed, taken.last)
      short = found.paid - due + moved
    }
    let settlement = Settlement(
      before: found.paid, moved: moved, owed: owed, short: short, transfer: (transfer ?? reversal).map { "\($0)" },
      gift: gift ?? found.gift.map { WonGift($0.name, title: $0.name, given: $0.given) },
      giftCoins: given?.coins ?? 0)
    if let last = found.earlier.last, moved == 0, last.units == units, last.prize == prize,
      last.refusal == refusal?.code, gift == nil
    {
      return settlement
    }
    let isWon = found.paid + moved > 0 || found.gift != nil || gift != nil
    let wins: Int64 = (isWon ? 1 : 0) - (found.wasWon ? 1 : 0)
    count(moved, wins: wins, found)
    if case .jackpot = found.kept.campaign.award, wins > 0, found.earlier.allSatisfy({ $0.coins <= 0 }) {
      found.kept.counts.emptyPot()
    }
    try SettlementRecord(
      number: found.number, at: time, refusal: refusal?.code, sentence: refusal?.sentence, units: units,
      prize: prize, coins: moved, transfer: transfer, gift: gift
    ).save(of: id, found.record.campaign, wins: wins, in: connection)
    try connection.tell("shake.settled", of: id, user: found.user)
    try tellOnce(found, proof: proof, coins: found.paid + moved, transfer: transfer, gift)
    return settlement
  }

  private func found(_ id: ShakeID, _ reason: String?, at time: Timestamp) throws -> Case {
    let record = try ShakeRecord.required(id, in: connection)
    guard record.outcome != .refused else { throw ShakesError.unsettled(id) }
    guard let kept = try cache.find("\(record.campaign)", tools, in: connection) else {
      throw ShakesError.noCampaign("\(record.campaign)")
    }
    // The erased keep their id and have no wallet any more: the ledger says so where it is asked.
    let user = try person(record.user)?.user ?? record.user
    let earlier = try SettlementRecord.all(of: id, in: connection)
    return Case(
      record: record, kept: kept, user: user, place: try counters.find(user, in: record.campaign, statements),
      earlier: earlier, paid: earlier.reduce(record.coins) { $0 + $1.coins }, gift: record.gift(earlier), at: time,
      reason: reason)
  }

  /// The shake's worth by the campaign's award, multiplied as it was when the user shook.
  private func worth(_ proof: QixShake.Proof, _ found: Case) throws -> Int64 {
    let campaign = found.kept.campaign
    if found.kept.lacksMultiplier { throw Failure(Self.multiplierOff) }
    if let bound = campaign.award.bound, found.record.drawn?.bound != bound {
      throw Failure(
        Refusal("shakes.award-changed", "the prizes of this campaign have changed since this shake"))
    }
    let prize = campaign.award.coins(
      for: proof, number: found.record.drawn?.value ?? 0, pot: found.kept.counts.pot)
    guard prize > 0 else { return prize }
    let kept = try found.record.trace.flatMap { try Trace.read($0)["times"]?.integer }
    let multiplier = found.kept.multiplier
    let hundredths =
      try kept
      ?? multiplier?.hundredths(for: found.user, at: found.record.at, in: connection, context: tools.context)
    guard let hundredths else { return prize }
    guard hundredths >= 100 else {
      throw ShakesError.malformedFactor(multiplier: multiplier?.multiplier ?? "", hundredths: hundredths)
    }
    return AwardFactor(hundredths: hundredths).applied(to: prize)
  }

  /// Makes sure that a shake which doesn't count yet, or no more, may count beside the others of the person that its user
  /// has become by merges: tries, and what counts once. Whoever was never merged was asked when they shook.
  /// - Throws: `Failure` of the cap's refusal.
  private func requireRoom(for found: Case) throws {
    let (record, caps) = (found.record, found.kept.campaign.caps)
    guard try !record.standing(found.earlier).counts,
      try connection.has(
        "SELECT 1 FROM shakes_tallies WHERE survivor = \(found.user) AND campaign = \(record.campaign)")
    else { return }
    let day = found.kept.day(at: record.at)
    var tally = Tally()
    tally.day = day
    try ShakeList.forEach(of: found.user, campaign: record.campaign, in: connection) { other in
      guard other.id != record.id, other.outcome != .refused,
        try other.standing(SettlementRecord.all(of: other.id, in: connection)).counts
      else { return }
      if let claim = record.claim, claim == other.claim { throw Failure(Self.hadAlready) }
      tally.attempts += 1
      if found.kept.day(at: other.at) == day { tally.attemptsToday += 1 }
    }
    var tries = Campaign.Caps()
    tries.attemptsPerUser = caps.attemptsPerUser
    tries.attemptsPerUserAndDay = caps.attemptsPerUserAndDay
    if let cap = Allowance(tries, user: tally, all: Totals(), on: day).reached { throw Failure(cap.refusal) }
  }

  /// The coins that the caps leave to it: those on coins, and on wins where it hasn't won yet.
  private func allowed(_ found: Case) throws -> Int64 {
    var caps = found.kept.campaign.caps
    caps.attemptsPerUser = nil
    caps.attemptsPerUserAndDay = nil
    if found.wasWon {
      caps.winsPerUser = nil
      caps.wins = nil
    }
    let allowance = Allowance(
      caps, user: counters[found.place].tally, all: found.kept.counts.totals, on: found.kept.day(at: found.at))
    if let cap = allowance.reached { throw Failure(cap.refusal) }
    return allowance.coins
  }

  /// Gives the gift of the number that was drawn when the user shook; nothing where it won coins, and where it has been
  /// given already.
  private func give(_ found: Case) throws -> (gift: WonGift, coins: Int64)? {
    guard found.gift == nil, let drawn = found.record.drawn,
      let gift = found.kept.campaign.award.gift(number: drawn.value)
    else { return nil }
    _ = try allowed(found)
    // As in `judge`: what gives it may move coins as well.
    try ledger.seal()
    let giving = try give(gift, of: found.kept, to: found.user, by: found.record.id, at: found.at)
    ledger.forget()
    try ledger.begin(at: booked)
    switch giving {
    case .given(let won, let coins):
      found.kept.counts.count(given: gift.name, coins: coins)
      return (won, coins)
    case .spent(let refusal), .denied(let refusal): throw Failure(refusal)
    }
  }

  private func pay(_ coins: Int64, _ found: Case) throws -> TransferID {
    let campaign = found.kept.campaign
    var issue = Operation.issue(
      coins, from: .budget(campaign.budget), to: .wallet(found.user), expires: found.kept.expiry(at: booked))
    issue.key = found.key
    issue.reason = found.reason
    return try refusing { try ledger.apply(issue).transfer }
  }

  /// Takes back from the latest payment on; what the user has spent is owed.
  private func takeBack(_ wanted: Int64, _ found: Case) throws -> TakenBack {
    let payments = found.earlier.reversed().compactMap(\.transfer) + [found.record.transfer].compactMap { $0 }
    var taken = TakenBack()
    for (index, payment) in payments.enumerated() where taken.all < wanted {
      let part = try refusing {
        try ledger.takeBack(
          payment, atMost: wanted - taken.all, key: "\(found.key):\(index + 1)", reason: found.reason)
      }
      taken = TakenBack(coins: taken.coins + part.coins, owed: taken.owed + part.owed, last: part.last ?? taken.last)
    }
    return taken
  }

  private func refusing<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CoinsError {
      throw Failure(try Self.refusal(error))
    }
  }

  private func count(_ moved: Int64, wins: Int64, _ found: Case) {
    let before = counters[found.place].tally.wins
    counters.update(found.place) { entry in
      entry.tally.coins += moved
      entry.tally.wins += wins
    }
    let winners: Int64 = (before + wins > 0 ? 1 : 0) - (before > 0 ? 1 : 0)
    found.kept.counts.settle(
      moved, wins: wins, winners: winners, shakenAt: found.record.at, on: found.kept.day(at: found.at))
  }

  /// Whoever observes is told of a shake that waited as soon as it is known to count, and once.
  private func tellOnce(
    _ found: Case, proof: QixShake.Proof?, coins: Int64, transfer: TransferID?, _ gift: WonGift?
  ) throws {
    guard proof != nil, found.earlier.allSatisfy({ $0.refusal != nil }),
      try Trace.notice(found.record.trace) != nil
    else { return }
    try tell(
      ShakeAnswer(
        shake: found.record.id, campaign: found.record.campaign, type: found.record.type,
        outcome: Self.won(gift, coins, transfer),
        isReplay: false), user: found.user, at: found.record.at)
  }
}
