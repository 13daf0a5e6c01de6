internal import QixKernel
package import QixStorage
package import QixTerminal

/// Referrals: users who bring users, paid after proof of first activity.
package enum ReferralsModule: Migrating, CommandProviding {
  package static let id = "referrals"
  package static let summary = "Referrals: users who bring users, paid after proof of first activity."
  package static let requires = ["identity", "coins"]

  package static let migrations = [
    Migration("v1_create_referrals", sql: PackageResources.v1_create_referrals_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "referrals", "Look into the referrals entries.",
          [
            .command(ListEntries.self)
          ]))
    ]
  }
}
