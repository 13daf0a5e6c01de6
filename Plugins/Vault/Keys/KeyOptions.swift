internal import QixCrypto
internal import QixKernel
internal import QixTerminal
internal import VaultContract

/// How a command line says what opens the vault.
struct KeyOptions {
  static let passphrase = SecretInput(
    "passphrase", "the vault's passphrase", label: "Passphrase of the vault", limit: 1_024, takesStandardInput: false)
  static let keyFile = OldOption("key-file", .file, "Open the vault with the 32 bytes of this file")

  static var parameters: [any Parameter] {
    passphrase.parameters + [keyFile] + RecoveryKey.input.parameters
  }

  private let passphrase: SecretSource
  private let keyFile: String?
  private let identity: SecretSource

  /// Whether the command line names what opens the vault.
  var isNamed: Bool { passphrase.isNamed || keyFile != nil || identity.isNamed }

  init(_ arguments: Arguments) throws {
    passphrase = try arguments.source(of: Self.passphrase)
    keyFile = arguments[Self.keyFile]
    identity = try arguments.source(of: RecoveryKey.input)
    if [passphrase.isNamed, keyFile != nil, identity.isNamed].count(where: { $0 }) > 1 {
      throw UsageError("a passphrase, --key-file and an identity can't be given together", hint: "Give one of them.")
    }
  }

  /// The master key in this process: from what the command line names, else from what is at hand.
  /// - Throws: `VaultError.absent`, `.wrongKey`, `.locked`.
  func unlock(in context: Context) throws -> LocalCustodian {
    let opening = VaultOpening(context: context)
    if let keyFile {
      // Nobody opens the vault with a key that they can't read themselves.
      try context.terminal.requireOwnFile(keyFile, option: "--key-file", takesStandardInput: false)
      return try opening.header().unlock(.key(KeyFile(path: keyFile).read()), random: context.random)
    }
    if passphrase.isNamed {
      return try opening.header().unlock(.passphrase(context.terminal.secret(passphrase)), random: context.random)
    }
    if identity.isNamed {
      let opened = try RecoveryKey.unlock(
        opening.header(), with: context.terminal.secret(identity), random: context.random)
      context.terminal.warn(
        "a recovery key can't tell who wrote the vault; unless you trust the database, compare 'changes' and 'digest' of "
          + "`qix vault status` with what was noted, and don't put new secrets in")
      return opened
    }
    return try opening.openLocally()
  }
}
