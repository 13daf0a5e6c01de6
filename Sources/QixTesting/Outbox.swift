internal import Foundation
internal import QixCommands
internal import QixTerminal

/// A sending command of a home's own, which writes what it is given into a file.
package struct Outbox {
  package let home: TestHome

  package init(_ home: TestHome) { self.home = home }

  /// The file that the command of `useFile` writes, a line of JSON for each message.
  package var file: String { "\(home.path)/sent" }

  /// Makes a shell script and names it in the settings.
  /// - Parameter via: the settings that name it as a sender.
  package func useCommand(_ script: String, via: [String] = ["messages.phone-via", "messages.email-via"]) throws {
    let path = "\(home.path)/send"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try set("messages.command", path)
    for name in via { try set(name, "command") }
  }

  package func useFile() throws { try useCommand("cat >> '\(file)'") }

  package struct Refusal: Error {
    package let outcome: String
  }

  package func set(_ name: String, _ value: String) throws {
    let outcome = try home.qix(["setting", "set", name, value])
    guard outcome.exitCode == 0 else { throw Refusal(outcome: outcome.errors) }
  }

  /// The texts of what was sent, the oldest first.
  package func sent() throws -> [[String: String]] {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return object.compactMapValues { $0 as? String }
    }
  }

  /// The six digits of the last message.
  package func lastCode() throws -> String {
    String(try sent().last?["text"]?.prefix { $0.isNumber } ?? "")
  }
}
