internal import Glibc
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

  func write(_ bytes: [UInt8]) throws {
    if let descriptor {
      try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path: path) }
    } else {
      try terminal.write(String(decoding: bytes, as: UTF8.self))
    }
  }
}
