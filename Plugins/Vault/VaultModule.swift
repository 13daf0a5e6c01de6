internal import QixKernel
package import QixStorage
internal import VaultContract

/// Keeps the secrets of the program and of its operators.
package enum VaultModule: Migrating, SettingProviding {
  package static let id = "vault"
  package static let summary = "Secrets of the program and its operators, encrypted under one master key."

  package static let migrations = [
    Migration("v1_create_vault", sql: PackageResources.v1_create_vault_sql)
  ]

  package static let settings: [any DeclaredSetting] = [VaultSettings.keyFile, VaultSettings.keptVersions]
}
