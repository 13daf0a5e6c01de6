import Foundation
import QixTesting

/// A home with a sending command that writes what it gets into a file.
struct Post {
  let home: TestHome

  /// What was sent, a line of JSON each.
  var file: String { "\(home.path)/sent" }

  /// Makes a command and names it in the settings.
  func useCommand(_ script: String, via: String? = "messages.phone-via") throws {
    let path = "\(home.path)/send"
    try "#!/bin/sh\n\(script)\n".write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    try set("messages.command", path)
    if let via { try set(via, "command") }
  }

  func useFile() throws { try useCommand("cat >> '\(file)'") }

  struct Refusal: Error { let outcome: String }

  func set(_ name: String, _ value: String) throws {
    let outcome = try home.qix(["setting", "set", name, value])
    guard outcome.exitCode == 0 else { throw Refusal(outcome: outcome.errors) }
  }

  func sent() throws -> [[String: String]] {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
    return try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      return object.compactMapValues { $0 as? String }
    }
  }
}
