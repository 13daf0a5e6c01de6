package import QixModule

/// Tiers: a user who has earned many coins in a period gets more.
package enum TiersModule: Migrating, CommandProviding {
  package static let id = "tiers"
  package static let summary = "Tiers: users who earn many coins in a period get more."
  package static let requires = ["identity", "coins"]

  package static let migrations = [
    Migration("v1_create_tiers", sql: PackageResources.v1_create_tiers_sql),
    Migration("v2_name_tiers", sql: PackageResources.v2_name_tiers_sql),
    Migration("v3_write_tiers_in_languages", sql: PackageResources.v3_write_tiers_in_languages_sql),
    Migration("v4_show_tiers", sql: PackageResources.v4_show_tiers_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "tier", "Set what earned coins lead to, and show who is in which tier.",
          [
            .command(CreateTier.self), .command(SetTier.self), .command(ListTiers.self), .command(RemoveTier.self),
            .command(TierOf.self), .command(ReportTiers.self),
          ]))
    ]
  }
}
