internal import DirectivesContract
internal import QixDefinitions
package import QixModule

/// Links to the page on which a card lies.
extension CardsModule: LinkProviding {
  package static let links = [
    LinkKind("card", argument: "NAME") { name, user, connection, context in
      guard let card = try CardStore(connection).find(name) else { return nil }
      let now = context.clock.now()
      func target(_ refusal: Refusal?) -> LinkTarget {
        LinkTarget(
          Sentence(text: card.texts[context.face.language].title), page: ["cards", card.name], refusal: refusal)
      }
      // What isn't shown yet has no name for users.
      if context.principal.isCustomer, card.state == .draft || card.from.map({ now < $0 }) ?? false { return nil }
      if card.state == .draft {
        return target(
          Refusal("cards.draft", given: "the card is a draft, and users find nothing at this link", hint: nil))
      }
      let users = try ContextUsers(context)
      let reader: any ContextUser = user.map { users.user($0, at: now, in: connection) } ?? AssumedUser()
      let isShown = try card.isCurrent(at: now) && card.condition.mismatch(of: reader) == nil
      return target(isShown ? nil : Refusal("cards.not-shown", "this card is not shown to you now"))
    }
  ]
}
