package import QixModule

/// Reports over what several modules know.
package enum ReportsModule: CommandProviding {
  package static let id = "reports"
  package static let summary = "The report on a month, or any other time: coins, campaigns and rewards together."
  package static let requires = ["coins"]

  package static var commands: [CommandNode] { [.command(ReportCommand.self)] }
}
