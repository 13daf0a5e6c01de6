package import QixModule

/// Access: tokens for people and programs, and what each role may do.
package enum AccessModule: Migrating, CommandProviding, ServiceProviding, DoctorChecking, LastingProviding {
  package static let id = "access"
  package static let summary = "Lets people and programs act by tokens, each with a role, scopes and an end."

  package static let migrations = [
    Migration("v1_create_tokens", sql: PackageResources.v1_create_tokens_sql),
    Migration("v2_bound_grants", sql: PackageResources.v2_bound_grants_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "token", "Let people and programs act under a name of their own.",
          [
            .command(CreateToken.self), .command(ListTokens.self), .command(ShowToken.self),
            .command(RotateToken.self), .command(RevokeToken.self),
          ])),
      .group(
        CommandGroup(
          "role", "Show what each role may do.", [.command(ListRoles.self), .command(ShowRole.self)])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Principal.authenticator) { _ in TokenAuthenticator() }
  }

  package static func beginLasting(_ context: inout Context) -> () -> Void {
    context.services.replace(Principal.authenticator, with: TokenAuthenticator(seen: SeenMoments()))
    return {}
  }

  package static func examine(in context: Context) throws -> [Finding] {
    try TokenCheck(now: context.clock.now(), tree: context.program.tree).findings(context.database)
  }
}
