package import QixKernel

/// Says everything about one command, once: parsing, help, completions and man pages are read off it.
package struct Declaration: Sendable {
  package let name: String
  /// One sentence, for lists of commands and as the first line of the help.
  package let summary: String
  /// Paragraphs, an empty line between them; each is wrapped to the width of the terminal.
  package let discussion: String
  package let effect: Effect
  /// Who may run it besides admins. There is no default: a command for which nobody has thought about it doesn't build.
  package let roles: Set<Role>
  private let makeParameters: @Sendable () -> [any Parameter]
  private let makeExamples: @Sendable () -> [Example]

  /// Parameters and examples are made only when they are needed, so that looking for a command among its siblings
  /// costs no more than comparing names.
  package init(
    _ name: String, _ summary: String, roles: Set<Role>, discussion: String = "",
    parameters: @autoclosure @escaping @Sendable () -> [any Parameter] = [],
    examples: @autoclosure @escaping @Sendable () -> [Example], effect: Effect = .reads
  ) {
    self.name = name
    self.summary = summary
    self.roles = roles
    self.discussion = discussion
    self.effect = effect
    makeParameters = parameters
    makeExamples = examples
  }

  package var examples: [Example] { makeExamples() }

  /// What the command takes besides the global options, the standard parameters of a change included.
  package var parameters: [any Parameter] {
    makeParameters() + (effect == .changes ? [StandardParameters.dryRun, StandardParameters.reason] : [])
  }
}

/// Whether a command can change data.
package enum Effect: Sendable {
  case reads
  /// Adds `--dry-run` and `--reason TEXT`.
  case changes
}

/// A command line that works as it stands, and what it does.
package struct Example: Sendable {
  package let line: String
  package let explanation: String

  package init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}

/// What every command that changes data takes.
enum StandardParameters {
  static let dryRun = Flag("dry-run", "Say what would happen, and change nothing")
  static let reason = Option("reason", .text, placeholder: "TEXT", "Why; kept in the audit log")
}
