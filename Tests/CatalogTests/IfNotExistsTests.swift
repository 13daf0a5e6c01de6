import QixCommands
import QixTerminal
import QixTesting
import Testing

/// Scripts that make things run more than once.
@Suite struct IfNotExistsTests {
  private static let lines = [
    "user create --external-id ada", "budget create autumn --amount 100",
    "campaign create spring --brand Alba --title Spring --start 2027-01-20 --end 2027-02-10 --time-zone UTC --award fixed:1",
    "segment create loyal --percent 10",
    "reward create mug --brand Alba --title Mug --delivery goods --price 5 --stock 3",
    "tier create gold --from 5000", "badge create founder --by-hand", "referral create friends --referrer 10",
    "campaign copy model autumn --cap-wins 5", "raffle create draw --winners 1",
    "auth provider add google --audience web-1",
    "stadium event add derby --start 2027-06-12T19:30:00Z --length 4h", "card create banner --title Banner",
  ]
  /// The same names for other things.
  private static let others = [
    "user create --external-id ada", "budget create autumn --amount 7", "campaign create spring --brand Beta",
    "segment create loyal", "reward create mug --brand Beta --price 9", "tier create gold --from 1",
    "badge create founder --shakes 3", "referral create friends --referee 1",
    "campaign copy model autumn", "raffle create draw --winners 2", "auth provider add google --audience ios-1",
    "stadium event add derby --start 2027-07-12T19:30:00Z --length 1h", "card create banner --title Other --page 2",
  ]

  @Test(arguments: zip(lines, others)) func whatIsThereStaysAsItIs(line: String, other: String) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done(
        "campaign create model --brand Alba --title Model --start 2027-01-20 --end 2027-02-10 --time-zone UTC --award fixed:1"
      )
      let made = try home.qix("\(line) --if-not-exists --quiet")
      #expect(made.exitCode == 0, "\(made)")
      let before = try home.contents()
      // Without the option it is a conflict, as ever; a raffle alone is answered with where it is asked for in the same words.
      #expect(try home.qix(line).exitCode == (line.hasPrefix("raffle") ? 0 : 5))
      for again in [line, other] {
        for form in ["--quiet", "--quiet --dry-run"] {
          let outcome = try home.qix("\(again) --if-not-exists \(form)")
          #expect(outcome.exitCode == 0 && outcome.output == made.output, "\(again): \(outcome)")
        }
        #expect(try home.qix("\(again) --if-not-exists").errors.contains("It is there already"))
      }
      #expect(try home.contents() == before)
    }
  }

  /// A name that can't be one is refused as ever, and a user without a name is always a new one.
  @Test func otherFaultsStay() throws {
    try TestHome.initialised { home in
      for (line, code) in [
        ("budget create Autumn --if-not-exists", Int32(2)), ("user create --if-not-exists", 2),
        ("segment create ../x --if-not-exists", 2), ("badge create --if-not-exists --by-hand", 2),
      ] {
        let outcome = try home.qix(line)
        #expect(outcome.exitCode == code, "\(line): \(outcome)")
      }
      #expect(try home.count("identity_users") == 0)
    }
  }

  private static func words(_ line: String) -> Int {
    line.hasPrefix("auth provider") || line.hasPrefix("stadium event") ? 3 : 2
  }

  @Test func theseHaveIt() throws {
    let having = try Commands.places().filter { $0.forms.contains { $0.name == "if-not-exists" } }
    #expect(
      Set(having.map { $0.path.dropFirst().joined(separator: " ") })
        == Set(Self.lines.map { $0.split(separator: " ").prefix(Self.words($0)).joined(separator: " ") }))
  }
}
