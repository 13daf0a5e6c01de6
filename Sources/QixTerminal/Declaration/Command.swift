package import QixKernel

/// A verb of the program: what it is called and takes, how its values come out of the arguments, and what it does.
///
/// The type lives in a file of its own. It is made once per run, after the arguments have been checked.
package protocol Command: Sendable {
  static var declaration: Declaration { get }
  /// Whether it is a `StandaloneCommand`, which is all that sets this.
  static var isStandalone: Bool { get }
  /// Takes the typed values out of the parsed arguments.
  /// - Throws: `UsageError` or `ValueError` for what only several values together can tell.
  init(_ arguments: Arguments) throws
  /// Does the work. Throwing is the only way to an exit code other than 0.
  func run(in context: Context) throws
}

/// A command that works without a home folder: the program runs it in a context that has only a terminal, the
/// system's clock and the program itself, so that it also works where nothing is installed yet.
package protocol StandaloneCommand: Command {}

extension Command {
  package static var isStandalone: Bool { false }
}

extension StandaloneCommand {
  package static var isStandalone: Bool { true }
}
