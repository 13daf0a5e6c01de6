internal import Glibc
package import QixKernel

extension Terminal {
  /// Writes a text into a file, in place of what was in it, and says so; `-` is standard output.
  /// - Parameter what: what it is, at the beginning of a sentence: `The chart`.
  /// - Throws: `OutputFileError`, `OutputError`.
  package func write(_ text: String, to path: String, what: String) throws {
    guard path != "-" else { return try write(text) }
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw OutputFileError(path: path, reason: String(cString: strerror(errno))) }
    defer { close(file) }
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(file, rest.baseAddress, rest.count)
        if count < 0 {
          if errno == EINTR { continue }
          throw OutputFileError(path: path, reason: String(cString: strerror(errno)))
        }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
    note("\(what) is in \(path).")
  }
}

/// Why a file could not be written.
package struct OutputFileError: Diagnosable, Equatable {
  let path: String
  let reason: String

  package var category: ErrorCategory { .failed }
  package var code: String { "output.file" }
  package var description: String { "'\(path)' can't be written: \(reason)" }
  package var hint: String? { "Name a file in a folder that is there and can be written to." }
}
