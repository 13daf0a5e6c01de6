internal import Synchronization

/// Output kept in memory, for tests.
package final class MemoryOutput: OutputSink {
  private let state: Mutex<(text: String, room: Int)>
  private let failure: OutputError
  package let isTerminal: Bool
  package let columns: Int?

  /// - Parameters:
  ///   - room: bytes after which writing fails, like a full disk.
  ///   - failure: how it fails then.
  package init(
    isTerminal: Bool = false, columns: Int? = nil, room: Int = .max,
    failure: OutputError = .failed(28, reason: "No space left on device")
  ) {
    self.isTerminal = isTerminal
    self.columns = columns
    self.failure = failure
    state = Mutex(("", room))
  }

  package var text: String { state.withLock { $0.text } }

  package func write(_ text: String) throws(OutputError) {
    let fits = state.withLock { state in
      guard text.utf8.count <= state.room else { return false }
      state.room -= text.utf8.count
      state.text += text
      return true
    }
    if !fits { throw failure }
  }

  package func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try write(String(decoding: bytes, as: UTF8.self))
  }

  package var isPaging: Bool { false }
  package func flush() throws(OutputError) {}
  package func finish() throws(OutputError) {}
}
