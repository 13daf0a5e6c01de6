internal import QixCommands
internal import QixFormats
internal import QixTerminal

/// The program's answer to a shake, as a script would read it.
package struct ShakeReply: Sendable, Equatable, CustomStringConvertible {
  package let exitCode: Int32
  /// `won`, `nothing`, `refused` or `needs-more`; nil for what was no attempt at all.
  package let outcome: String?
  /// `shk_…`
  package let shake: String?
  /// 0 where none were won.
  package let coins: Int64
  /// `trf_…`
  package let transfer: String?
  /// The code of a refusal, or of the error.
  package let refusal: String?
  /// The sentence for a person about a refusal, an error or the next step.
  package let message: String
  package let isReplay: Bool
  /// The fields of a next step, as text.
  package let fields: [String: String]

  /// In messages of tests: what became of it, and why.
  package var description: String {
    switch outcome {
    case "won": "it won \(coins)"
    case "nothing": "it won nothing"
    case "waits": "it waits (\(message))"
    case "needs-more": "it needs more (\(message))"
    case "refused": "it was refused with \(refusal ?? "no code") (\(message))"
    default: "it ended with exit code \(exitCode), \(refusal ?? "no code") (\(message))"
    }
  }

  package var isWon: Bool { outcome == "won" }
  package var isAccepted: Bool { outcome == "won" || outcome == "nothing" }

  init(_ outcome: TestTerminal.Outcome) throws {
    exitCode = outcome.exitCode
    let answer = outcome.output.isEmpty ? JSONValue.null : try JSONValue(parsing: outcome.output)
    let error = outcome.errors.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }.last?["error"]
    self.outcome = answer["outcome"]?.string
    shake = answer["shake"]?.string
    coins = answer["coins"]?.integer ?? 0
    transfer = answer["transfer"]?.string
    refusal = answer["refusal"]?.string ?? error?["code"]?.string
    message = answer["message"]?.string ?? error?["message"]?.string ?? ""
    isReplay = answer["replayed"]?.bool ?? false
    var fields: [String: String] = [:]
    for row in answer["fields"]?.array ?? [] {
      if let name = row["name"]?.string { fields[name] = row["value"]?.string ?? "" }
    }
    self.fields = fields
  }

  /// The parts that the type alone decides.
  var verdict: [String] { [outcome ?? "", "\(coins)", refusal ?? "", message] }

  /// The parts that stay the same when a key is used again.
  var lasting: [String] { [outcome ?? "", shake ?? "", "\(coins)", transfer ?? "", refusal ?? ""] }
}
