import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A home with tokens made by its owner, each in a file of its own.
struct Desk {
  let home: TestHome

  static func with(_ body: (Desk) throws -> Void) throws {
    try TestHome.initialised { home in
      let desk = Desk(home: home)
      try #require(try home.qix("user create --external-id ada").exitCode == 0)
      try body(desk)
    }
  }

  func path(_ name: String) -> String { "\(home.path)/\(name).token" }

  /// Makes a token and returns the path of its file.
  @discardableResult
  func token(_ name: String, _ options: String, by maker: String? = nil) throws -> String {
    let outcome = try run("token create \(name) --output \(path(name)) \(options)", as: maker)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return path(name)
  }

  /// Runs a line as the owner, or as whom a token's file stands for.
  func run(_ line: String, as file: String? = nil, environment: [String: String] = [:]) throws
    -> TestTerminal.Outcome
  {
    let words = line.split(separator: " ").map(String.init)
    return try home.qix((file.map { ["--as", $0] } ?? []) + words, environment: environment)
  }

  /// The code of the error, such as `access.role`, or nothing.
  func code(_ line: String, as file: String? = nil) throws -> String {
    let outcome = try run("\(line) --json", as: file)
    guard outcome.exitCode != 0 else { return "" }
    let object = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: [String: Any]]
    return object?["error"]?["code"] as? String ?? "none"
  }

  func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
    let path = "\(home.path)/\(name)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  func secret(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8).trimmingCharacters(in: .newlines)
  }
}
