package import QixModule

extension CardsModule: SearchProviding {
  package static func find(_ search: inout Search, in context: Context) throws {
    guard search.isOpen(ShowCard.self), search.id(CardID.self) != nil || !search.isID,
      let card = try context.database.read({ try CardStore($0).find(search.text) })
    else { return }
    search.add(
      "card", card.id, of: nil, "card \(card.name)", by: search.isID ? "id" : "name", state: card.state.name)
  }
}
