internal import QixKernel
package import QixStorage
package import QixTerminal

/// What coins are for: a catalogue, its stock, and redemptions.
package enum RewardsModule: Migrating, CommandProviding {
  package static let id = "rewards"
  package static let summary = "What coins are for: a catalogue, its stock, and redemptions."
  package static let requires = ["identity", "coins", "draws", "vouchers"]

  package static let migrations = [
    Migration("v1_create_rewards", sql: PackageResources.v1_create_rewards_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "rewards", "Look into the rewards entries.",
          [
            .command(ListEntries.self)
          ]))
    ]
  }
}
