internal import QixCrypto
internal import QixKernel
internal import QixTerminal
internal import VaultContract

/// How a command line says what opens the vault.
struct KeyOptions {
  static let passphrase = SecretInput(
    "passphrase", "the vault's passphrase", label: "Passphrase of the vault", limit: 1_024, takesStandardInput: false)
  static let keyFile = Option("key-file", .file, "Open the vault with the 32 bytes of this file")

  static var parameters: [any Parameter] { passphrase.parameters + [keyFile] }

  private let passphrase: SecretSource
  private let keyFile: String?

  init(_ arguments: Arguments) throws {
    passphrase = try arguments.source(of: Self.passphrase)
    keyFile = arguments[Self.keyFile]
    if passphrase.isNamed, keyFile != nil {
      throw UsageError("a passphrase and --key-file can't both be given", hint: "Give one of them.")
    }
  }

  /// The master key in this process: from what the command line names, else from what is at hand.
  /// - Throws: `VaultError.absent`, `.wrongKey`, `.locked`.
  func unlock(in context: Context) throws -> LocalCustodian {
    let opening = VaultOpening(context: context)
    if let keyFile {
      return try opening.header().unlock(.key(KeyFile(path: keyFile).read()), random: context.random)
    }
    if passphrase.isNamed {
      return try opening.header().unlock(.passphrase(context.terminal.secret(passphrase)), random: context.random)
    }
    return try opening.openLocally()
  }
}
