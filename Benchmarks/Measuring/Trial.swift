package import QixKernel
package import QixTerminal

/// A command of `qix-bench` or `qix-stress` that their `all` runs, too.
package protocol Trial: OldStandaloneCommand {
  /// The options that make it as short as it can be while everything that it does still happens: what CI runs, so that
  /// a trial that no longer works is found before anybody needs it.
  static var shortest: [String] { get }
}

/// Runs every trial of a program, one after another.
package struct Trials: Sendable {
  package static let short = OldFlag("short", "The shortest form of each: shows that it works, and measures little")

  package static let only = OldRepeatedOption<String>("only", .text, placeholder: "NAME", "This one alone")

  package let all: [any Trial.Type]

  package init(_ all: [any Trial.Type]) { self.all = all }

  package var nodes: [CommandNode] { all.map { .command($0) } }

  /// - Parameters:
  ///   - words: the options that all of them take.
  ///   - names: those that are wanted; all where there are none.
  /// - Throws: `MeasuringError` when there is none of a name, or a trial fails.
  package func run(_ words: [String], only names: [String], isShort: Bool, in context: Context) throws {
    let known = all.map { $0.declaration.name }
    for name in names where !known.contains(name) {
      throw MeasuringError("there is no trial '\(name)', only \(known.joined(separator: ", "))")
    }
    for trial in all where names.isEmpty || names.contains(trial.declaration.name) {
      let declaration = trial.declaration
      let words = (isShort ? trial.shortest : []) + words
      try trial.init(Arguments(words, for: declaration, globals: context.terminal.globals)).run(in: context)
    }
  }
}
