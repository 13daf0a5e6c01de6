import Foundation
import QixCalendar
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import TVShake

func time(_ text: String) throws -> Timestamp { try #require(Timestamp(text), "\(text)") }

extension Int64 {
  static let second: Int64 = 1_000_000
  static let minute: Int64 = 60_000_000
}

/// A home with a schedule.
struct Studio {
  let home: TestHome

  static func with(_ body: (Studio) throws -> Void) throws {
    try TestHome.initialised { try body(Studio(home: $0)) }
  }

  @discardableResult
  func run(_ words: [String], input: String = "") throws -> TestTerminal.Outcome {
    try home.qix(words, input: input)
  }

  /// Runs what must work.
  @discardableResult
  func done(_ words: [String], input: String = "") throws -> TestTerminal.Outcome {
    let outcome = try run(words, input: input)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome
  }

  /// Adds a broadcast and returns its id.
  @discardableResult
  func add(
    _ programme: String, on channel: String = "rai1", at start: String, for length: String = "30m",
    zone: String = "Europe/Rome", _ more: String...
  ) throws -> WindowID {
    let outcome = try done(
      [
        "tv", "schedule", "add", "--channel", channel, "--programme", programme, "--start", start, "--length", length,
        "--zone", zone, "--quiet",
      ] + more)
    return try #require(outcome.output.split(separator: "\n").last.flatMap { WindowID(String($0)) })
  }

  /// Writes an iCalendar file and returns its path.
  func file(_ lines: String, name: String = "s.ics") throws -> String {
    let path = "\(home.path)/\(name)"
    try Data("BEGIN:VCALENDAR\nVERSION:2.0\n\(lines)\nEND:VCALENDAR\n".utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  func object(_ words: [String]) throws -> [String: Any] {
    let outcome = try done(words + ["--json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  /// The code of the error, or nothing.
  func code(_ words: [String], input: String = "") throws -> String {
    let outcome = try run(words + ["--json"], input: input)
    guard outcome.exitCode != 0 else { return "" }
    let object = try JSONSerialization.jsonObject(with: Data(outcome.errors.utf8)) as? [String: [String: Any]]
    return object?["error"]?["code"] as? String ?? "none: \(outcome.errors)"
  }

  /// What the type says to a try, in a transaction as the pipeline has them: writes go with a refusal.
  func verify(
    _ type: TVShakeType, at time: Timestamp, user: UserID = UserID(high: 1, low: 1), code: String? = nil,
    channel: String? = nil
  ) throws -> Verdict {
    var evidence = JSONObject()
    if let code { evidence["code"] = .string(code) }
    if let channel { evidence["channel"] = .string(channel) }
    let attempt = Attempt(
      shake: ShakeID(high: 1, low: 1), user: user, campaign: CampaignID(high: 1, low: 1), at: time,
      context: ShakeContext(), evidence: Evidence(evidence))
    struct Refused: Error {
      let verdict: Verdict
    }
    return try home.database.write(Change("tests.verify")) { connection, _ in
      do {
        return try connection.savepoint {
          let verdict = try type.verify(attempt, in: connection)
          if case .refused = verdict { throw Refused(verdict: verdict) }
          return verdict
        }
      } catch let refused as Refused { return refused.verdict }
    }
  }
}

extension TVShakeType {
  /// With the settings of a campaign.
  init(_ object: JSONValue) throws {
    var faults: [(name: String, problem: String)] = []
    self.init(ShakeSettings(try #require(object.object), for: Self.settings, faults: &faults))
    try #require(faults.isEmpty, "\(faults)")
  }
}

extension Verdict {
  var programme: String? { fact("programme")?.string }
  var refusal: String? { if case .refused(let refusal) = self { refusal.code } else { nil } }
  var step: NextStep? { if case .needsMore(let step) = self { step } else { nil } }

  func fact(_ name: String) -> JSONValue? { if case .accepted(let proof) = self { proof.facts[name] } else { nil } }
}
