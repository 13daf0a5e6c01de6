package import QixCrypto

/// A person who can be asked for a secret.
package protocol SecretPrompter: Sendable {
  /// - Parameters:
  ///   - prompt: shown as it is.
  ///   - name: of the secret, for errors.
  /// - Returns: the typed text, or nil where there is no person.
  /// - Throws: `secret.too-long`, `Interrupted`, `InputError`.
  func ask(_ prompt: String, for name: String) throws -> SecretBytes?
}

/// No person, for programs without a terminal and for tests.
package struct Nobody: SecretPrompter {
  package init() {}
  package func ask(_ prompt: String, for name: String) -> SecretBytes? { nil }
}
