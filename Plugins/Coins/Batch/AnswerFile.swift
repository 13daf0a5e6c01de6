internal import Glibc
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// A file that answers are written to; `-` is standard output.
final class AnswerFile {
  /// Nil for standard output.
  private let descriptor: Int32?
  private let path: String
  private let terminal: Terminal

  init(_ path: String, _ terminal: Terminal) throws {
    self.path = path
    self.terminal = terminal
    guard path != "-" else {
      descriptor = nil
      return
    }
    let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard opened >= 0 else { throw StorageError.file(path: path, problem: String(cString: strerror(errno))) }
    descriptor = opened
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// - Throws: `AnswersLost`, `OutputError`.
  func write(_ bytes: [UInt8]) throws {
    if let descriptor {
      do {
        try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
      } catch StorageError.diskFull {
        throw AnswersLost(path: path, problem: "the disk is full")
      } catch StorageError.file(_, let problem) {
        throw AnswersLost(path: path, problem: problem)
      }
    } else {
      try terminal.write(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// Lines were done, but their answers could not be written.
struct AnswersLost: Diagnosable, Equatable {
  let path: String
  let problem: String
  var category: ErrorCategory { .failed }
  var code: String { "coins.answers-lost" }
  var description: String { "\(path): \(problem); the lines that are counted as done are done all the same" }
  var hint: String? {
    "Make room or name another file, and run the same batch again: what is done is answered as replayed."
  }
}
