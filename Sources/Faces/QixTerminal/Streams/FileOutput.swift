internal import Glibc
package import QixCommands
internal import Synchronization

/// A file descriptor behind a buffer of 64 KiB, and a pager where it is a terminal and the output is long.
package final class FileOutput: OutputSink {
  private struct State {
    var buffer: [UInt8] = []
    var pager: Pager?
    /// The pager for long output; nil once something has gone straight to the terminal.
    var pagerCommand: String?
  }

  private static let capacity = 65_536

  private let descriptor: Int32
  private let state = Mutex(State())
  package let isTerminal: Bool

  /// - Parameter descriptor: 1 for standard output; stays open.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  package var columns: Int? { size.map { Int($0.ws_col) } }

  package var isPaging: Bool { state.withLock { $0.pager != nil } }

  private var size: winsize? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return size
  }

  /// Shows output that is longer than the screen with a shell command. Call it before anything is written.
  func page(with command: String) {
    guard isTerminal else { return }
    state.withLock { $0.pagerCommand = command }
  }

  package func write(_ text: String) throws(OutputError) {
    try locked { state throws(OutputError) in
      state.buffer.append(contentsOf: text.utf8)
      if state.buffer.count >= Self.capacity { try self.drain(&state) }
    }
  }

  package func writeThrough(_ bytes: UnsafeRawBufferPointer) throws(OutputError) {
    try flush()
    let error = OutputFile.writeAll(bytes, to: descriptor)
    guard error != 0 else { return }
    throw error == EPIPE ? .closed : .failed(error, reason: String(cString: strerror(error)))
  }

  package func flush() throws(OutputError) {
    try locked { state throws(OutputError) in try self.drain(&state) }
  }

  package func finish() throws(OutputError) {
    try locked { state throws(OutputError) in
      try self.drain(&state)
      state.pager?.wait()
      state.pager = nil
    }
  }

  /// `Mutex.withLock` with the type of error kept.
  private func locked(_ body: (inout State) throws(OutputError) -> Void) throws(OutputError) {
    let result: Result<Void, OutputError> = state.withLock { state in
      Result { () throws(OutputError) in try body(&state) }
    }
    try result.get()
  }

  private func drain(_ state: inout State) throws(OutputError) {
    guard !state.buffer.isEmpty else { return }
    defer { state.buffer.removeAll(keepingCapacity: true) }
    if let command = state.pagerCommand {
      // Decided once, by what there is before the first byte leaves.
      state.pagerCommand = nil
      let lines = state.buffer.lazy.filter { $0 == UInt8(ascii: "\n") }.count
      if lines >= Int(size?.ws_row ?? 24) { state.pager = Pager(command) }
    }
    let target = state.pager?.descriptor ?? descriptor
    let error = state.buffer.withUnsafeBytes { OutputFile.writeAll($0, to: target) }
    guard error != 0 else { return }
    if error == EPIPE, let pager = state.pager {
      pager.wait()
      state.pager = nil
      throw .pagerClosed
    }
    throw error == EPIPE ? .closed : .failed(error, reason: String(cString: strerror(error)))
  }
}
