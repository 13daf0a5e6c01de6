internal import Glibc
internal import QixFormats
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// Where the answers of a batch go: a file, or standard output for `-`. They are written once they are durable.
final class AnswerOutput {
  private let descriptor: Int32?
  private let path: String
  private let terminal: Terminal
  private var writer = JSONWriter()

  var isStandardOutput: Bool { descriptor == nil }

  init(_ path: String, _ terminal: Terminal) throws {
    self.path = path
    self.terminal = terminal
    guard path != "-" else {
      descriptor = nil
      return
    }
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw AnswersLost(path: path, problem: String(cString: strerror(errno))) }
    descriptor = opened
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// One answer: an object on a line of its own.
  func write(_ members: (inout JSONWriter) -> Void) {
    writer.beginObject()
    members(&writer)
    writer.endObject()
    writer.newLine()
  }

  /// - Throws: `AnswersLost`, `OutputError`.
  func flush() throws {
    defer { writer.removeAll() }
    guard let descriptor else { return try terminal.write(writer.text) }
    do {
      try writer.bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
    } catch StorageError.file(_, let problem) {
      throw AnswersLost(path: path, problem: problem)
    }
  }
}

/// Answers could not be written.
struct AnswersLost: Diagnosable, Equatable {
  let path: String
  let problem: String
  var category: ErrorCategory { .failed }
  var code: String { "shakes.answers-lost" }
  var description: String { "\(path): \(problem); shakes that are decided stay decided" }
  var hint: String? {
    "Make room or name another file, and send the same file again: what is done is answered as replayed."
  }
}
