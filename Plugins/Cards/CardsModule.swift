package import QixModule

/// Cards: what users of the app see on its home pages, by where they are and who they are.
package enum CardsModule: Migrating, CommandProviding {
  package static let id = "cards"
  package static let summary = "Cards on the home pages of the app, by place, time and user."
  package static let requires = ["identity", "campaigns"]

  package static let migrations = [
    Migration("v1_create_cards", sql: PackageResources.v1_create_cards_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "card", "Manage the cards that users of the app see.",
          [
            .command(CreateCard.self), .command(SetCard.self), .command(ListCards.self), .command(ShowCard.self),
            .command(PublishCard.self), .command(RemoveCard.self), .command(CardsHere.self),
          ]))
    ]
  }
}
