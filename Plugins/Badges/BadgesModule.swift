internal import QixKernel
package import QixStorage
package import QixTerminal

/// Streaks of days and badges for shakes.
package enum BadgesModule: Migrating, CommandProviding {
  package static let id = "badges"
  package static let summary = "Streaks of days and badges for shakes."
  package static let requires = ["identity", "shakes"]

  package static let migrations = [
    Migration("v1_create_badges", sql: PackageResources.v1_create_badges_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "badges", "Look into the badges entries.",
          [
            .command(ListEntries.self)
          ]))
    ]
  }
}
