internal import Glibc
package import QixCrypto
internal import QixKernel

extension Face {
  /// Reads a secret from where the command line says, else from standard input or from the person.
  ///
  /// It is in protected memory from the first byte on. A token names no file of one: kept or tried it would be of use
  /// to the holder of the token. A descriptor was opened by their own shell.
  /// - Throws: `SecretError` or another `secret.…`, `ContentWithheld`, `InputError`, `Interrupted`.
  package func secret(_ source: SecretSource) throws -> SecretBytes { try secret(source, isNew: false) }

  /// Reads a secret that is being chosen: the person types it twice.
  package func newSecret(_ source: SecretSource) throws -> SecretBytes { try secret(source, isNew: true) }

  private func secret(_ source: SecretSource, isNew: Bool) throws -> SecretBytes {
    let input = source.input
    switch source.place {
    case .descriptor(0), .file("-"): return try read(input, from: streams.input)
    case .descriptor(let number):
      guard let file = FileInput.descriptor(number, interruption) else {
        throw Failure(
          "secret.closed-descriptor", .usage, "--\(input.name)-fd: descriptor \(number) is not open for reading",
          hint: "Open it: --\(input.name)-fd \(number) \(number)< FILE.")
      }
      return try read(input, from: file)
    case .file(let path):
      try requireOwnFile(path, option: "--\(input.name)-file")
      let file = try FileInput.open(path, interruption)
      if file.isReadableByOthers {
        warn("'\(path)' holds a secret and can be read by others; `chmod 600` it.")
      }
      return try read(input, from: file)
    case .whateverIsThere:
      if input.takesStandardInput, !streams.input.isTerminal { return try read(input, from: streams.input) }
      return try isNew ? askTwice(input) : ask(input, "\(input.label): ")
    }
  }

  private func read(_ input: SecretInput, from source: any InputSource) throws -> SecretBytes {
    guard !source.isTerminal else {
      throw Failure(
        "secret.terminal-input", .usage,
        "the \(SecretError.words(input.name)) would be read from a terminal that shows it",
        hint: "Leave the option out to be asked with the echo off, or give --\(input.name)-file FILE.")
    }
    return try source.readSecret(input)
  }

  private func askTwice(_ input: SecretInput) throws -> SecretBytes {
    let first = try ask(input, "\(input.label): ")
    let second = try ask(input, "\(input.label), once more: ")
    guard first == second else {
      throw Failure(
        "secret.different", .usage, "the \(SecretError.words(input.name)) was typed differently the second time",
        hint: "Nothing was changed. Try again.")
    }
    return first
  }
}

extension InputSource {
  /// Everything up to the end, without one newline at it where the secret is text.
  fileprivate func readSecret(_ input: SecretInput) throws -> SecretBytes {
    // One byte more than may be there, and a newline of two.
    let room = input.limit + (input.isText ? 3 : 1)
    var buffer = SecretBytes(count: min(room, 4_096))
    var filled = 0
    while filled < room {
      if filled == buffer.count {
        var larger = SecretBytes(count: min(room, buffer.count * 4))
        larger.withUnsafeMutableBytes { target in buffer.withUnsafeBytes { target.copyMemory(from: $0) } }
        buffer = larger
      }
      let count = try buffer.withUnsafeMutableBytes { bytes throws(InputError) in
        try read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]))
      }
      if count == 0 { break }
      filled += count
    }
    let end = input.isText ? buffer.withUnsafeBytes { $0[..<filled].withoutNewline } : filled
    guard end > 0 else { throw SecretError.empty(name: input.name) }
    guard end <= input.limit else { throw SecretError.tooLong(name: input.name, limit: input.limit) }
    return buffer.withUnsafeBytes { SecretBytes(copying: UnsafeRawBufferPointer(rebasing: $0[..<end])) }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  /// The length without one newline at the end, of one byte or of two.
  var withoutNewline: Int {
    guard last == UInt8(ascii: "\n") else { return endIndex }
    return dropLast().last == UInt8(ascii: "\r") ? endIndex - 2 : endIndex - 1
  }
}
