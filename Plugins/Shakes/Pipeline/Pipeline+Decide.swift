internal import CampaignsContract
internal import DrawsContract
internal import QixShake

extension Pipeline {
  /// Finds out what the shake wins.
  ///
  /// A cap on coins cuts an award, multiplied where it is, to what is left of it; so does what was reserved for the
  /// shake. The budget never does: it pays all or nothing.
  /// - Returns: the prize, as far as it could be worked out, and why there is none.
  func decide(_ shake: ResolvedShake, _ admission: Admission, _ proof: Proof) throws -> (Prize, Refusal?) {
    let campaign = shake.campaign.campaign
    let pot = shake.campaign.counts.pot
    var prize = Prize()
    if case .jackpot = campaign.award { prize.pot = pot }
    let refusal: Refusal?
    (prize.drawn, refusal) = try draw(shake)
    if let refusal { return (prize, refusal) }
    prize.gift = prize.drawn.flatMap { campaign.award.gift(number: $0.value) }
    prize.full = campaign.award.coins(for: proof, number: prize.drawn?.value ?? 0, pot: pot)
    precondition(prize.full >= 0, "awards are never negative")
    if prize.full > 0, let factor = try factor(for: shake) {
      prize.factor = (prize.full, factor)
      prize.full = factor.applied(to: prize.full)
    }
    prize.coins = min(prize.full, admission.allowed, shake.pending?.hold?.coins ?? .max)
    return (prize, nil)
  }

  /// Draws the lot, where the award has one.
  func draw(_ shake: ResolvedShake) throws -> (DrawnNumber?, Refusal?) {
    let campaign = shake.campaign.campaign
    guard let bound = campaign.award.bound else { return (nil, nil) }
    guard let draws = tools.draws else { preconditionFailure("a campaign that draws is only gone into with its draws") }
    // A shake under way has its id before it is decided: a dry run that drew for it would foretell what it wins.
    let id = isDryRun ? ids.next(at: shake.at) : shake.id
    do {
      return (try draws.number(below: bound, for: id, of: campaign.id, at: shake.at, in: connection), nil)
    } catch let error as any Diagnosable where error.category == .refused {
      // No window is open, or its secret is public already: nobody could check such a number.
      return (nil, Refusal(error))
    }
  }

  /// The factor of the user's award at this moment; nil where the campaign multiplies none.
  /// - Throws: `ShakesError.malformedFactor`: whoever says so is somebody else's work.
  func factor(for shake: ResolvedShake) throws -> AwardFactor? {
    guard let multiplier = shake.campaign.multiplier else { return nil }
    let hundredths = try multiplier.hundredths(
      for: shake.user, at: shake.at, in: connection, context: tools.context)
    guard hundredths >= 100 else {
      throw ShakesError.malformedFactor(multiplier: multiplier.multiplier, hundredths: hundredths)
    }
    return AwardFactor(hundredths: hundredths)
  }
}
