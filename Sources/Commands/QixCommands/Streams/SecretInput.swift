package import QixKernel

/// A secret that a command takes: `SecretInput("passphrase", …)` declares `--passphrase-fd` and `--passphrase-file`.
///
/// There is no option that takes the secret itself: a command line is read by everybody on the machine and kept by
/// shells, an environment is inherited by whatever is started (cli.md 33).
package struct SecretInput: Sendable {
  /// Without dashes, as declared.
  package let name: String
  /// The thing, in the middle of a sentence: `the vault's passphrase`.
  let what: Sentence
  /// The prompt for the person: `Passphrase`.
  package let label: String
  /// Bytes at the most.
  package let limit: Int
  /// Whether standard input is read where it is no terminal and nothing else is named.
  package let takesStandardInput: Bool
  /// Whether a newline at the end belongs to the file and not to the secret.
  package let isText: Bool

  /// - Parameters:
  ///   - name: what the options begin with.
  ///   - what: what it is, in the middle of a sentence: `the vault's passphrase`.
  ///   - label: what the person is asked for; the name when it is left out.
  ///   - limit: bytes at the most.
  ///   - takesStandardInput: false where standard input is for something else, or where a script's own input would be
  ///     swallowed by surprise; `--NAME-file -` reads it all the same.
  ///   - isText: false for bytes that may end with what looks like a newline.
  package init(
    _ name: String, _ what: Sentence, label: String? = nil, limit: Int = 65_536, takesStandardInput: Bool = true,
    isText: Bool = true
  ) {
    precondition(limit > 0)
    self.name = name
    self.what = what
    let words = name.split(separator: "-").joined(separator: " ")
    self.label = label ?? words.asSentence
    self.limit = limit
    self.takesStandardInput = takesStandardInput
    self.isText = isText
  }
}

/// The source of a secret, as a command line says; the secret itself is read when it is needed.
package struct SecretSource: Sendable {
  enum Place: Sendable, Equatable {
    case descriptor(Int32)
    case file(String)
    /// Standard input where it is no terminal and may be read, else the person.
    case whateverIsThere
  }

  let input: SecretInput
  let place: Place

  /// Whether the command line names a place.
  package var isNamed: Bool { place != .whateverIsThere }
}

extension SecretInput {
  /// From any place, for a secret that no command line has named.
  package var anywhere: SecretSource { SecretSource(input: self, place: .whateverIsThere) }
}

/// The two options by which a command line says where a secret is: `--NAME-fd` and `--NAME-file`.
package struct SecretOption: Sendable {
  package let input: SecretInput
  @Option package var descriptor: Int32?
  @Option package var file: String?

  package init(_ input: SecretInput) {
    self.input = input
    _descriptor = Option(
      "\(input.name)-fd", .integer(in: 0...Int32.max).serving(.secret(.descriptor, of: input.name)), placeholder: "N",
      input.what)
    _file = Option("\(input.name)-file", .file.serving(.secret(.file, of: input.name)), input.what)
  }

  /// Whether the command line names a place.
  package var isNamed: Bool { descriptor != nil || file != nil }

  /// Returns the source of the secret.
  /// - Parameter other: another input to read, where only the command can tell how.
  /// - Throws: `UsageError` when the command line names two places.
  package func source(of other: SecretInput? = nil) throws(UsageError) -> SecretSource {
    let input = other ?? input
    switch (descriptor, file) {
    case (nil, nil): return input.anywhere
    case (let number?, nil): return SecretSource(input: input, place: .descriptor(number))
    case (nil, let path?): return SecretSource(input: input, place: .file(path))
    case (_?, _?):
      throw UsageError("--\(input.name)-fd and --\(input.name)-file can't both be given", hint: "Give one of them.")
    }
  }
}
