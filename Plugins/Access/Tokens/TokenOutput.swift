internal import QixCrypto
internal import QixKernel
internal import QixTerminal

/// Where the one sight of a token goes: into a new file, a pipe, or a terminal where that was asked for.
struct TokenOutput: Sendable {
  static let output = OldOption(
    "output", .output(.irreplaceable), "Write the token into this new file, for your eyes only (mode 600)")
  static let parameters: [any Parameter] = [output, SecretReveal.flag]

  private let file: TokenFile?
  private let reveals: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments[Self.output].map(TokenFile.init)
    reveals = arguments[SecretReveal.flag]
    if file?.path == "-" { throw UsageError("--output names a file", hint: "Leave it out to write to a pipe.") }
    if file == nil, arguments.format != .human, !arguments.isDryRun {
      throw UsageError("a token is not printed as data", hint: "Give --output FILE, and the rest is.")
    }
  }

  var path: String? { file?.path }

  /// Makes sure, before there is a token, that it can be handed over.
  func prepare(_ terminal: Terminal) throws {
    if file == nil { try terminal.requireSecretOutput(isRevealed: reveals) }
  }

  /// Hands it over where no file takes it: as the last step of the transaction that stores it, so that neither a token
  /// is left that nobody has, nor an old one gone for nothing, when it can't be written.
  func hand(_ token: borrowing SecretBytes, to terminal: Terminal) throws {
    if file == nil { try terminal.writeSecret(token, isRevealed: reveals) }
  }

  /// Writes the file, where there is one, before the token is stored.
  /// - Throws: `StorageError`, and what `body` throws; the file is gone then.
  func writing<Result>(_ token: borrowing SecretBytes, _ body: () throws -> Result) throws -> Result {
    try file?.write(token)
    do { return try body() } catch {
      file?.remove()
      throw error
    }
  }
}
