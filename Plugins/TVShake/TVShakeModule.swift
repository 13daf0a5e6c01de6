package import QixShake

/// The TV shake: coins for shaking while a programme is on.
package enum TVShakeModule: Migrating, CommandProviding, ShakeProviding {
  package static let id = "tvshake"
  package static let summary = "The TV shake: coins for shaking while a programme is on."
  package static let requires = ["identity", "shakes"]

  package static let migrations = [
    Migration("v1_create_tvshake", sql: PackageResources.v1_create_tvshake_sql)
  ]

  package static let shakeTypes: [any ShakeType.Type] = [TVShakeType.self]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "tv", "Manage the broadcasts that users can shake in.",
          [
            .group(
              CommandGroup(
                "schedule", "Manage which programme is on which channel, and when.",
                [
                  .command(ImportSchedule.self), .command(AddWindow.self), .command(ListSchedule.self),
                  .command(ShowWindow.self), .command(RemoveWindow.self),
                ])),
            .group(
              CommandGroup(
                "code", "Manage codes shown on the screen.", [.command(SetCode.self), .command(ListCodes.self)])),
          ])),
      .group(CommandGroup("shake", "Shake, and see results.", [.command(ShakeTV.self)])),
    ]
  }
}
