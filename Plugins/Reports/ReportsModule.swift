package import QixModule

/// Reports over what several modules know.
package enum ReportsModule: CommandProviding {
  package static let id = "reports"
  package static let summary = "The report on a month or another period: coins, campaigns and rewards."
  package static let requires = ["coins"]

  package static var commands: [CommandNode] { [.command(ReportCommand.self)] }
}
