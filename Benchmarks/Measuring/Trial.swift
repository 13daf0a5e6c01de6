package import QixKernel
package import QixTerminal

/// A command of `qix-bench` or `qix-stress` that their `all` runs, too.
package protocol Trial: StandaloneCommand {
  /// The options that make it as short as it can be while everything that it does still happens: what CI runs, so that
  /// a trial that no longer works is found before anybody needs it.
  static var shortest: [String] { get }
}

/// Runs every trial of a program, one after another.
package struct Trials: Sendable {
  package static let short = Flag("short", "The shortest form of each: shows that it works, and measures little")

  package let all: [any Trial.Type]

  package init(_ all: [any Trial.Type]) { self.all = all }

  package var nodes: [CommandNode] { all.map { .command($0) } }

  /// - Parameter words: the options that all of them take.
  package func run(_ words: [String], isShort: Bool, in context: Context) throws {
    for trial in all {
      let declaration = trial.declaration
      let words = (isShort ? trial.shortest : []) + words
      try trial.init(Arguments(words, for: declaration, globals: context.terminal.globals)).run(in: context)
    }
  }
}
