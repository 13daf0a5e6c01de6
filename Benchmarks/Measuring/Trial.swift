package import QixCommands
package import QixKernel
internal import QixTerminal

/// A command of `qix-bench` or `qix-stress` that their `all` runs, too.
package protocol Trial: StandaloneCommand {
  /// The options that make it as short as it can be while everything that it does still happens: what CI runs, so that
  /// a trial that no longer works is found before anybody needs it.
  static var shortest: [String] { get }
}

/// Runs every trial of a program, one after another.
package struct Trials: Sendable {
  package struct Options: Sendable {
    @Flag("short", "The shortest form of each: shows that it works, and measures little") var isShort: Bool
    @Option("only", .text, placeholder: "NAME", "This one alone") var names: [String]

    package init() {}
  }

  package let all: [any Trial.Type]

  package init(_ all: [any Trial.Type]) { self.all = all }

  package var nodes: [CommandNode] { all.map { .command($0) } }

  /// - Parameter words: the options that all of them take.
  /// - Throws: `MeasuringError` when there is none of a name, or a trial fails.
  package func run(_ words: [String], _ options: Options, in context: Context) throws {
    let known = all.map { $0.declaration.name }, names = options.names
    for name in names where !known.contains(name) {
      throw MeasuringError("there is no trial '\(name)', only \(known.joined(separator: ", "))")
    }
    for trial in all where names.isEmpty || names.contains(trial.declaration.name) {
      try trial.parsing((options.isShort ? trial.shortest : []) + words).perform(in: context)
    }
  }
}
