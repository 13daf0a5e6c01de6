import QixCalendar
import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

/// Moments within sentences, as the tables beside them tell theirs.
@Suite struct SaidMomentsTests {
  private static func time(_ text: String) -> Timestamp { Timestamp(text) ?? now }
  private static let now = Timestamp(microseconds: 1_795_659_723_123_456)  // 2026-11-26T02:22:03.123456Z

  private func told(_ text: Sentence, isTerminal: Bool = true, _ change: (inout GlobalOptions) -> Void = { _ in })
    throws -> String
  {
    var globals = GlobalOptions()
    globals.color = .never
    globals.zone = try TimeZone(identifier: "Europe/Rome")
    change(&globals)
    let terminal = TestTerminal(isTerminal: isTerminal, columns: 200, clock: StillClock(time: Self.now))
    let said = try terminal.capture(globals) { $0.note(text) }.errors
    return String(said.dropLast())
  }

  @Test(
    arguments: [
      ("It ends at \(Self.time("2027-06-30T22:00:00Z")).", "It ends at 2027-07-01 00:00 Europe/Rome."),
      (
        "from \(Self.time("2026-11-26T01:02:03.123456Z")) to \(Self.time("2026-12-01T00:00:00Z"))",
        "from 2026-11-26 02:02 to 2026-12-01 01:00 Europe/Rome"
      ),
      // What is near ahead is waited for, and what would read alike differs.
      ("wait until \(Self.time("2026-11-26T02:24:05Z"))", "wait until 2026-11-26 03:24:05 Europe/Rome"),
      (
        "\(Self.time("2026-11-20T10:00:07Z")) is not before \(Self.time("2026-11-20T10:00:03Z"))",
        "2026-11-20 11:00:07 is not before 2026-11-20 11:00:03 Europe/Rome"
      ),
      ("(\(Self.time("2026-11-20T10:00:00.500Z")))", "(2026-11-20 11:00 Europe/Rome)"),
      // What can be typed stays, and so does what somebody has written.
      ("Run `qix x --since 2026-11-20T10:00:00Z`.", "Run `qix x --since 2026-11-20T10:00:00Z`."),
      ("Run `qix x --since \(Self.time("2026-11-20T10:00:00Z"))`.", "Run `qix x --since 2026-11-20T10:00:00Z`."),
      ("'\("2026-11-20T10:00:00Z")' is not a day", "'2026-11-20T10:00:00Z' is not a day"),
    ] as [(Sentence, String)])
  func aPersonReadsTheirClock(_ text: Sentence, _ read: String) throws {
    #expect(try told(text) == read)
  }

  @Test func programsReadUTC() throws {
    let text: Sentence = "It ends at \(Self.time("2027-06-30T22:00:00Z"))."
    #expect(try told(text, isTerminal: false) { $0.zone = nil } == text.description)
    #expect(try told(text, isTerminal: false) { $0.format = .json } == text.description)
    #expect(try told(text, isTerminal: false) == "It ends at 2027-07-01T00:00:00+02:00.")
    #expect(try told(text) { $0.zone = nil } == "It ends at 2027-06-30 22:00 UTC.")
  }

  /// Cells that are sentences, too.
  @Test func soDoCells() throws {
    var document = Document("thing.show/1")
    document.field("detail", .text("it says 2027-06-30T22:00:00Z"))
    var globals = GlobalOptions()
    globals.color = .never
    let shown = { (isTerminal: Bool) in
      try TestTerminal(isTerminal: isTerminal).capture(globals) { try document.emit(to: $0) }.output
    }
    #expect(try shown(true).contains("it says 2027-06-30 22:00 UTC"))
    #expect(try shown(false).contains("it says 2027-06-30T22:00:00Z"))
    globals.format = .json
    #expect(try shown(true).contains("it says 2027-06-30T22:00:00Z"))
  }
}

private struct StillClock: Clock {
  let time: Timestamp
  func now() -> Timestamp { time }
  func monotonicMicroseconds() -> Int64 { time.microseconds }
}
