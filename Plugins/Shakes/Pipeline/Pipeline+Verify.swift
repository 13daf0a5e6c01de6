internal import CampaignsContract
internal import CoinsContract
internal import QixShake

extension Pipeline {
  /// Something was written that a refusal takes back.
  private struct TakenBack: Error {
    let judgement: Judgement
  }

  /// Verify, decide and post.
  ///
  /// A savepoint costs a copy of every page that changes within it, so there is one only around types that write: what
  /// they wrote goes when the shake is refused, by the type itself, a claim or the budget. Giving a gift writes as well.
  func judge(_ shake: ResolvedShake, _ admission: Admission) throws -> Judgement {
    if try mayWinGift(shake) {
      // What gives it may move coins as well. So what waits in this ledger is written before, and read again behind it.
      try ledger.seal()
      try ledger.begin(at: booked)
      let judgement = try judgeInSavepoint(shake, admission)
      // What was reserved stays; what a refusal has taken back never was.
      if case .refused = judgement.outcome {} else { try ledger.seal() }
      ledger.forget()
      try ledger.begin(at: booked)
      return judgement
    }
    guard shake.type.writes else {
      let before = connection.changeCount
      return try judge(shake, admission, isTakenBack: false, writesSince: before)
    }
    return try judgeInSavepoint(shake, admission)
  }

  private func judgeInSavepoint(_ shake: ResolvedShake, _ admission: Admission) throws -> Judgement {
    do {
      return try connection.savepoint {
        let judgement = try judge(shake, admission, isTakenBack: true, writesSince: nil)
        if case .refused = judgement.outcome { throw TakenBack(judgement: judgement) }
        return judgement
      }
    } catch let back as TakenBack {
      return back.judgement
    }
  }

  private func judge(
    _ shake: ResolvedShake, _ admission: Admission, isTakenBack: Bool, writesSince before: Int64?
  ) throws -> Judgement {
    let verdict = try verdict(shake)
    if let before, connection.changeCount != before {
      throw Failure(
        "shakes.type-wrote", .failed,
        "the \(shake.type.name) shake wrote data, although it declares that it never does",
        hint: "Report it to the author of that shake.")
    }
    var judgement = Judgement()
    switch verdict {
    case .refused(let refusal): judgement.outcome = .refused(refusal)
    case .needsMore(let step):
      judgement.outcome = try reserve(step, for: shake, admission, isTakenBack: isTakenBack)
    case .waits(let proof, let notice):
      (judgement.proof, judgement.notice) = (proof, notice)
      // The lot is drawn now, or it could be drawn when its secret is public.
      let refusal: Refusal?
      (judgement.prize.drawn, refusal) = try draw(shake)
      judgement.outcome = try (refusal ?? claim(proof, for: shake)).map { .refused($0) } ?? .waits
    case .accepted(let proof):
      judgement.proof = proof
      let refusal: Refusal?
      (judgement.prize, refusal) = try decide(shake, admission, proof)
      if let refusal = try refusal ?? claim(proof, for: shake) {
        judgement.outcome = .refused(refusal)
        break
      }
      let unpaid: Refusal?
      if let gift = judgement.prize.gift {
        switch try give(gift, of: shake.campaign, to: shake.user, by: shake.id, at: shake.at) {
        case .given(let won, let coins): (judgement.gift, judgement.giftCoins, unpaid) = (won, coins, nil)
        case .spent(let refusal): unpaid = refusal
        // The user has used up a try. Otherwise they would draw until they won something else.
        case .denied(let refusal): (judgement.denied, unpaid) = (refusal.code, nil)
        }
      } else {
        (judgement.transfer, unpaid) = try post(judgement.prize.coins, for: shake, isTakenBack: isTakenBack)
      }
      guard let unpaid else { break }
      if !isTakenBack { try unclaim(proof, for: shake) }
      judgement.outcome = .refused(unpaid)
    }
    return judgement
  }

  /// Asks the type. A type is another author's work: whatever is wrong with it ends this shake in words, and
  /// nothing else.
  private func verdict(_ shake: ResolvedShake) throws -> Verdict {
    let verdict: Verdict
    do {
      verdict = try shake.type.value.verify(shake.attempt, in: connection)
    } catch let error where !(error is any Diagnosable) {
      // Only its type is told: there may be anything of a stranger's in its text.
      let fault = String(reflecting: Swift.type(of: error))
      throw Failure(
        "shakes.type-threw", .failed, "the \(shake.type.name) shake failed with \(fault), so nothing was done",
        hint: "Report it to the author of that shake.")
    }
    if let fault = verdict.fault { throw ShakesError.malformedVerdict(type: shake.type.name, problem: fault) }
    return verdict
  }

  /// Uses up what counts once.
  private func claim(_ proof: Proof, for shake: ResolvedShake) throws -> Refusal? {
    guard let claim = proof.use else { return nil }
    precondition(SingleUse.lengths.contains(claim.text.utf8.count), "a claim that can't be was let through")
    let insert = statements.claim
    insert.bind(shake.campaign.campaign.id, at: 1)
    insert.bind(claim.text, at: 2)
    insert.bind(claim.owner(shake.user), at: 3)
    insert.bind(shake.id, at: 4)
    try insert.run()
    guard connection.changes == 1 else {
      switch claim.scope {
      case .user: return Self.hadAlready
      case .everybody: return Refusal("shakes.used-already", "this has already been used")
      }
    }
    return nil
  }

  private func unclaim(_ proof: Proof, for shake: ResolvedShake) throws {
    guard let claim = proof.use else { return }
    let delete = statements.unclaim
    delete.bind(shake.campaign.campaign.id, at: 1)
    delete.bind(claim.text, at: 2)
    delete.bind(claim.owner(shake.user), at: 3)
    try delete.run()
  }
}

extension SingleUse {
  /// Whose row it is.
  func owner(_ user: UserID) -> UserID { scope == .user ? user : UserID(high: 0, low: 0) }
}
