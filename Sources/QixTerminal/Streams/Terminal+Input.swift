internal import QixKernel

extension Terminal {
  /// Opens what a file argument names; `-` is standard input.
  ///
  /// Where that is a terminal it says so, since a silent wait looks like a hang.
  /// - Throws: `InputError` when the file can't be opened.
  package func input(from path: String) throws(InputError) -> any InputSource {
    guard path == "-" else {
      willRead(path)
      return try FileInput.open(path, interruption)
    }
    if standardInput.isTerminal { say("reading from the terminal; end with Ctrl-D\n") }
    return standardInput
  }
}
