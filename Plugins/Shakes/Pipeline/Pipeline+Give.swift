internal import CampaignsContract
internal import CoinsContract
internal import DrawsContract
internal import QixShake

/// Prizes that aren't coins.
extension Pipeline {
  static let giftSpent = Refusal("shakes.gift-spent", "all of these prizes have been won")
  private static let giftUnavailable = Refusal("shakes.gift-unavailable", "this prize can't be given at the moment")

  /// Whether a shake wins a gift if it is accepted. Its number is the same each time it is drawn; only that of a dry run
  /// isn't known before.
  func mayWinGift(_ shake: ResolvedShake) throws -> Bool {
    guard !shake.campaign.gifts.isEmpty else { return false }
    return try isDryRun || draw(shake).0.flatMap { shake.campaign.campaign.award.gift(number: $0.value) } != nil
  }

  /// What users call a gift; its name where nothing is there any more.
  func title(of gift: String) throws -> String {
    try tools.gifts.terms(of: gift, at: booked, in: connection, context: tools.context)?.title ?? gift
  }

  /// What comes of giving a gift.
  enum Giving {
    /// - Parameter coins: that the budget has paid.
    case given(WonGift, coins: Int64)
    /// None is left, or the budget can't pay it.
    case spent(Refusal)
    /// The user can't have it.
    case denied(Refusal)
  }

  /// Gives a gift to the user who won it. It writes nothing if it can't.
  func give(
    _ gift: Award.Gift, of kept: KeptCampaign, to user: UserID, by shake: ShakeID, at time: Timestamp
  ) throws -> Giving {
    if let most = gift.most, kept.counts.given(gift.name) >= most { return .spent(Self.giftSpent) }
    guard let (module, name) = tools.gifts.find(gift.name), let giver = tools.givers[module.giftKind] else {
      return .spent(Self.giftUnavailable)
    }
    let win = GiftWin(shake: shake, user: user, at: time, budget: kept.budget)
    do {
      let given = try connection.savepoint { try giver.give(name, for: win, in: connection) }
      return .given(WonGift(gift.name, title: try title(of: gift.name), given: given.id), coins: given.coins)
    } catch CoinsError.insufficient(.wallet, _, _) {
      // What was given to pay for it settled a debt.
      return .denied(Refusal("shakes.gift-owing", "you owe coins, so this prize can't be given yet"))
    } catch let error as CoinsError {
      return .spent(try Self.refusal(error))
    } catch let error as any Diagnosable {
      switch error.category {
      case .refused:
        let terms = try tools.gifts.terms(of: gift.name, at: booked, in: connection, context: tools.context)
        let isThere = try terms?.left != 0 && module.problem(withGift: name, in: connection) == nil
        return isThere ? .denied(Refusal(error)) : .spent(Refusal(error))
      // It was frozen or ended since the campaign began.
      case .conflict, .notFound: return .spent(Self.giftUnavailable)
      default: throw error
      }
    }
  }
}
