internal import QixCrypto
internal import QixKernel
internal import QixTerminal

/// Where passphrases and secrets come from: the one place that knows.
enum SecretInput {
  /// A passphrase typed on the terminal without an echo; nil where nobody can be asked.
  static func askForPassphrase(in context: Context) throws -> SecretBytes? { nil }
}
