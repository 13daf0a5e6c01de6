package import QixKernel
package import QixStorage
package import QixTerminal

/// Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell.
package enum ShakesModule: Migrating, CommandProviding, SettingProviding, DoctorChecking {
  package static let id = "shakes"
  package static let summary = "Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell."
  package static let requires = ["campaigns", "draws", "coins", "identity"]

  package static let migrations =
    [Migration("v1_create_shakes", sql: PackageResources.v1_create_shakes_sql)] + directiveMigrations

  package static var commands: [CommandNode] { directiveCommands + webhookCommands }

  package static var settings: [any DeclaredSetting] { directiveSettings }

  package static func examine(in context: Context) throws -> [Finding] {
    try directiveFindings(in: context) + webhookFindings(in: context)
  }
}
