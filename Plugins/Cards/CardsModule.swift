package import QixModule

/// Cards: what users of the app see on its home pages, by where they are and who they are.
package enum CardsModule: Migrating, CommandProviding, ServiceProviding, LastingProviding {
  package static let id = "cards"
  package static let summary = "Cards on the home pages of the app, by place, time and user."
  package static let requires = ["identity", "campaigns"]

  package static let migrations = [
    Migration("v1_create_cards", sql: PackageResources.v1_create_cards_sql),
    Migration("v2_count_changes", sql: PackageResources.v2_count_changes_sql),
  ]

  package static func provide(to services: inout Services) {
    services.register(PublishedCards.key) { _ in PublishedCards() }
  }

  package static func beginLasting(_ context: inout Context) -> () -> Void {
    context.services.replace(PublishedCards.key, with: PublishedCards())
    return {}
  }

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
