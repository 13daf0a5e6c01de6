internal import CampaignsContract
internal import DrawsContract
internal import QixKernel
internal import QixShake

extension Pipeline {
  /// Finds out what the shake wins.
  ///
  /// A cap on coins cuts an award, multiplied where it is, to what is left of it; so does what was reserved for the
  /// shake. The budget never does: it pays all or nothing.
  func decide(_ evaluation: inout Evaluation) throws -> Refusal? {
    guard let proof = evaluation.proof else { preconditionFailure("only an accepted shake is decided") }
    let campaign = evaluation.campaign.campaign
    let pot = evaluation.campaign.counts.pot
    if case .jackpot = campaign.award { evaluation.pot = pot }
    if let refusal = try draw(&evaluation) { return refusal }
    evaluation.prize = campaign.award.coins(for: proof, number: evaluation.drawn?.value ?? 0, pot: pot)
    precondition(evaluation.prize >= 0, "awards are never negative")
    if evaluation.prize > 0, let factor = try factor(for: evaluation) {
      evaluation.factor = (evaluation.prize, factor)
      evaluation.prize = factor.applied(to: evaluation.prize)
    }
    evaluation.coins = min(evaluation.prize, evaluation.allowed)
    if let hold = evaluation.pending?.hold { evaluation.coins = min(evaluation.coins, hold.coins) }
    return nil
  }

  /// Draws the lot, where the award has one.
  func draw(_ evaluation: inout Evaluation) throws -> Refusal? {
    let campaign = evaluation.campaign.campaign
    guard let bound = campaign.award.bound else { return nil }
    guard let draws = tools.draws else { preconditionFailure("a campaign that draws is only gone into with its draws") }
    // A shake under way has its id before it is decided: a dry run that drew for it would foretell what it wins.
    let id = isDryRun ? ids.next(at: evaluation.at) : evaluation.id
    do {
      evaluation.drawn = try draws.number(below: bound, for: id, of: campaign.id, at: evaluation.at, in: connection)
      return nil
    } catch let error as any Diagnosable where error.category == .refused {
      // No window is open, or its secret is public already: nobody could check such a number.
      return Refusal(error)
    }
  }

  /// The factor of the user's award at this moment; nil where the campaign multiplies none.
  /// - Throws: `ShakesError.malformedFactor`: whoever says so is somebody else's work.
  func factor(for evaluation: Evaluation) throws -> AwardFactor? {
    guard let multiplier = evaluation.campaign.multiplier else { return nil }
    let hundredths = try multiplier.hundredths(
      for: evaluation.user, at: evaluation.at, in: connection, context: tools.context)
    guard hundredths >= 100 else {
      throw ShakesError.malformedFactor(multiplier: multiplier.multiplier, hundredths: hundredths)
    }
    return AwardFactor(hundredths: hundredths)
  }
}
