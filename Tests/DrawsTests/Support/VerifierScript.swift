import Foundation
import QixKernel
import QixTesting
import Testing

@testable import Draws

/// docs/verify-draw.py, run by the system's Python.
enum VerifierScript {
  static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "../../../docs/verify-draw.py"
  ).standardizedFileURL.path

  struct Outcome {
    let exitCode: Int
    let output: String
  }

  static func verify(_ text: String, _ booth: Booth, _ words: [String] = []) throws -> Outcome {
    let file = "\(booth.home.path)/export.jsonl"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return try run([path, file] + words)
  }

  static func run(_ arguments: [String], input: String = "") throws -> Outcome {
    let outcome = try Tool.python(arguments, input: input)
    return Outcome(exitCode: Int(outcome.exitCode), output: outcome.said)
  }

  /// What was published of a window before it opened.
  static func promised(_ window: DrawWindow) -> [String] {
    [
      "window=\(window.id)", "campaign=\(window.terms.campaign)", "opens=\(window.terms.opens)",
      "closes=\(window.terms.closes)", "commitment=\(window.commitment)",
    ]
  }

  /// What was published of a raffle before its beacon appeared.
  static func promised(_ raffle: Raffle) throws -> [String] {
    [
      "raffle=\(raffle.id)", "winners=\(raffle.terms.winners)", "beacon_name=\(raffle.terms.beaconName ?? "")",
      "commitment=\(raffle.commitment)", "root=\(try #require(raffle.freeze).root)",
    ]
  }

  /// Many exports in one process, each with its own arguments; the script is run from its file each time.
  static func outcomes(of cases: [(text: String, words: [String])], flags: [String], _ booth: Booth) throws -> [Outcome]
  {
    let file = "\(booth.home.path)/export.jsonl"
    let driver = """
      import contextlib, io, json, runpy, sys
      script, file = sys.argv[1:]
      for line in sys.stdin:
          case = json.loads(line)
          with open(file, "w", encoding="utf-8") as output:
              output.write(case["text"])
          sys.argv, said, code = [script, file, *case["words"]], io.StringIO(), 0
          with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
              try:
                  runpy.run_path(script, run_name="__main__")
              except SystemExit as end:
                  code = end.code
          if isinstance(code, str):
              said.write(code)
              code = 1
          print(json.dumps({"exitCode": code or 0, "output": said.getvalue()}))
      """
    let lines = try cases.map { one in
      String(
        decoding: try JSONSerialization.data(withJSONObject: ["text": one.text, "words": one.words]), as: UTF8.self)
    }
    let answer = try run(flags + ["-c", driver, path, file], input: lines.joined(separator: "\n"))
    return try answer.output.split(separator: "\n").map { line in
      let answer = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
      return Outcome(
        exitCode: try #require(answer["exitCode"] as? Int), output: try #require(answer["output"] as? String))
    }
  }
}
