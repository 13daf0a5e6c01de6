import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Campaigns

@Suite struct SegmentTests {
  private func isMember(_ user: String, of segment: String, _ stage: Stage) throws -> Bool {
    let answer = try JSONValue(parsing: try stage.done("segment show \(segment) --user \(user) --json").output)
    guard case .bool(let isMember)? = answer["is_member"] else { throw UsageError("the page doesn't say") }
    return isMember
  }

  @Test func aListIsImportedInAnyFormAndAgain() throws {
    try Stage.with { stage in
      let ada = try stage.done("user create --external-id ada --quiet").output.split(separator: "\n").joined()
      for name in ["bob", "cleo", "dan"] { try stage.done("user create --external-id \(name)") }
      try stage.done("segment create loyal")
      try stage.done(["segment", "import", "loyal", "--file", "-"], input: "name;user\nA;\(ada)\nB; bob \n")
      #expect(try isMember("ada", of: "loyal", stage) && isMember("bob", of: "loyal", stage))
      #expect(try !isMember("cleo", of: "loyal", stage))
      let again = try stage.done(
        ["segment", "import", "loyal", "--file", "-", "--json"], input: "{\"user\":\"ada\"}\n{\"user\":\"cleo\"}\n")
      let answer = try JSONValue(parsing: again.output)
      #expect(answer["lines"] == 2 && answer["added"] == 1 && answer["refused"] == 0)
      #expect(try stage.lastEntry()?.subject == "loyal: 1 added")
    }
  }

  @Test func faultsOfLinesAreNamed() throws {
    try Stage.with { stage in
      for name in ["ada", "bob"] { try stage.done("user create --external-id \(name)") }
      try stage.done("segment create loyal")
      let file = "user,since\nada,1\nnobody,1\n,1\nbob,1\n"
      let stopped = try stage.home.qix(["segment", "import", "loyal", "--file", "-", "--json"], input: file)
      // Of an unknown user it is 3, as in every batch.
      #expect(stopped.exitCode == 3 && stopped.errors.contains("line 3") && stopped.errors.contains("segment-line"))
      #expect(try isMember("ada", of: "loyal", stage) && !isMember("bob", of: "loyal", stage))
      let on = try stage.home.qix(["segment", "import", "loyal", "--file", "-", "--keep-going", "--json"], input: file)
      #expect(on.exitCode == 3 && on.errors.contains("2 lines were not"))
      #expect(try isMember("bob", of: "loyal", stage))
      #expect(try stage.home.qix(["segment", "import", "loyal", "--file", "-"], input: "id\nada\n").exitCode == 2)
    }
  }

  @Test func aDryRunPutsNobodyIn() throws {
    try Stage.with { stage in
      try stage.done("user create --external-id ada")
      try stage.done("segment create loyal")
      let before = try stage.home.contents()
      let outcome = try stage.done(
        ["segment", "import", "loyal", "--file", "-", "--dry-run", "--json"], input: "user\nada\n")
      #expect(try JSONValue(parsing: outcome.output)["added"] == 1)
      #expect(try stage.home.contents() == before)
    }
  }

  /// More lines than one commit takes.
  @Test func aLongFileIsReadAsItComes() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal")
      let count = 4_100
      let grants = (0..<count).map { "u\($0),1\n" }.joined()
      try stage.done(["coins", "issue", "--file", "-", "--create-users"], input: "user,amount\n" + grants)
      let lines = (0..<count).map { "u\($0)\n" }.joined()
      let outcome = try stage.done(["segment", "import", "loyal", "--file", "-", "--json"], input: "user\n" + lines)
      #expect(try JSONValue(parsing: outcome.output)["added"] == .integer(Int64(count)))
      #expect(try stage.home.count("campaigns_members") == Int64(count))
    }
  }

  /// A share takes its part of the users, the same at each look, and independent of another share.
  @Test func aShareIsStableAndFair() {
    let seed = Seed(for: "aShareIsStableAndFair")
    var generator = SeededGenerator(seed)
    let segments = (0..<2).map { _ in
      Segment(id: SegmentID(high: generator.next(), low: generator.next()), name: "s", rule: .share(250_000))
    }
    let users = (0..<20_000).map { _ in UserID(high: generator.next(), low: generator.next()) }
    let members = segments.map { segment in users.map { segment.admits($0) } }
    #expect(segments.map { segment in users.map { segment.admits($0) } } == members)
    let both = zip(members[0], members[1]).count { $0 && $1 }
    // Five standard deviations of binomial counts: 0.25 × 20000 ± 5 × 61, 0.0625 × 20000 ± 5 × 34.
    for part in members { #expect(abs(part.count { $0 } - 5_000) < 306, "\(seed)") }
    #expect(abs(both - 1_250) < 172, "\(seed)")
  }

  @Test(
    arguments: [
      ("10", 100_000), ("12.5", 125_000), ("0.0001", 1), ("100", 1_000_000), ("100.0001", nil), ("0", nil), ("-1", nil),
      ("1e1", nil), ("1.00000", nil), (".5", nil), ("", nil), ("٥", nil),
    ] as [(String, Int64?)]) func percentages(_ text: String, _ share: Int64?)
  {
    #expect((try? ValueType<Int64>.share.parse(text)) == share)
    if let share { #expect((try? ValueType<Int64>.share.parse(Segment.percent(share))) == share) }
  }

  @Test func newcomersAreThoseSince() throws {
    try Stage.with { stage in
      try stage.done("user create --external-id old")
      stage.home.clock.advance(byMicroseconds: 30 * Timestamp.day)
      try stage.done("user create --external-id new")
      try stage.done("segment create newcomers --since 2027-02-01")
      try stage.done("segment create founders --before 2027-02-01")
      #expect(try isMember("new", of: "newcomers", stage) && !isMember("old", of: "newcomers", stage))
      #expect(try !isMember("new", of: "founders", stage) && isMember("old", of: "founders", stage))
    }
  }

  @Test func whoeverIsMergedStaysAMember() throws {
    try Stage.with { stage in
      try stage.done("user create --external-id old")
      stage.home.clock.advance(byMicroseconds: 30 * Timestamp.day)
      try stage.done("user create --external-id new")
      try stage.done("segment create founders --before 2027-02-01")
      try stage.done("segment create loyal")
      try stage.done(["segment", "import", "loyal", "--file", "-"], input: "user\nold\n")
      let moved = try stage.done("user merge old --into new --yes --json").output
      #expect(moved.contains("segments"))
      #expect(try isMember("new", of: "founders", stage) && isMember("new", of: "loyal", stage))
      let data = try stage.done(["user", "export", "new", "--reveal", "--reason", "asked for"]).output
      #expect(data.contains("\"founders\"") && data.contains("\"loyal\""))
    }
  }

  @Test func anErasedUserIsOnNoList() throws {
    try Stage.with { stage in
      let user = try stage.done("user create --external-id ada --quiet").output.split(separator: "\n").joined()
      try stage.done("segment create loyal")
      try stage.done(["segment", "import", "loyal", "--file", "-"], input: "user\nada\n")
      try stage.done("user erase ada --confirm \(user)")
      #expect(try stage.home.count("campaigns_members") == 0)
    }
  }

  @Test func wrongSegmentsAreRefused() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal --percent 10")
      try stage.refused("segment create loyal", 5, "campaigns.segment-exists")
      try stage.refused("segment create Loyal", 2, "campaigns.segment-name-malformed")
      try stage.refused("segment create x --since 2027-02-01 --before 2027-01-01", 2, "campaigns.segment-upside-down")
      try stage.refused("segment create x --since 2027-02-01 --percent 5", 2, "usage")
      try stage.refused("segment import loyal --file -", 5, "campaigns.segment-has-rule")
      try stage.refused("segment import loyl --file -", 3, "campaigns.segment-not-found")
      try stage.refused("segment show loyl", 3, "campaigns.segment-not-found")
      try stage.refused("segment show loyal --user nobody", 3, "identity.user-not-found")
      try stage.make("spring", "--segment loyal")
      try stage.refused("segment remove loyal --yes", 5, "campaigns.segment-in-use")
      try stage.done("campaign end spring --yes")
      try stage.refused("segment remove loyal", 2, "usage")
      try stage.done("segment remove loyal --confirm loyal")
      #expect(try stage.home.count("campaigns_segments") == 0)
    }
  }
}
