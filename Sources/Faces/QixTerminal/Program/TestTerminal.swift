package import QixCommands
package import QixKernel

/// Runs a program in this process with everything outside it held in memory, for tests.
package struct TestTerminal: Sendable {
  /// The input that the person, or the pipe, gives to standard input.
  package var input: String
  /// The secrets that the person types when asked, one after the other; then there is no person to ask.
  package var secrets: [String]
  /// Whether input, output and errors are terminals.
  package var isTerminal: Bool
  /// The only environment variables there are.
  package var environment: [String: String]
  package var columns: Int
  /// Nil leaves the clock out: whatever asks it traps.
  package var clock: (any Clock)?
  package var interruption = Interruption()
  /// Bytes after which standard output is full.
  package var room = Int.max
  /// Whether a run ends with success where the command would begin: for tests of the gate.
  package var endsBehindGate = false

  package init(
    input: String = "", secrets: [String] = [], isTerminal: Bool = false, environment: [String: String] = [:],
    columns: Int = 80, clock: (any Clock)? = nil
  ) {
    self.input = input
    self.secrets = secrets
    self.isTerminal = isTerminal
    self.environment = environment
    self.columns = columns
    self.clock = clock
  }

  package struct Outcome: Sendable, Equatable {
    package let exitCode: Int32
    package let output: String
    package let errors: String
  }

  package func run(
    _ program: Program, _ words: [String], config: FoundConfig? = nil
  ) -> Outcome {
    let output = MemoryOutput(isTerminal: isTerminal, columns: isTerminal ? columns : nil, room: room)
    let errors = sink
    let code = program.run(words, streams: streams(output, errors), environment: .fixed(environment), config: config)
    return Outcome(exitCode: code, output: output.text, errors: errors.text)
  }

  /// Lends a terminal to code under test that has no program around it.
  /// - Returns: what was printed.
  package func capture(
    _ globals: GlobalOptions = GlobalOptions(), _ body: (Terminal) throws -> Void
  ) throws -> (output: String, errors: String) {
    let (output, errors) = (sink, sink)
    try body(Terminal(streams(output, errors), globals, .fixed(environment)))
    return (output.text, errors.text)
  }

  private var sink: MemoryOutput { MemoryOutput(isTerminal: isTerminal, columns: isTerminal ? columns : nil) }

  private func streams(_ output: MemoryOutput, _ errors: MemoryOutput) -> Streams {
    var streams = Streams(
      output: output, errors: errors, input: MemoryInput(input, isTerminal: isTerminal),
      clock: clock ?? Context.unprepared.clock, interruption: interruption,
      person: PreparedPerson(secrets, errors: errors))
    streams.endsBehindGate = endsBehindGate
    return streams
  }
}
