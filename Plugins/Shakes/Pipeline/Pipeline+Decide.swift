internal import CampaignsContract
internal import DrawsContract
internal import QixKernel
internal import QixShake

extension Pipeline {
  /// Finds out what the shake wins.
  ///
  /// A cap on coins cuts an award, multiplied where it is, to what is left of it; so does what was reserved for the
  /// shake. The budget never does: it pays all or nothing.
  func decide(_ passage: inout Passage) throws -> Refusal? {
    guard let proof = passage.proof else { preconditionFailure("only an accepted shake is decided") }
    let campaign = passage.campaign.campaign
    let pot = passage.campaign.counts.pot
    if case .jackpot = campaign.award { passage.pot = pot }
    if let refusal = try draw(&passage) { return refusal }
    passage.prize = campaign.award.coins(for: proof, number: passage.drawn?.value ?? 0, pot: pot)
    precondition(passage.prize >= 0, "awards are never negative")
    if passage.prize > 0, let factor = try factor(for: passage) {
      passage.factor = (passage.prize, factor)
      passage.prize = factor.applied(to: passage.prize)
    }
    passage.coins = min(passage.prize, passage.allowed)
    if let hold = passage.pending?.hold { passage.coins = min(passage.coins, hold.coins) }
    return nil
  }

  /// Draws the lot, where the award has one.
  func draw(_ passage: inout Passage) throws -> Refusal? {
    let campaign = passage.campaign.campaign
    guard let bound = campaign.award.bound else { return nil }
    guard let draws = tools.draws else { throw PipelineTools.Need.draws }
    // A shake under way has its id before it is decided: a dry run that drew for it would foretell what it wins.
    let id = isDryRun ? ids.next(at: passage.at) : passage.id
    do {
      passage.drawn = try draws.number(below: bound, for: id, of: campaign.id, at: passage.at, in: connection)
      return nil
    } catch let error as any Diagnosable where error.category == .refused {
      // No window is open, or its secret is public already: nobody could check such a number.
      return Refusal(error)
    }
  }

  /// What the user's award is multiplied by at this moment; nil where the campaign's awards aren't.
  /// - Throws: `ShakesError.malformedFactor`: whoever says so is somebody else's work.
  func factor(for passage: Passage) throws -> AwardFactor? {
    guard let multiplier = passage.campaign.multiplier else { return nil }
    let hundredths = try multiplier.hundredths(
      for: passage.user, at: passage.at, in: connection, context: tools.context)
    guard hundredths >= 100 else {
      throw ShakesError.malformedFactor(multiplier: multiplier.multiplier, hundredths: hundredths)
    }
    return AwardFactor(hundredths: hundredths)
  }
}
