internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixShake

/// Prizes that aren't coins.
extension Pipeline {
  static let giftSpent = Refusal("shakes.gift-spent", "all of these prizes have been won", hint: "Try again.")
  private static let giftUnavailable = Refusal(
    "shakes.gift-unavailable", "this prize can't be given at the moment", hint: "Try again later.")

  /// Whether a shake wins a gift if it is accepted. Its number is the same each time it is drawn; only that of a dry run
  /// isn't known before.
  func mayWinGift(_ shake: ResolvedShake) throws -> Bool {
    guard !shake.campaign.gifts.isEmpty else { return false }
    return try isDryRun || draw(shake).0.flatMap { shake.campaign.campaign.award.gift(number: $0.value) } != nil
  }

  /// Gives a gift to whoever won it. Where it can't be given, the caller takes back what was written.
  /// - Returns: the gift, or why there is none.
  func give(
    _ gift: Award.Gift, of kept: KeptCampaign, to user: UserID, by shake: ShakeID, at time: Timestamp
  ) throws -> (WonGift?, Refusal?) {
    if let most = gift.most, kept.counts.given(gift.name) >= most { return (nil, Self.giftSpent) }
    guard let (module, name) = tools.gifts.find(gift.name), let giver = tools.givers[module.giftKind] else {
      return (nil, Self.giftUnavailable)
    }
    let win = GiftWin(shake: shake, user: user, at: time, budget: kept.budget)
    do {
      let given = try giver.give(name, for: win, in: connection)
      return (WonGift(gift.name, title: try tools.gifts.title(of: gift.name, in: connection), given: given), nil)
    } catch CoinsError.insufficient(.wallet, _, _) {
      // What was given to pay for it settled a debt.
      return (nil, Refusal("shakes.gift-owing", "you owe coins, so this prize can't be given yet"))
    } catch let error as CoinsError {
      return (nil, try Self.refusal(error))
    } catch let error as any Diagnosable {
      switch error.category {
      case .refused: return (nil, Refusal(error))
      // It was renamed, frozen or ended since the campaign began.
      case .conflict, .notFound: return (nil, Self.giftUnavailable)
      default: throw error
      }
    }
  }
}
