import Foundation
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// docs/verify-draw.py, which knows nothing of the program, says the same as the program.
@Suite struct VerifierTests {
  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  private static let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
    "../../docs/verify-draw.py"
  ).standardizedFileURL.path

  private static func verify(_ text: String, _ booth: Booth, _ words: [String] = []) throws -> (
    exitCode: Int32, output: String
  ) {
    let file = "\(booth.home.path)/export.jsonl"
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    return try run([script, file] + words)
  }

  private static func run(_ arguments: [String]) throws -> (exitCode: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(python))
    process.arguments = arguments
    let pipe = Pipe()
    (process.standardOutput, process.standardError) = (pipe, pipe)
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  @Test func itIsShort() throws {
    let lines = try String(contentsOfFile: Self.script, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 < 120)
  }

  /// Whoever asks gets an answer about the file, or hears that there was none to look at.
  @Test(.enabled(if: python != nil, "python3 is not installed"), arguments: [[], ["/no/such/export.jsonl"]])
  func aFileThatIsNotThereIsNoFault(_ words: [String]) throws {
    let outcome = try Self.run([Self.script] + words)
    #expect(outcome.exitCode == 2 && !outcome.output.contains("does NOT hold"), "\(outcome.output)")
    #expect(!outcome.output.contains("Traceback"))
  }

  /// `python3 -O` leaves every `assert` out.
  @Test func itsChecksCannotBeSwitchedOff() throws {
    #expect(!(try String(contentsOfFile: Self.script, encoding: .utf8)).contains("assert "))
  }

  @Test(.enabled(if: python != nil, "python3 is not installed")) func itAgreesOnWindows() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      #expect(try booth.qix("draw commit summer").exitCode == 0)
      var first: UInt64 = 0
      for bound in [1, 2, 100, 1_000_003, 6_148_914_691_236_517_206, (1 << 63) - 25, 1 << 63] as [UInt64] {
        try booth.shake(first..<first + 300, below: bound)
        first += 300
      }
      let window = try booth.window()
      let open = try Self.verify(booth.qix("draw export \(window.id)").output, booth, ["\(window.commitment)"])
      #expect(open.exitCode == 0 && open.output.contains("not public yet"))
      booth.advance(hours: 24)
      #expect(try booth.qix(["draw", "reveal", "\(window.id)", "--reason", "over"]).exitCode == 0)
      let root = try #require(try booth.window().revelation).root
      let text = try booth.qix("draw export \(window.id)").output
      let holds = try Self.verify(text, booth, ["\(window.commitment)", "\(root)"])
      #expect(holds.exitCode == 0 && holds.output.contains("holds: 2100 draws of \(window.id)"), "\(holds.output)")
      let other = String(repeating: "0", count: 64)
      #expect(try Self.verify(text, booth, [other]).exitCode == 1)
      #expect(try Self.verify(text, booth, ["\(window.commitment)", other]).exitCode == 1)
      let lines = text.split(separator: "\n").map(String.init)
      func changed(_ line: Int, _ from: String, _ to: String) -> String {
        var lines = lines
        lines[line] = lines[line].replacing(from, with: to)
        return lines.joined(separator: "\n")
      }
      let value = try #require(lines[900].firstMatch(of: /"value":"\d+"/)).output
      for tampered in [
        changed(900, String(value), "\"value\":\"1\""), changed(900, "\"bound\":\"100", "\"bound\":\"99"),
        changed(900, "\"coins\":0", "\"coins\":9"), changed(0, "\"secret\":\"", "\"secret\":\"00"),
        changed(0, "\"draws\":2100", "\"draws\":2099"), lines.dropLast().joined(separator: "\n"),
        (lines + [lines[1]]).joined(separator: "\n"),
        ([lines[0], lines[2], lines[1]] + lines[3...]).joined(separator: "\n"),
      ] where tampered != text {
        let outcome = try Self.verify(tampered, booth)
        #expect(outcome.exitCode == 1 && outcome.output.contains("does NOT hold"), "\(outcome.output)")
      }
    }
  }

  @Test(.enabled(if: python != nil, "python3 is not installed")) func itAgreesOnRaffles() throws {
    try Booth.with { booth in
      let names = (0..<60).map { "shop-\($0)" }
      try booth.users(names)
      for (name, beacon) in [("plain", nil), ("public", "drand 12 → é")] as [(String, String?)] {
        let named = beacon.map { _ in ["--commit-beacon", "drand round 12"] } ?? []
        #expect(try booth.qix(["raffle", "create", name, "--winners", "25"] + named).exitCode == 0)
        let file = "user,tickets,key\n" + names.enumerated().map { "\($1),\($0 % 9 * 1_000_000 + 1),k\($0)\n" }.joined()
        #expect(try booth.qix("raffle enter \(name) --file -", input: file).exitCode == 0)
        #expect(try booth.qix("raffle freeze \(name)").exitCode == 0)
        let raffle = try booth.read { try Raffle.find(name, in: $0) }
        let root = try #require(raffle.freeze).root
        let published = ["\(raffle.commitment)", "\(root)"]
        let frozen = try Self.verify(booth.qix("raffle export \(name)").output, booth, published)
        #expect(frozen.exitCode == 0 && frozen.output.contains("not public yet"), "\(frozen.output)")
        #expect(try booth.qix(["raffle", "draw", name] + (beacon.map { ["--beacon", $0] } ?? [])).exitCode == 0)
        let text = try booth.qix("raffle export \(name)").output
        let holds = try Self.verify(text, booth, published)
        #expect(
          holds.exitCode == 0 && holds.output.contains("60 entrants of \(raffle.id), 25 winners"), "\(holds.output)")
        let changes = [
          ("\"tickets\":\"1\"", "\"tickets\":\"2\""), ("\"place\":1}", "\"place\":null}"),
          ("\"place\":1}", "\"place\":3}"), ("\"place\":25}", "\"place\":26}"), ("\"place\":1}", "\"place\":0}"),
          ("\"winners\":25", "\"winners\":24"), ("\"secret\":\"", "\"secret\":\"00"),
          ("\"root\":\"", "\"root\":\"00"), ("\"beacon\":\"drand 12", "\"beacon\":\"drand 13"),
          ("\"beacon\":null", "\"beacon\":\"x\""),
        ]
        for (from, to) in changes where text.contains(from) {
          let outcome = try Self.verify(text.replacing(from, with: to, maxReplacements: 1), booth)
          #expect(outcome.exitCode == 1 && outcome.output.contains("does NOT hold"), "\(to): \(outcome.output)")
        }
      }
    }
  }
}
