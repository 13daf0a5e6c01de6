internal import IdentityContract
package import QixModule

/// Members: numbers and one-time codes that show a till which user stands there.
package enum MembersModule: Migrating, CommandProviding, ServiceProviding, SettingProviding {
  package static let id = "members"
  package static let summary = "Member codes: users show tills who they are, by a code that is good once."
  package static let requires = ["identity", "vault", "coins"]

  package static let migrations = [
    Migration("v1_create_members", sql: PackageResources.v1_create_members_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "member", "Show, renew and resolve the codes that users show at tills.",
          [.command(ShowMember.self), .command(RenewMember.self), .command(ResolveMember.self)]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Users.handles) { MemberHandles(principal: $0.principal.name, clock: $0.clock) }
  }

  package static var settings: [any DeclaredSetting] { Misses.ofMembers.settings }
}
