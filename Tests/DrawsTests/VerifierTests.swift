import DrawsContract
import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// docs/verify-draw.py, which knows nothing of the program, says the same as the program.
@Suite struct VerifierTests {
  static let script = VerifierScript.path

  @Test func itIsShort() throws {
    let lines = try String(contentsOfFile: Self.script, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count - 1 <= 110)
  }

  /// Whoever asks gets an answer about the file, or hears that there was none to look at.
  @Test(
    .needs(.python()),
    arguments: [[], ["/no/such/export.jsonl"], ["/dev/null", "741887265c8a"], ["/dev/null", "root=1", "root=1"]])
  func wrongUsageIsNoFault(_ words: [String]) throws {
    let outcome = try VerifierScript.run([Self.script] + words)
    #expect(outcome.exitCode == 2 && !outcome.output.contains("does NOT hold"), "\(outcome.output)")
    #expect(!outcome.output.contains("Traceback"))
  }

  /// `python3 -O` leaves every `assert` out.
  @Test func itsChecksCannotBeSwitchedOff() throws {
    #expect(!(try String(contentsOfFile: Self.script, encoding: .utf8)).contains("assert "))
  }

  @Test(.needs(.python())) func itAgreesOnWindows() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      #expect(try booth.qix("draw commit summer").exitCode == 0)
      var first: UInt64 = 0
      for bound in [1, 2, 100, 1_000_003, 6_148_914_691_236_517_206, (1 << 63) - 25, 1 << 63] as [UInt64] {
        try booth.shake(first..<first + 300, below: bound)
        first += 300
      }
      let window = try booth.window()
      let promised = VerifierScript.promised(window)
      let open = try VerifierScript.verify(booth.qix("draw export \(window.id)").output, booth, promised)
      #expect(open.exitCode == 3 && open.output.contains("the secret, not public yet"), "\(open.output)")
      booth.advance(hours: 24)
      #expect(try booth.qix(["draw", "reveal", "\(window.id)", "--reason", "over"]).exitCode == 0)
      let root = "root=\(try #require(try booth.window().revelation).root)"
      let text = try booth.qix("draw export \(window.id)").output
      let holds = try VerifierScript.verify(text, booth, promised + [root])
      #expect(holds.exitCode == 0 && holds.output.contains("holds: 2100 draws of \(window.id)"), "\(holds.output)")
      // All that decides is shown, and what it doesn't show is said.
      for word in promised + [root] {
        #expect(holds.output.contains(word.split(separator: "=")[1]), "\(word)")
      }
      #expect(holds.output.contains("It doesn't show"))
    }
  }

  /// Whoever has shaken checks their own draw by the answer that the app has.
  @Test(.needs(.python())) func itAgreesOnOneDraw() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      #expect(try booth.qix("draw commit summer").exitCode == 0)
      try booth.shake(0..<9)
      let window = try booth.window()
      let promised = VerifierScript.promised(window)
      let shake = "\(Booth.shake(3))"
      let line = "draw verify \(window.id) --shake \(shake) --json"
      let open = try booth.qix(line)
      #expect(open.exitCode == 0 && open.output.contains("\"secret\": null"), "\(open)")
      let early = try VerifierScript.verify(open.output, booth, promised)
      #expect(early.exitCode == 3 && early.output.contains("not public yet"), "\(early.output)")

      booth.advance(hours: 24)
      try booth.users(["shop-1"])
      #expect(try booth.qix("draw reveal \(window.id)").exitCode == 0)
      let answer = try booth.qix(line).output
      let holds = try VerifierScript.verify(answer, booth, promised)
      #expect(holds.exitCode == 0 && holds.output.contains("holds: the draw of \(shake)"), "\(holds.output)")
      #expect(try VerifierScript.verify(answer, booth).exitCode == 3)
      let number = try #require(JSONValue(parsing: answer)["draw"]?["value"]?.string)
      let changed = answer.replacing("\"value\": \"\(number)\"", with: "\"value\": \"\(number == "0" ? 1 : 0)\"")
      #expect(changed != answer)
      let outcome = try VerifierScript.verify(changed, booth, promised)
      #expect(outcome.exitCode == 1 && outcome.output.contains("must be \(number)"), "\(outcome.output)")

      // The program finds it, too; and a draw that isn't there.
      #expect(
        try booth.qix("draw verify \(window.id) --shake \(ShakeID(high: 0, low: 7)) --json").code == "draws.no-draw")
      #expect(try booth.qix("\(line) --root \(String(repeating: "e7", count: 32))").exitCode == 2)
      try booth.write { connection in
        try connection.execute(script: "UPDATE standin_draws SET value = (value + 1) % bound")
      }
      let broken = try booth.qix(line)
      #expect(broken.exitCode == 7 && broken.errors.contains(shake), "\(broken)")
    }
  }

  @Test(.needs(.python())) func itAgreesOnRaffles() throws {
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
        let promised = try VerifierScript.promised(raffle)
        let frozen = try VerifierScript.verify(booth.qix("raffle export \(name)").output, booth, promised)
        #expect(frozen.exitCode == 3 && frozen.output.contains("not public yet"), "\(frozen.output)")
        #expect(try booth.qix(["raffle", "draw", name] + (beacon.map { ["--beacon", $0] } ?? [])).exitCode == 0)
        let text = try booth.qix("raffle export \(name)").output
        let holds = try VerifierScript.verify(text, booth, promised + ["beacon=\(beacon ?? "")"])
        #expect(
          holds.exitCode == 0 && holds.output.contains("60 entrants of \(raffle.id), 25 winners"), "\(holds.output)")
        let winners = try booth.read { try FrozenList.read(raffle.id, in: $0).entrants.filter { $0.place != nil } }
        #expect(winners.count == 25 && winners.allSatisfy { holds.output.contains("\($0.id)") })
      }
    }
  }
}
