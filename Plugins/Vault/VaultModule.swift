package import QixModule
internal import VaultContract

/// Keeps the secrets of the program and of its operators.
package enum VaultModule: Migrating, SettingProviding, CommandProviding, ServiceProviding {
  package static let id = "vault"
  package static let summary = "Secrets of the program and its operators, encrypted under one master key."

  package static let migrations = [
    Migration("v1_create_vault", sql: PackageResources.v1_create_vault_sql)
  ]

  package static let settings: [any DeclaredSetting] = [VaultSettings.keyFile, VaultSettings.keptVersions]
  package static var settingsOfCommands: [String] { [VaultSettings.keyFile.name] }

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "vault", "Keep secrets: passwords, tokens, keys, certificates.",
          local: "secrets and their keys don't leave the machine",
          [
            .command(InitVault.self), .command(UnlockVault.self), .command(LockVault.self), .command(RunProgram.self),
            .command(VaultStatus.self), .command(SetItem.self), .command(GetItem.self),
            .command(ListItems.self), .command(FindItems.self), .command(RemoveItem.self),
            .command(AllowReaders.self), .command(DenyReaders.self), .command(RotateVault.self),
            .command(ChangePassphrase.self), .command(VerifyVault.self),
            .command(AuditVault.self), .command(ExportVault.self), .command(ImportVault.self),
            .group(
              CommandGroup(
                "slot", "See and change what opens the vault.",
                [.command(ListSlots.self), .command(AddSlot.self), .command(RemoveSlot.self)])),
          ]))
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Secrets.store) { Store(vault: try OpenVault($0)) }
    services.register(Secrets.removal) { Store(vault: try OpenVault($0)) }
    services.register(Secrets.inspection) { Inspection(context: $0) }
  }

  /// The name under which this program is its vault's agent, and no command.
  package static let agentName = AgentProcess.name

  /// Is the agent until it locks the vault.
  /// - Returns: the exit code.
  package static func runAgent() -> Int32 { AgentProcess.run() }
}
