package import QixModule

/// Links to the page on which a card lies.
extension CardsModule: LinkProviding {
  package static let links = [
    LinkKind("card", argument: "NAME") { name, _, connection, context in
      guard let card = try CardStore(connection).find(name) else { return nil }
      let target = LinkTarget(Sentence(text: card.texts[context.face.language].title), page: ["cards", card.name])
      if card.state == .published { return target }
      // A draft has no name for users.
      if context.principal.isCustomer { return nil }
      let refusal = Refusal("cards.draft", given: "the card is a draft, and users find nothing at this link", hint: nil)
      return LinkTarget(target.title, page: target.page, refusal: refusal)
    }
  ]
}
