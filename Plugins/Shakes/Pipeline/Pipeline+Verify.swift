internal import CampaignsContract
internal import CoinsContract
internal import QixKernel
internal import QixShake
internal import QixStorage

extension Pipeline {
  /// What the steps from the evidence to the ledger come to.
  enum Judgement {
    case accepted
    case refused(Refusal)
    case needsMore(NextStep)
    case waits
  }

  /// Something was written that a refusal takes back.
  private struct TakenBack: Error {
    let refusal: Refusal
  }

  /// Verify, decide and post.
  ///
  /// A savepoint costs a copy of every page that changes within it, so there is one only around types that write: what
  /// they wrote goes when the shake is refused, by the type itself, a claim or the budget.
  func judge(_ passage: inout Passage) throws -> Judgement {
    guard passage.type.writes else {
      let before = connection.changeCount
      return try judge(&passage, isTakenBack: false, writesSince: before)
    }
    var inner = passage
    do {
      let judgement = try connection.savepoint {
        let judgement = try judge(&inner, isTakenBack: true, writesSince: nil)
        if case .refused(let refusal) = judgement { throw TakenBack(refusal: refusal) }
        return judgement
      }
      passage = inner
      return judgement
    } catch let back as TakenBack {
      passage = inner
      return .refused(back.refusal)
    }
  }

  private func judge(_ passage: inout Passage, isTakenBack: Bool, writesSince before: Int64?) throws -> Judgement {
    let verdict = try verdict(passage)
    if let before, connection.changeCount != before { throw ShakesError.wrote(type: passage.type.name) }
    switch verdict {
    case .refused(let refusal): return .refused(refusal)
    case .needsMore(let step): return try reserve(&passage, step, isTakenBack: isTakenBack)
    case .waits(let proof, let notice):
      passage.proof = proof
      passage.notice = notice
      // The lot is drawn now, or it could be drawn when its secret is public.
      if let refusal = try draw(&passage) ?? claim(passage) { return .refused(refusal) }
      return .waits
    case .accepted(let proof):
      passage.proof = proof
      if let refusal = try decide(&passage) { return .refused(refusal) }
      if let refusal = try claim(passage) { return .refused(refusal) }
      if let refusal = try post(&passage, isTakenBack: isTakenBack) {
        if !isTakenBack { try unclaim(passage) }
        return .refused(refusal)
      }
      return .accepted
    }
  }

  /// What the type says. A type is somebody else's work: whatever is wrong with it ends this shake in words, and
  /// nothing else.
  private func verdict(_ passage: Passage) throws -> Verdict {
    let verdict: Verdict
    do {
      verdict = try passage.type.value.verify(passage.attempt, in: connection)
    } catch let error where !(error is any Diagnosable) {
      // Only its type is told: there may be anything of a stranger's in its text.
      throw ShakesError.threw(type: passage.type.name, error: String(reflecting: Swift.type(of: error)))
    }
    if let fault = verdict.fault { throw ShakesError.malformedVerdict(type: passage.type.name, problem: fault) }
    return verdict
  }

  /// Uses up what counts once.
  private func claim(_ passage: Passage) throws -> Refusal? {
    guard let claim = passage.proof?.claim else { return nil }
    precondition(Claim.lengths.contains(claim.text.utf8.count), "a claim that can't be was let through")
    let insert = statements.claim
    insert.bind(passage.campaign.campaign.id, at: 1)
    insert.bind(claim.text, at: 2)
    insert.bind(claim.owner(passage.user), at: 3)
    insert.bind(passage.id, at: 4)
    try insert.run()
    guard connection.changes == 1 else {
      switch claim.scope {
      case .user: return Refusal("shakes.had-already", "this has counted for you already")
      case .everybody: return Refusal("shakes.used-already", "this has been used already")
      }
    }
    return nil
  }

  private func unclaim(_ passage: Passage) throws {
    guard let claim = passage.proof?.claim else { return }
    let delete = statements.unclaim
    delete.bind(passage.campaign.campaign.id, at: 1)
    delete.bind(claim.text, at: 2)
    delete.bind(claim.owner(passage.user), at: 3)
    try delete.run()
  }
}

extension Claim {
  /// Whose row it is.
  func owner(_ user: UserID) -> UserID { scope == .user ? user : UserID(high: 0, low: 0) }
}
