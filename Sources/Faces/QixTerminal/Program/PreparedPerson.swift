internal import QixCommands
internal import QixCrypto
internal import Synchronization

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
