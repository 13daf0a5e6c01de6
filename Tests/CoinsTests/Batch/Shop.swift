import CoinsContract
import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A home with some users in it, a folder for files, and the program, for stories of batches.
struct Shop: Sendable {
  let home: TestHome

  /// Lends a shop whose users have these external ids.
  static func with(users: [String] = ["ada", "bo", "cy"], _ body: (Shop) throws -> Void) throws {
    try TestHome.initialised { home in
      let shop = Shop(home: home)
      for user in users { try shop.done("user create --external-id \(user)") }
      try body(shop)
    }
  }

  /// Runs what must succeed.
  @discardableResult
  func done(_ line: String, input: String = "", location: SourceLocation = #_sourceLocation) throws -> String {
    let outcome = try home.qix(line, input: input)
    try #require(outcome.exitCode == 0, "qix \(line): \(outcome.errors)", sourceLocation: location)
    return outcome.output
  }

  /// Writes a file into the home, where it is taken away with it.
  func file(_ name: String, _ text: String) throws -> String { try file(name, Array(text.utf8)) }

  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(home.path)/\(name)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  func content(_ name: String) throws -> String {
    try String(contentsOf: URL(fileURLWithPath: "\(home.path)/\(name)"), encoding: .utf8)
  }

  /// The lines that were rejected, without their places and reasons before them.
  func rejects() throws -> String {
    try content("rejects").split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      if line.hasPrefix("{"), case .object(let object) = try JSONValue(parsing: String(line)) {
        var rest = JSONObject()
        for member in object.members where !["batch", "line", "fault"].contains(member.key) {
          rest[member.key] = member.value
        }
        return JSONValue.object(rest).text(.compact)
      }
      // Reasons stand in quotes where they hold the delimiter.
      // Only the first line of a record has them.
      let start = line.split(maxSplits: 2, omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
      guard start.count > 2, start[1] == "line" || Int(start[1]) != nil else { return String(line) }
      var rest = String(line)
      for _ in 0..<3 where !rest.isEmpty {
        if rest.hasPrefix("\"") {
          let reason = rest.dropFirst().replacing("\"\"", with: "  ").prefix { $0 != "\"" }
          rest = String(rest.dropFirst(reason.count + 3))
        } else {
          rest = String(rest.drop { $0 != "," && $0 != ";" }.dropFirst())
        }
      }
      return rest
    }.joined(separator: "\n")
  }

  /// Runs a batch and reads its answer.
  func batch(_ line: String, input: String = "", interruption: Interruption = Interruption()) throws -> BatchOutcome {
    try BatchOutcome(
      home.qix(
        line.split(separator: " ").map(String.init) + ["--json"], input: input, interruption: interruption))
  }

  /// A file of CSV, issued.
  func issue(_ text: String, _ options: String = "", name: String = "grants.csv") throws -> BatchOutcome {
    try batch("coins issue --file \(try file(name, text)) \(options)")
  }

  func apply(_ text: String, _ options: String = "", name: String = "operations.csv") throws -> BatchOutcome {
    try batch("coins apply --file \(try file(name, text)) \(options)")
  }

  /// What a user can spend.
  func coins(_ user: String) throws -> Int64 {
    try #require(Int64(done("wallet show \(user) --quiet").trimmingCharacters(in: .newlines)))
  }

  var transfers: Int64 { get throws { try home.count("coins_transfers") } }

  /// What transfers say, in their order.
  func rows(_ sql: String, columns: Int = 1) throws -> [String] {
    try home.unchecked.read { connection in
      try connection.rows(sql) { row in (0..<columns).map { row.optionalText($0) ?? "-" }.joined(separator: "|") }
    }
  }

  func verify(location: SourceLocation = #_sourceLocation) throws {
    let report = try Verification.run(home.database, random: home.random)
    #expect(report.isSound, "\(report.faults)", sourceLocation: location)
  }
}

/// What a batch answered under `--json`.
struct BatchOutcome {
  /// The fields of `coins.batch/1`.
  struct Answer: Decodable, Equatable {
    let schema: String
    let file: String
    let sha256: String
    let done: Int64
    let replayed: Int64
    let refused: Int64
    let coins: Int64
    let usersCreated: Int64
    let dryRun: Bool
  }

  private struct Problem: Decodable {
    struct Body: Decodable {
      let code: String
      let message: String
    }
    let error: Body
  }

  let exitCode: Int32
  let output: String
  let errors: String
  /// Nil where nothing was answered, because reading did not begin.
  let answer: Answer?
  /// The error's code and sentence; empty where there is none.
  let code: String
  let message: String

  init(_ outcome: TestTerminal.Outcome) throws {
    (exitCode, output, errors) = (outcome.exitCode, outcome.output, outcome.errors)
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    answer = try? decoder.decode(Answer.self, from: Data(output.utf8))
    // Notes come before an error, which has the last line.
    let last = errors.split(separator: "\n").last.map { Data($0.utf8) }
    let problem = last.flatMap { try? JSONDecoder().decode(Problem.self, from: $0) }
    (code, message) = (problem?.error.code ?? "", problem?.error.message ?? "")
  }

  /// Lines done, done before and refused, and the coins that moved.
  var counts: [Int64] { answer.map { [$0.done, $0.replayed, $0.refused, $0.coins] } ?? [] }
}
