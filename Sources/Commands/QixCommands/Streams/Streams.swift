package import QixKernel

/// The ends of the program that lead outside, so that a test can hold all of them.
package struct Streams: Sendable {
  package var output: any OutputSink
  package var errors: any OutputSink
  package var input: any InputSource
  package var clock: any Clock
  /// Paths of files that the caller has sent along, which lie in this process's memory: as good as standard input.
  package var sent: [String] = []
  /// Whether `-` in the place of a text stands for standard input. In a request it is a text.
  package var isDashInput = true
  /// Whether standard output is JSON Lines: a document stands on one.
  package var isOfLines = false
  /// The translations for the customer who reads the answer; nil for all others, who read English.
  package var translations: Translations?
  package var interruption: Interruption
  /// Whether a run ends with success where the command would begin: for tests of the gate.
  package var endsBehindGate = false
  /// The person who types secrets.
  package var person: any SecretPrompter
  package var catchSignals: @Sendable () -> Void

  package init(
    output: any OutputSink, errors: any OutputSink, input: any InputSource, clock: any Clock,
    interruption: Interruption = Interruption(), person: any SecretPrompter = Nobody()
  ) {
    self.output = output
    self.errors = errors
    self.input = input
    self.clock = clock
    self.interruption = interruption
    self.person = person
    catchSignals = {}
  }
}
