import DrawsContract
import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Draws

/// The life of a campaign's windows, from the promise to the proof.
@Suite struct WindowCommandTests {
  /// A campaign of a day whose window is over, after forty draws.
  private static func played(_ body: (Booth, DrawWindow) throws -> Void) throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      #expect(try booth.qix("draw commit summer").exitCode == 0)
      try booth.shake(0..<40)
      booth.advance(hours: 24)
      // Something happens after the end, so that the log has seen a time behind it.
      try booth.users(["shop-1"])
      try body(booth, booth.window())
    }
  }

  @Test func commitListShow() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 3, every: "P1D")
      let before = try booth.home.contents()
      let planned = try booth.qix("draw commit summer --dry-run")
      #expect(planned.exitCode == 0 && !planned.output.contains("drw_"))
      #expect(try booth.home.contents() == before)
      try expectGolden(try booth.qix("draw commit summer").all, "commit.txt")
      try expectGolden(try booth.qix("draw commit summer --json").all, "commit-again-json.txt")
      try expectGolden(try booth.qix("draw list --campaign summer --json").all, "list-json.txt")
      try expectGolden(try booth.qix("draw list").all, "list.txt")
      try expectGolden(try booth.qix("draw show \(booth.window().id)").all, "show.txt")
      #expect(try booth.qix("draw list --state planned --quiet").lines == 2)
      #expect(try booth.qix("draw list --state open --quiet").lines == 1)
      booth.advance(hours: 30)
      #expect(try booth.qix("draw list --state closed --quiet").output == "\(booth.window().id)\n")
      #expect(try booth.qix("draw list --state revealed --quiet").lines == 0)
    }
  }

  @Test func listsGoOnPageByPage() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 5)
      #expect(try booth.qix("draw commit summer --every PT12H").exitCode == 0)
      let first = try booth.qix("draw list --limit 4 --quiet")
      #expect(first.lines == 4 && first.errors.contains("--after"))
      let last = try #require(first.output.split(separator: "\n").last)
      #expect(try booth.qix("draw list --limit 100 --after \(last) --quiet").lines == 6)
    }
  }

  @Test func whatCantBeCommittedToIsRefused() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      for (line, exit, code) in [
        ("draw commit winter", 3, "draws.campaign-not-found"),
        ("draw commit summer --to 2020-01-01", 2, "draws.empty-period"),
        ("draw commit summer --every PT1S", 2, "draws.too-many-windows"),
        ("draw commit summer --every P0D", 2, "usage"),
        ("draw list --campaign winter", 3, "draws.campaign-not-found"),
        ("draw show drw_00000000000000000000000000", 3, "draws.window-not-found"),
      ] {
        let outcome = try booth.qix("\(line) --json")
        #expect(outcome.exitCode == exit && outcome.errors.contains("\"\(code)\""), "\(line): \(outcome)")
      }
      #expect(try booth.home.count("draws_windows") == 0)
    }
  }

  /// Secrets stay secret until then, and no file of the home has them.
  @Test func revealAndVerify() throws {
    try Self.played { booth, window in
      let secrets = try booth.context.drawSecrets()
      let secret = try booth.read { connection in
        try secrets.ofWindows(in: connection).secret(of: window.terms, committed: window.commitment).withUnsafeBytes(
          Array.init)
      }
      #expect(try !booth.home.contents().joined().contains(Self.hex(secret)))
      let dry = try booth.qix("draw reveal \(window.id) --dry-run")
      #expect(dry.exitCode == 0 && !dry.output.lowercased().contains(Self.hex(secret).lowercased()))
      #expect(try booth.window().revelation == nil)
      #expect(try booth.qix("draw verify \(window.id)").exitCode == 0)
      try expectGolden(try booth.qix("draw reveal \(window.id)").all, "reveal.txt")
      #expect(try booth.home.contents().joined().contains(Self.hex(secret)))
      // A repeat says the same, also without the vault.
      let again = try booth.qix("draw reveal \(window.id)")
      #expect(again.exitCode == 0)
      try expectGolden(try booth.qix("draw verify \(window.id) --json").all, "verify-json.txt")
      try expectGolden(try booth.qix("draw export \(window.id)").all, "export.txt")
      #expect(try booth.qix("db check").exitCode == 0)
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
  }

  /// Too early is refused; and where the clock alone says that it is time, somebody has to vouch for the clock.
  @Test func nothingIsRevealedEarly() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      #expect(try booth.qix("draw commit summer").exitCode == 0)
      let window = try booth.window()
      booth.advance(hours: 23)
      let early = try booth.qix("draw reveal \(window.id) --reason now --json")
      #expect(early.exitCode == 6 && early.errors.contains("\"draws.still-open\""))
      booth.advance(hours: 2)
      let alone = try booth.qix("draw reveal \(window.id) --json")
      #expect(alone.exitCode == 2 && alone.errors.contains("\"draws.clock-alone\""))
      #expect(try booth.window() == window)
      #expect(try booth.qix(["draw", "reveal", "\(window.id)", "--reason", "the clock is right"]).exitCode == 0)
      let audit = try booth.qix("audit show --action draws.reveal --json")
      #expect(audit.output.contains("the clock is right"))
      // It was ahead: put right, it lies before the moment of the reveal, which the doctor sees.
      #expect(try !booth.qix("doctor").output.contains("revealed in the future"))
      booth.advance(hours: -3)
      #expect(try booth.qix("doctor").output.contains("revealed in the future"))
      // The window is over all the same: what is public draws nothing.
      Booth.refuses("draws.revealed", "\(window.id)") { try booth.shake(1..<2) }
    }
  }

  @Test func windowsThatNobodyRevealsAreRemindedOf() throws {
    try Self.played { booth, _ in
      let early = try booth.qix("doctor").output
      #expect(!early.contains("not revealed"))
      booth.advance(hours: 8 * 24)
      #expect(try booth.qix("doctor").output.contains("1 draw windows ended over a week ago, but are not revealed"))
    }
  }

  /// Whatever is changed after the reveal, and by whom: a draw, its coins, one more, one less, the secret.
  private static let changes = [
    "UPDATE standin_draws SET value = (value + 1) % 100 WHERE shake = (SELECT min(shake) FROM standin_draws)",
    "UPDATE standin_draws SET coins = coins + 1 WHERE shake = (SELECT max(shake) FROM standin_draws)",
    "UPDATE standin_draws SET bound = bound + 1 WHERE shake = (SELECT max(shake) FROM standin_draws)",
    "DELETE FROM standin_draws WHERE shake = (SELECT max(shake) FROM standin_draws)",
    """
    INSERT INTO standin_draws SELECT x'0190a1b2c3d570008000000000001000', campaign, window, 1, 0, 500
    FROM standin_draws LIMIT 1
    """,
    "UPDATE draws_windows SET secret = zeroblob(32)", "UPDATE draws_windows SET draws = 0",
    "UPDATE draws_windows SET root = zeroblob(32)", "UPDATE draws_windows SET commitment = zeroblob(32)",
  ]
  private static let triggers = ["draws_windows_are_revealed_once", "draws_windows_keep_their_word"]

  @Test func whatIsChangedIsFound() throws {
    try Self.played { booth, window in
      #expect(try booth.qix("draw reveal \(window.id)").exitCode == 0)
      for change in Self.changes {
        let faults = try booth.context.database.write(Change("test.tamper"), isDryRun: true) { connection, _ in
          for trigger in Self.triggers { try connection.execute(script: "DROP TRIGGER \(trigger)") }
          try connection.execute(script: change)
          let changed = try DrawWindow.find(window.id, in: connection)
          return try WindowVerification.run(changed, secrets: nil, record: StandInRecord(), in: connection).faults
        }
        #expect(faults.count > 0 && !faults.told.isEmpty, "\(change)")
      }
      #expect(try booth.qix("draw verify \(window.id)").exitCode == 0)
      try booth.tamper([], Self.changes[3])
      let outcome = try booth.qix("draw verify \(window.id) --json")
      #expect(outcome.exitCode == 7)
      #expect(outcome.errors.contains("\"draws.unsound\"") && outcome.output.contains("\"faults\""))
      #expect(try booth.qix("db check").exitCode != 0)
    }
  }

  /// A secret and a commitment that fit each other are not the vault's.
  @Test func aSecretThatWasChangedWithItsCommitmentIsFound() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      #expect(try booth.qix("draw commit summer").exitCode == 0)
      let window = try booth.window()
      booth.advance(hours: 24)
      #expect(try booth.qix(["draw", "reveal", "\(window.id)", "--reason", "over"]).exitCode == 0)
      let other = Hexadecimal.encode(Commitment.to([UInt8](repeating: 0, count: 32)).bytes)
      try booth.tamper(Self.triggers, "UPDATE draws_windows SET secret = zeroblob(32), commitment = x'\(other)'")
      #expect(try booth.qix("draw verify \(window.id)").exitCode == 7)
      #expect(try booth.qix("db check").exitCode != 0)
    }
  }

  /// The draw that was changed is named, also before the reveal; and a reveal says so and keeps nothing back.
  @Test func aChangedDrawIsNamed() throws {
    try Self.played { booth, window in
      try booth.tamper(
        [], "UPDATE standin_draws SET value = (value + 1) % 100 WHERE shake = x'0190a1b2c3d570008000000000000011'")
      let before = try booth.qix("draw verify \(window.id)")
      #expect(before.exitCode == 7 && before.errors.contains("\(Booth.shake(0x11))"))
      let reveal = try booth.qix("draw reveal \(window.id)")
      #expect(reveal.exitCode == 0 && reveal.errors.contains("\(Booth.shake(0x11))"))
      #expect(try booth.window().revelation != nil)
      let after = try booth.qix("draw verify \(window.id)")
      #expect(after.exitCode == 7 && after.errors.contains("\(Booth.shake(0x11))"))
    }
  }

  @Test func whoMayDoWhat() {
    #expect(CommitWindows.declaration.roles == [.operator])
    #expect(RevealWindow.declaration.roles == [.operator])
    #expect(VerifyWindow.declaration.roles.contains(.auditor))
    #expect(EnterRaffle.declaration.roles == [.operator, .integrator])
    #expect(DrawRaffle.declaration.roles == [.operator])
  }
}

extension TestTerminal.Outcome {
  /// Everything that came out, as a golden file holds it.
  var all: String { "exit \(exitCode)\n— output\n\(output)— errors\n\(errors)" }
  var lines: Int { output.split(separator: "\n").count }
}
