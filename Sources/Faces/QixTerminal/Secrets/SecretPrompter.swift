package import QixCrypto
internal import QixKernel
internal import Synchronization

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

/// A person who types what a test has prepared.
final class PreparedPerson: SecretPrompter {
  private let answers: Mutex<[String]>
  private let errors: any OutputSink

  init(_ answers: [String], errors: any OutputSink) {
    self.answers = Mutex(answers.reversed())
    self.errors = errors
  }

  func ask(_ prompt: String, for name: String) throws -> SecretBytes? {
    guard let answer = answers.withLock({ $0.popLast() }) else { return nil }
    try? errors.write(prompt + "\n")
    var bytes = Array(answer.utf8)
    return SecretBytes(wiping: &bytes)
  }
}
