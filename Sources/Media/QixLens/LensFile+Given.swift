package import QixCommands
internal import QixKernel

extension LensFile {
  /// Opens the file that a command was given; `-` is standard input.
  /// - Parameters:
  ///   - most: bytes of standard input that are taken.
  ///   - option: where it was named, for a command that tells what stands in the file, now or later; nil for one that
  ///     tells nothing of it. A token reads with the rights of the home's owner, so its holder is told of no file that
  ///     their own shell has not opened.
  /// - Throws: `LensError`, `InputError`, `ContentWithheld`.
  package static func given(
    _ path: String, most: Int, toldBy option: String?, in face: any Face
  ) throws -> LensFile {
    guard path != "-" else {
      do {
        return try LensFile(face.input(from: path).readToEnd(limit: most))
      } catch InputError.tooLarge(let name, _) {
        throw LensError.fault(.tooLong, sentence: "\(name) is larger than allowed, \(most >> 20) MiB")
      }
    }
    if let option { try face.requireOwnFile(path, option: option) } else { face.willRead(path) }
    return try LensFile(path: path)
  }
}
