internal import DirectivesContract
internal import QixModule

/// The cards of one page of the app, as one user sees it.
struct CardPage: Equatable {
  let number: Int64
  let cards: [Card]

  /// Cards of one page.
  static let most = 6

  /// The pages with cards for a user.
  /// - Parameter published: by page, order and age.
  static func all(
    of published: [Card], in situation: ContextSituation, for user: some ContextUser
  ) throws -> [CardPage] {
    var pages: [CardPage] = []
    for card in published where card.isCurrent(at: situation.at) {
      let isStarted = pages.last?.number == card.page
      // A full page needs no look at the user.
      if isStarted, let last = pages.last, last.cards.count >= most { continue }
      guard try card.condition.holds(in: situation, for: user) else { continue }
      let others = isStarted ? pages.removeLast().cards : []
      pages.append(CardPage(number: card.page, cards: others + [card]))
    }
    return pages
  }
}
