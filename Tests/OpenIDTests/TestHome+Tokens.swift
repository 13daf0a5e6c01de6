import Foundation
import QixKernel
import QixTerminal
import QixTesting

extension TestHome {
  /// Checks a token from standard input.
  func verify(_ token: String, _ more: [String] = []) throws -> TestTerminal.Outcome {
    try qix(["auth", "oidc", "verify", "--provider", "shop", "--json"] + more, input: token + "\n")
  }

  func file(_ text: String, named name: String = "secret") throws -> String {
    let path = "\(self.path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }
}

extension TestClock {
  func advance(seconds: Int64) { advance(byMicroseconds: seconds * 1_000_000) }
}
