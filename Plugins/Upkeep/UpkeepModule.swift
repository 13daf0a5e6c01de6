internal import QixKernel
package import QixTerminal

/// Looks after the installation: making it, checking it, backing it up.
package enum UpkeepModule: CommandProviding {
  package static let id = "upkeep"
  package static let summary = "Makes, checks, migrates and backs up an installation, and shows its audit log."

  package static var commands: [CommandNode] {
    [
      .command(InitCommand.self)
    ]
  }
}
