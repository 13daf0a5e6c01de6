internal import QixKernel

extension Face {
  /// Opens what a file argument names; `-` is standard input.
  ///
  /// Where that is a terminal it says so, since a silent wait looks like a hang.
  /// - Throws: `InputError` when the file can't be opened.
  package func input(from path: String) throws(InputError) -> any InputSource {
    guard path == "-" else {
      if !streams.sent.contains(path) { willRead(path) }
      return try FileInput.open(path, interruption, name: name(ofInput: path))
    }
    if streams.input.isTerminal { note("Reading from the terminal; end with Ctrl-D.") }
    return streams.input
  }

  /// The name in sentences of what a file argument names.
  package func name(ofInput path: String) -> String {
    // What came with a request has no name, and where it lies is nobody's business.
    path == "-" ? streams.input.name : streams.sent.contains(path) ? "the file" : path
  }

  /// Opens input that a command stores for later reading: by a file that a token names, its holder would read any file
  /// with the rights of the home's owner.
  /// - Parameter option: the option by which the caller has named it.
  /// - Throws: `ContentWithheld`, `InputError`.
  package func keptInput(from path: String, option: String = "FILE") throws -> any InputSource {
    try requireOwnFile(path, option: option)
    return try input(from: path)
  }

  /// Refuses a file that a token names, before it is looked for: what stands in it is kept, told, or is a secret. `-` is
  /// standard input, which the caller's own shell has opened.
  /// - Parameters:
  ///   - option: what the caller has named it by.
  ///   - takesStandardInput: whether `-` can be given in its place.
  /// - Throws: `ContentWithheld`.
  package func requireOwnFile(
    _ path: String, option: String, takesStandardInput: Bool = true
  ) throws(ContentWithheld) {
    guard path != "-" || !takesStandardInput, !streams.sent.contains(path) else { return }
    willRead(path)
    guard mayTell(.content) else { throw ContentWithheld(option: option, takesStandardInput: takesStandardInput) }
  }
}
