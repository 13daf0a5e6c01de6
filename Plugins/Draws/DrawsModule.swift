internal import DrawsContract
internal import IdentityContract
package import QixModule

/// Draws and raffles that anyone can check afterwards.
package enum DrawsModule: Migrating, CommandProviding, ServiceProviding {
  package static let id = "draws"
  package static let summary = "Draws and raffles that anyone can check afterwards."
  package static let requires = ["vault", "identity"]

  package static let migrations = [
    Migration("v1_create_draws", sql: PackageResources.v1_create_draws_sql)
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "draw", "Commit to the secrets of draws, reveal them and verify the draws.",
          [
            .command(CommitWindows.self), .command(ListWindows.self), .command(ShowWindow.self),
            .command(RevealWindow.self), .command(VerifyWindow.self), .command(ExportWindow.self),
          ])),
      .group(
        CommandGroup(
          "raffle", "Draw winners from a frozen list that anyone can check.",
          [
            .command(CreateRaffle.self), .command(EnterRaffle.self), .command(FreezeRaffle.self),
            .command(DrawRaffle.self), .command(ListRaffles.self), .command(ShowRaffle.self),
            .command(VerifyRaffle.self), .command(ExportRaffle.self),
          ])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Draws.book) { WindowBook(context: $0, secrets: try $0.drawSecrets()) }
    services.register(Draws.raffles) { RaffleEntries(policy: try $0.service(Users.policy), clock: $0.clock) }
  }
}
