package import QixKernel

extension Terminal {
  /// Makes sure, before anything is done for it, that a secret may be written to standard output.
  /// - Throws: `SecretOutputError`
  package func checkSecretOutput(reveals: Bool) throws(SecretOutputError) {
    guard reveals || !output.isTerminal else { throw SecretOutputError() }
  }

  /// Writes a secret and a line end to standard output at once, without a copy in a buffer: to a pipe or a file, to a
  /// terminal only where the person asked to see it.
  package func write(secret: UnsafeRawBufferPointer, reveals: Bool) throws {
    try checkSecretOutput(reveals: reveals)
    try output.write(secret: secret)
  }
}

/// A secret would have been shown on a screen.
package struct SecretOutputError: Diagnosable, Equatable {
  package init() {}
  package var category: ErrorCategory { .notAllowed }
  package var code: String { "secret.terminal" }
  package var description: String { "a secret is not shown on a terminal unless it is asked for" }
  package var hint: String? { "Write it into a file or a pipe, or give --reveal." }
}
