internal import CampaignsContract
internal import DrawsContract
internal import QixKernel
internal import QixShake

extension Pipeline {
  /// Finds out what the shake wins.
  ///
  /// A cap on coins cuts an award to what is left of it; the budget never does: it pays all or nothing.
  func decide(_ passage: inout Passage) throws -> Refusal? {
    guard let proof = passage.proof else { preconditionFailure("only an accepted shake is decided") }
    let campaign = passage.campaign.campaign
    let pot = passage.campaign.counts.pot
    if case .jackpot = campaign.award { passage.pot = pot }
    if let bound = campaign.award.bound {
      guard let draws = tools.draws else { throw PipelineTools.Need.draws }
      // A shake under way has its id before it is decided: a dry run that drew for it would foretell what it wins.
      let id = isDryRun ? ids.next(at: passage.at) : passage.id
      do {
        passage.drawn = try draws.number(below: bound, for: id, of: campaign.id, at: passage.at, in: connection)
      } catch let error as any Diagnosable where error.category == .refused {
        // No window is open, or its secret is public already: nobody could check such a number.
        return Refusal(error)
      }
    }
    passage.prize = campaign.award.coins(for: proof, number: passage.drawn?.value ?? 0, pot: pot)
    precondition(passage.prize >= 0, "awards are never negative")
    passage.coins = min(passage.prize, passage.allowed)
    if let hold = passage.pending?.hold { passage.coins = min(passage.coins, hold.coins) }
    return nil
  }
}
