internal import CampaignsContract
internal import CoinsContract
internal import QixKernel
internal import QixShake
internal import QixStorage

extension Pipeline {
  /// The result of the steps from the evidence to the ledger.
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
  func judge(_ evaluation: inout Evaluation) throws -> Judgement {
    guard evaluation.type.writes else {
      let before = connection.changeCount
      return try judge(&evaluation, isTakenBack: false, writesSince: before)
    }
    var inner = evaluation
    do {
      let judgement = try connection.savepoint {
        let judgement = try judge(&inner, isTakenBack: true, writesSince: nil)
        if case .refused(let refusal) = judgement { throw TakenBack(refusal: refusal) }
        return judgement
      }
      evaluation = inner
      return judgement
    } catch let back as TakenBack {
      evaluation = inner
      return .refused(back.refusal)
    }
  }

  private func judge(_ evaluation: inout Evaluation, isTakenBack: Bool, writesSince before: Int64?) throws -> Judgement
  {
    let verdict = try verdict(evaluation)
    if let before, connection.changeCount != before { throw ShakesError.wrote(type: evaluation.type.name) }
    switch verdict {
    case .refused(let refusal): return .refused(refusal)
    case .needsMore(let step): return try reserve(&evaluation, step, isTakenBack: isTakenBack)
    case .waits(let proof, let notice):
      evaluation.proof = proof
      evaluation.notice = notice
      // The lot is drawn now, or it could be drawn when its secret is public.
      if let refusal = try draw(&evaluation) ?? claim(evaluation) { return .refused(refusal) }
      return .waits
    case .accepted(let proof):
      evaluation.proof = proof
      if let refusal = try decide(&evaluation) { return .refused(refusal) }
      if let refusal = try claim(evaluation) { return .refused(refusal) }
      if let refusal = try post(&evaluation, isTakenBack: isTakenBack) {
        if !isTakenBack { try unclaim(evaluation) }
        return .refused(refusal)
      }
      return .accepted
    }
  }

  /// Asks the type. A type is another author's work: whatever is wrong with it ends this shake in words, and
  /// nothing else.
  private func verdict(_ evaluation: Evaluation) throws -> Verdict {
    let verdict: Verdict
    do {
      verdict = try evaluation.type.value.verify(evaluation.attempt, in: connection)
    } catch let error where !(error is any Diagnosable) {
      // Only its type is told: there may be anything of a stranger's in its text.
      throw ShakesError.threw(type: evaluation.type.name, error: String(reflecting: Swift.type(of: error)))
    }
    if let fault = verdict.fault { throw ShakesError.malformedVerdict(type: evaluation.type.name, problem: fault) }
    return verdict
  }

  /// Uses up what counts once.
  private func claim(_ evaluation: Evaluation) throws -> Refusal? {
    guard let claim = evaluation.proof?.use else { return nil }
    precondition(SingleUse.lengths.contains(claim.text.utf8.count), "a claim that can't be was let through")
    let insert = statements.claim
    insert.bind(evaluation.campaign.campaign.id, at: 1)
    insert.bind(claim.text, at: 2)
    insert.bind(claim.owner(evaluation.user), at: 3)
    insert.bind(evaluation.id, at: 4)
    try insert.run()
    guard connection.changes == 1 else {
      switch claim.scope {
      case .user: return Refusal("shakes.had-already", "this has already counted for you")
      case .everybody: return Refusal("shakes.used-already", "this has already been used")
      }
    }
    return nil
  }

  private func unclaim(_ evaluation: Evaluation) throws {
    guard let claim = evaluation.proof?.use else { return }
    let delete = statements.unclaim
    delete.bind(evaluation.campaign.campaign.id, at: 1)
    delete.bind(claim.text, at: 2)
    delete.bind(claim.owner(evaluation.user), at: 3)
    try delete.run()
  }
}

extension SingleUse {
  /// Whose row it is.
  func owner(_ user: UserID) -> UserID { scope == .user ? user : UserID(high: 0, low: 0) }
}
