internal import QixCommands
package import QixKernel

/// A module that brings something to the sample home of `qix init --sample`, in which its examples can be tried.
package protocol SampleProviding: Module {
  /// What is run, in order, after the samples of the modules that it requires.
  static var sample: [SampleStep] { get }
}

/// A command line as a shell would read it, without the program's name; `{home}` and `{today}` stand for what they say, `{soon}` for the
/// day thirty days after.
package struct SampleStep: Sendable, ExpressibleByStringLiteral {
  package let line: String
  /// What is given to standard input.
  package let input: String

  package init(_ line: String, input: String = "") { (self.line, self.input) = (line, input) }
  package init(stringLiteral line: String) { self.init(line) }
}

extension Context {
  /// Runs a command line of this program by itself, as if a person had typed it.
  /// - Parameter home: the folder of the data.
  /// - Throws: `Failure` where it doesn't end well.
  package func run(_ step: SampleStep, in home: String) throws {
    let line = step.line.replacing("{home}", with: home)
      .replacing("{today}", with: "\(clock.now().date)")
      .replacing("{soon}", with: "\(clock.now().advanced(byMicroseconds: 30 * Timestamp.day).date)")
    let words = (ShellWords.firstCommand(of: "\(program.name) \(line)", named: program.name) ?? []) + ["--home", home]
    let (output, errors) = (MemoryOutput(), MemoryOutput())
    let streams = Streams(
      output: output, errors: errors, input: MemoryInput(step.input, isTerminal: false), clock: clock)
    // Nothing of what the person has set for themselves: neither a token nor another form of output.
    let code = program.run(words, streams: streams, environment: .fixed([:]), config: .file(ConfigFile()))
    guard code == 0 else {
      throw Failure("sample.failed", .failed, "the sample could not be made: `\(program.name) \(line)`: \(errors.text)")
    }
  }
}
