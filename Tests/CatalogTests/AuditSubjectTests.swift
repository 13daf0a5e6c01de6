import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// `qix audit show --subject` finds what was done to a thing of any kind, by its id.
@Suite struct AuditSubjectTests {
  /// Kinds of ids that no command of the sample home makes, and why each is found all the same, or is not looked for.
  private static let elsewhere = [
    "apr": "the subject of a decision begins with it (CoinsTests)",
    "drw": "the subject of a reveal begins with it (DrawsTests)",
    "dsp": "the subject of opening and closing it names it (ServerTests)",
    "evt": "events are not changes by somebody",
    "ntf": "the subject of reading names the user and counts the notices",
    "otp": "the whole subject of a request for a code (IdentityTests)",
    "rct": "the whole subject of a decision (ReceiptShakeTests)",
    "sts": "the whole subject of a sign-in (StaffTests)",
    "tok": "the log names tokens by their names, token:till-7",
    "vlt": "vault items are named by their references",
    "win": "the subject of a change begins with it (TVShakeTests)",
  ]

  @Test func everyKindOfIdIsFound() throws {
    try SampleHome.with { sample in
      let session = try sample.home.done("session create ben --quiet").split(separator: "\n").first
      #expect(session != nil)
      let log = try JSONValue(parsing: sample.home.done("audit show --limit 1000 --json"))
      var found: Set<String> = []
      for entry in log["entries"]?.array ?? [] {
        let ids = entry["subject"]?.string?.matches(of: /([a-z]+)_[0-9a-hjkmnp-tv-z]{26}/) ?? []
        for id in ids {
          let shown = try JSONValue(
            parsing: sample.home.done("audit show --limit 1000 --json --subject \(id.output.0)"))
          #expect(shown["entries"]?.array?.contains(entry) == true, "\(id.output.0)")
          found.insert(String(id.output.1))
        }
      }
      let kinds = try Set(Commands.program().tree.places.flatMap(\.forms).flatMap(\.kinds).map(\.prefix))
      #expect(kinds.count > 15)
      #expect(kinds.subtracting(found).subtracting(Self.elsewhere.keys) == [])
    }
  }

  @Test func namesAreFoundToo() throws {
    try SampleHome.with { sample in
      for (name, action) in [("nods", "campaigns.start"), ("cup", "rewards.publish"), ("summer", "coins.budget")] {
        let log = try sample.home.done("audit show --subject \(name) --tsv")
        #expect(log.contains(action), "\(name)")
      }
    }
  }
}
