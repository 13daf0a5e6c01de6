package import QixKernel

/// A destination of text: a file, a pipe or a terminal, or memory in tests.
package protocol OutputSink: Sendable {
  var isTerminal: Bool { get }
  /// Columns of the terminal; nil where there is none or it doesn't say.
  var columns: Int? { get }
  /// Whether a pager has the screen.
  var isPaging: Bool { get }
  /// Notes in which language the sentences for a customer are, before they are written.
  func speak(_ language: Language)
  /// Notes, before it is written, that the answer holds a secret, so that nothing keeps it for another time.
  func conceal()
  /// Notes that the caller's own session is over with the answer.
  func endSession()
  /// Notes, before they are written, that bytes are a file of this type and name.
  /// - Throws: `UsageError` if they have no place here, as on a terminal.
  func begin(_ type: FileType, name: String) throws
  func write(_ text: String) throws(OutputError)
  /// Hands on what is buffered and then these bytes, leaving no copy of them and past the pager: for secrets.
  func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(OutputError)
  /// Hands on what is buffered, now.
  func flush() throws(OutputError)
  /// Flushes for the last time, and waits for the pager where there is one.
  func finish() throws(OutputError)
}

extension OutputSink {
  package func speak(_ language: Language) {}
  package func conceal() {}
  package func endSession() {}

  package func begin(_ type: FileType, name: String) throws {
    guard isTerminal else { return }
    throw UsageError("the answer is a file, and a terminal can't show it", hint: "Add > \(name) to the command.")
  }
}

/// Why text could not be written to standard output.
package enum OutputError: Failing, Equatable {
  /// The reader has gone (EPIPE), as `head` does. Not a failure: the program ends without a word.
  case closed
  /// The person left the pager before the end.
  case pagerClosed
  /// The system's `errno`.
  case failed(Int32, reason: String)

  package var failure: Failure {
    switch self {
    case .closed:
      Failure("output.failed", .failed, "standard output has no reader any longer")
    case .pagerClosed:
      Failure("output.failed", .failed, "the pager was left")
    case .failed(_, let reason):
      Failure(
        "output.failed", .failed, "standard output can't be written: \(reason)",
        hint: "Make room, or send the output somewhere else, and run it again.")
    }
  }
}
