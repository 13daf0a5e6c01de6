internal import IdentityContract
package import QixKernel
package import QixStorage
package import QixTerminal

/// Who the users are.
package enum IdentityModule: Migrating, CommandProviding, ServiceProviding {
  package static let id = "identity"
  package static let summary = "Users: trial mode, an anonymous id that tracks coins."

  package static let migrations = [
    Migration("v1_create_users", sql: PackageResources.v1_create_users_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "user", "Make and find users.",
          [.command(CreateUser.self), .command(ShowUser.self), .command(ListUsers.self), .command(FindUser.self)]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Users.directory) { Directory(clock: $0.clock, random: $0.random) }
  }
}
