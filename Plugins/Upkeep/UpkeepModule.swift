package import QixModule

/// Looks after the installation: making it, checking it, backing it up.
package enum UpkeepModule: CommandProviding, SettingProviding {
  package static let id = "upkeep"
  package static let summary = "Creates, checks, migrates and backs up an installation, and shows its audit log."

  package static var commands: [CommandNode] {
    [
      .command(InitCommand.self),
      .command(Doctor.self),
      .group(
        CommandGroup(
          "db", "Look after the database: its schema, backups, checks.",
          [
            .command(DatabaseStatus.self), .command(MigrateDatabase.self), .command(BackUpDatabase.self),
            .command(RestoreDatabase.self), .command(CheckDatabase.self),
            .command(ChecksumDatabase.self), .command(AcceptLoss.self),
          ])),
      .group(
        CommandGroup(
          "setting", "See and change settings that apply to everyone; kept in the database.",
          [
            .command(ListSettings.self), .command(ShowSetting.self), .command(SetSetting.self),
            .command(ResetSetting.self),
          ])),
      .group(
        CommandGroup(
          "audit", "See who changed what, when and why.", [.command(ShowAudit.self), .command(VerifyAudit.self)])),
    ]
  }
}
