package import QixCrypto

/// Carries a secret, which can't be copied, out of a closure that must return what can be.
package final class SecretHandover: Sendable {
  private let secret: SecretBytes
  package init(_ secret: consuming SecretBytes) { self.secret = secret }
  package func take() -> SecretBytes { secret.copy() }
}
