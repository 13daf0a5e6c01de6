import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// What a person at a terminal reads and types: shortened identifiers that are taken back, days that are days of the
/// installation's zone and hold their ends.
@Suite struct DeskStoryTests {
  private static func line(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }

  private static func begin(_ home: TestHome) throws {
    home.clock.set(try #require(Timestamp("2027-06-15T22:30:00Z")))
    try home.done("user create --external-id ada")
    try home.done("coins issue --to ada --amount 700 --expires 2027-12-31 --idempotency-key a")
    home.clock.set(try #require(Timestamp("2027-06-16T09:00:00Z")))
    try home.done("coins redeem --from ada --amount 100 --reason coffee --idempotency-key b")
  }

  @Test func aShortenedIdentifierIsTakenBack() throws {
    try TestHome.initialised { home in
      try Self.begin(home)
      let table = try home.qix(Self.line("wallet history ada"), isTerminal: true).output
      for row in table.split(separator: "\n") { #expect(row.count <= 80, "\(row)") }
      let whole = try home.done("wallet history ada --quiet").split(separator: "\n").map(String.init)
      let short = table.split(separator: "\n").compactMap { $0.split(separator: " ").first.map(String.init) }
        .filter { $0.hasPrefix("trf_") }
      #expect(short.count == 2 && whole.count == 2)
      for (short, whole) in zip(short, whole) {
        #expect(whole.hasSuffix(short.dropFirst("trf_…".count)))
        for spelled in [short, short.replacing("…", with: "..."), short.replacing("…", with: "")] {
          #expect(
            try home.done("coins show \(spelled) --json") == home.done("coins show \(whole) --json"), "\(spelled)")
        }
      }
      // By its beginning too; what several begin with is refused, and names them.
      #expect(try home.done("coins show \(whole[0].prefix(25)) --json") == home.done("coins show \(whole[0]) --json"))
      let several = try home.qix(Self.line("coins show trf_01k"))
      let unlike = try home.qix(Self.line("coins show \(whole[0].prefix(8))"))
      #expect(unlike.exitCode == 2 && whole.allSatisfy(unlike.errors.contains), "\(unlike.errors) \(several.errors)")
      let none = try home.qix(Self.line("coins show trf_…zzzzzzz"))
      #expect(none.exitCode == 3 && none.errors.contains("trf_…zzzzzzz"))
      // Whoever may know users may do so by a token as well.
      try home.done("token create desk --role support --output \(home.path)/desk.token")
      #expect(
        try home.done("coins show \(short[0]) --json --as \(home.path)/desk.token")
          == home.done("coins show \(whole[0]) --json --as \(home.path)/desk.token"))
      // A user, where an external id would do.
      let ada = try home.done("user show ada --quiet").split(separator: "\n").first.map(String.init) ?? ""
      #expect(try home.done("wallet show usr_…\(ada.suffix(6)) --quiet") == home.done("wallet show ada --quiet"))
      #expect(try home.done("coins issue --to usr_\(ada.suffix(7)) --amount 1 --dry-run").contains(ada))
    }
  }

  /// A token that doesn't know everything finds nothing by a part of it.
  @Test func whoMayNotKnowAllNamesTheWholeOfIt() throws {
    try TestHome.initialised { home in
      try Self.begin(home)
      try home.done("token create till --role integrator --output \(home.path)/till.token")
      let transfer = try home.done("wallet history ada --limit 1 --quiet").trimmed
      let refused = try home.qix(Self.line("wallet show usr_…aaaaaa --as \(home.path)/till.token"))
      #expect(refused.exitCode == 2 && refused.errors.contains("26 letters"))
      #expect(transfer.hasPrefix("trf_"))
    }
  }

  @Test func daysAreOfTheInstallationsZoneAndHoldTheirEnds() throws {
    try TestHome.initialised { home in
      try Self.begin(home)
      func kinds(_ words: String) throws -> [String] {
        try home.done("wallet history ada --columns kind --tsv \(words)").split(separator: "\n").dropFirst().map(
          String.init)
      }
      // Half past ten in the evening of the 15th by UTC is the 16th in Rome.
      #expect(try kinds("--since 2027-06-16 --until 2027-06-16") == ["redeem"])
      #expect(try kinds("--until 2027-06-15") == ["issue"])
      try home.done("setting set upkeep.time-zone Europe/Rome")
      #expect(try kinds("--since 2027-06-16 --until 2027-06-16") == ["redeem", "issue"])
      #expect(try kinds("--since today") == ["redeem", "issue"])
      #expect(try kinds("--until 2027-06-15") == [])
      #expect(try kinds("--until 2027-06-15 --zone UTC") == ["issue"])
      #expect(try kinds("--since 1h") == ["redeem"])
      #expect(try home.done("wallet statement ada --from 2027-06-16 --to 2027-06-16 --json").contains("\"opening\": 0"))
      #expect(
        try home.done("wallet statement ada --since 2027-06-16 --until 2027-06-16 --json").contains("\"credits\": 700"))
      #expect(!(try home.done("wallet statement --help").contains("--from")))
      // What is to come ends with the day there, too.
      try home.done("coins issue --to ada --amount 1 --expires 2027-07-01 --idempotency-key c")
      #expect(try home.done("wallet history ada --limit 1 --json").contains("\"expires\": \"2027-07-01T22:00:00Z\""))
      // A person is told so.
      let told = try home.qix(Self.line("wallet history ada --since 2027-06-16"), isTerminal: true)
      #expect(told.output.contains("2027-06-16 00:30") && told.output.contains("Times: Europe/Rome."))
      #expect(told.errors.contains("Europe/Rome"))
      let upsideDown = try home.qix(Self.line("wallet history ada --since today --until yesterday"))
      #expect(upsideDown.exitCode == 2)
    }
  }

  @Test func theSystemsZoneIsShownWhereNoneIsSet() throws {
    try TestHome.initialised { home in
      try Self.begin(home)
      let shown = try home.qix(
        Self.line("wallet history ada"), isTerminal: true, environment: ["TZ": "America/New_York"])
      #expect(shown.output.contains("2027-06-15 18:30") && shown.output.contains("Times: America/New_York."))
      #expect(
        try home.qix(Self.line("wallet history ada"), environment: ["TZ": "America/New_York"]).output
          == home.done("wallet history ada"))
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(split(separator: "\n").last ?? "") }
}
