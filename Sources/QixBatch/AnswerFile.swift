internal import Glibc
package import QixKernel
internal import QixStorage
package import QixTerminal

/// A file that answers are written to; `-` is standard output.
package final class AnswerFile {
  /// Nil for standard output.
  private let descriptor: Int32?
  private let path: String
  private let terminal: Terminal
  private let module: String

  package var isStandardOutput: Bool { descriptor == nil }

  /// - Parameter module: whose batch it is, for the codes of errors.
  package init(_ path: String, of module: String, _ terminal: Terminal) throws {
    self.path = path
    self.module = module
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
  package func write(_ bytes: [UInt8]) throws {
    if let descriptor {
      do {
        try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
      } catch StorageError.diskFull {
        throw AnswersLost(module: module, path: path, problem: "the disk is full")
      } catch StorageError.file(_, let problem) {
        throw AnswersLost(module: module, path: path, problem: problem)
      }
    } else {
      try terminal.write(String(decoding: bytes, as: UTF8.self))
    }
  }
}

/// Lines were done, but their answers could not be written.
package struct AnswersLost: Diagnosable, Equatable {
  let module: String
  let path: String
  let problem: String
  package var category: ErrorCategory { .failed }
  package var code: String { "\(module).answers-lost" }
  package var description: String { "\(path): \(problem); the lines that are counted as done are done all the same" }
  package var hint: String? {
    "Make room or name another file, and run the same batch again: what is done is answered as replayed."
  }
}
