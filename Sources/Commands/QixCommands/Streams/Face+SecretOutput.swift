package import QixCrypto
package import QixKernel

extension Face {
  /// Makes sure that a secret may go to standard output, before the work of getting it.
  ///
  /// To a file or a pipe it always may: the user has chosen it. On a terminal others may see it and it stays in the
  /// scroll-back, so there `--reveal` is needed.
  package func requireSecretOutput(isRevealed: Bool) throws(Failure) {
    guard isRevealed || !output.isTerminal else {
      throw Failure(
        "secret.terminal-output", .usage, "a secret is not shown on a terminal unasked",
        hint: "Send it to a file or a pipe, or add --reveal.")
    }
  }

  /// Writes the bytes of a secret to standard output as they are, past all buffers and the pager; on a terminal a
  /// newline follows them.
  /// - Parameter isRevealed: whether `--reveal` was given.
  /// - Throws: `secret.terminal-output`, `secret.unprintable`, `OutputError`.
  package func writeSecret(_ secret: borrowing SecretBytes, isRevealed: Bool) throws {
    try requireSecretOutput(isRevealed: isRevealed)
    guard output.isTerminal else {
      return try secret.withUnsafeBytes { bytes throws(OutputError) in try output.writeThrough(bytes) }
    }
    guard secret.withUnsafeBytes(\.isPrintable) else {
      throw Failure(
        "secret.unprintable", .usage, "the secret holds characters that would control the terminal",
        hint: "Send it to a file or a pipe.")
    }
    try secret.withUnsafeBytes { bytes throws(OutputError) in
      try output.writeThrough(bytes)
      if bytes.last != UInt8(ascii: "\n") { try output.write("\n") }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether it is UTF-8 without anything that would control a terminal. No `String` is made of it.
  fileprivate var isPrintable: Bool {
    var (decoder, bytes) = (UTF8(), makeIterator())
    while true {
      switch decoder.decode(&bytes) {
      case .scalarValue(let scalar):
        if scalar.isUnsafeOnTerminal, scalar != "\n", scalar != "\t" { return false }
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}

/// `--reveal`, of every command that writes a secret to standard output.
package struct RevealFlag: Sendable {
  @Flag("reveal", "Show on the terminal what is masked otherwise") package var isGiven: Bool

  package init() {}
}
