internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The options that say what opens the vault.
struct KeyOptions {
  static let passphrase = SecretInput(
    "passphrase", "the vault's passphrase", label: "Passphrase of the vault", limit: 1_024, takesStandardInput: false)

  private let passphrase = SecretOption(KeyOptions.passphrase)
  @Option("key-file", .namedFile, "Open the vault with the 32 bytes of this file") private var keyFile: String?
  private let identity = SecretOption(RecoveryKey.input)

  /// Whether the command line names what opens the vault.
  var isNamed: Bool { passphrase.isNamed || keyFile != nil || identity.isNamed }

  func check() throws(UsageError) {
    _ = (try passphrase.source(), try identity.source())
    if [passphrase.isNamed, keyFile != nil, identity.isNamed].count(where: { $0 }) > 1 {
      throw UsageError("a passphrase, --key-file and an identity can't be combined", hint: "Give one of them.")
    }
  }

  /// The master key in this process: from what the command line names, else from what is at hand.
  /// - Throws: `VaultError.absent`, `.wrongKey`, `.locked`.
  func unlock(in context: Context) throws -> LocalCustodian {
    let opening = VaultOpening(context: context)
    if let keyFile {
      // The person who opens the vault must be able to read the key themselves.
      try context.face.requireOwnFile(keyFile, option: "--key-file", takesStandardInput: false)
      return try opening.header().unlock(.key(KeyFile(path: keyFile).read()), random: context.random)
    }
    if passphrase.isNamed {
      return try opening.header().unlock(
        .passphrase(context.face.secret(passphrase.source())), random: context.random)
    }
    if identity.isNamed {
      let opened = try RecoveryKey.unlock(
        opening.header(), with: context.face.secret(identity.source()), random: context.random)
      context.face.warn(
        """
        a recovery key can't verify who wrote the vault; unless you trust the database, compare 'changes' and \
        'digest' of `qix vault status` with your notes, and add no secrets
        """)
      return opened
    }
    return try opening.openLocally()
  }
}
