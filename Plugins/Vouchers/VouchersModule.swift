internal import QixKernel
package import QixStorage
package import QixTerminal

/// Vouchers: unguessable codes that are worth something at the till.
package enum VouchersModule: Migrating, CommandProviding {
  package static let id = "vouchers"
  package static let summary = "Vouchers: unguessable codes that are worth something at the till."
  package static let requires = ["identity", "vault"]

  package static let migrations = [
    Migration("v1_create_vouchers", sql: PackageResources.v1_create_vouchers_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "vouchers", "Look into the vouchers entries.",
          [
            .command(ListEntries.self)
          ]))
    ]
  }
}
