internal import QixKernel

extension Face {
  /// Writes a text into a file, in place of one that is there, and says so; `-` is standard output.
  /// - Parameter what: what it is, at the beginning of a sentence: `The chart`.
  /// - Throws: `OutputFileError`, `OutputError`; what was there stays as it was then.
  package func write(_ text: String, to path: String, what: String) throws {
    guard path != "-" else { return try write(text) }
    try OutputFile.write(text, to: path)
    note("\(what) is in \(path).")
  }
}

extension OutputFile {
  /// Writes a text for everybody to read, in place of what has its name.
  /// - Throws: `OutputFileError`; what was there stays as it was then.
  package static func write(_ text: String, to path: String, followsLinks: Bool = true) throws {
    let file = try OutputFile(path, mode: 0o644, followsLinks: followsLinks)
    do {
      try Array(text.utf8).withUnsafeBytes { try file.write($0) }
      try file.finish()
    } catch {
      file.abandon()
      throw error
    }
  }
}
