import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import TVShake

/// What counts as a TV shake.
@Suite struct TVShakeTypeTests {
  private let evening = "2027-03-01T19:30:00Z"

  @Test func aShakeWhileTheProgrammeIsOnCounts() throws {
    try Studio.with { (studio) throws in
      let window = try studio.add("News", at: "2027-03-01T20:30")
      let type = try TVShakeType(["channels": ["rai1"], "before": "PT30S", "after": "PT2M"])
      let start = try time(evening)
      guard case .accepted(let proof) = try studio.verify(type, at: start.advanced(byMicroseconds: 90 * .second)) else {
        Issue.record("it counts")
        return
      }
      #expect(proof.use == SingleUse(.user, "window:\(window)") && proof.units == 1)
      #expect(proof.facts["seconds"] == 90 && proof.facts["phase"] == "on")
      #expect(proof.facts["channel"] == "rai1" && proof.facts["programme"] == "News")
      let early = try studio.verify(type, at: start.advanced(byMicroseconds: -500_000))
      #expect(early.fact("seconds") == -1 && early.fact("phase") == "before")
      for (offset, counts) in [
        (-30 * Int64.second - 1, false), (-30 * .second, true), (-1, true), (0, true), (32 * .minute - 1, true),
        (32 * .minute, false),
      ] {
        let verdict = try studio.verify(type, at: start.advanced(byMicroseconds: offset))
        #expect((verdict.refusal == nil) == counts, "\(offset)")
      }
    }
  }

  @Test func whoComesTooEarlyIsToldWhatIsNext() throws {
    try Studio.with { (studio) throws in
      try studio.add("News", at: "2027-03-01T20:30")
      let type = try TVShakeType(["channels": ["rai1"]])
      // Also of what is on in weeks.
      for day in ["2027-03-01", "2027-02-01"] {
        guard case .refused(let refusal) = try studio.verify(type, at: try time(day)) else {
          Issue.record("nothing is on")
          return
        }
        #expect(refusal.code == "tvshake.outside-window")
        #expect(refusal.hint?.contains("2027-03-01 20:30") == true && refusal.hint?.contains("Europe/Rome") == true)
      }
      guard case .refused(let late) = try studio.verify(type, at: try time("2027-03-02")) else { return }
      #expect(late.hint == nil)
    }
  }

  @Test func programmeAndChannelsBoundIt() throws {
    try Studio.with { (studio) throws in
      try studio.add("News", at: "2027-03-01T20:30")
      try studio.add("Film", on: "rai2", at: "2027-03-01T20:40", for: "2h")
      let at = try time("2027-03-01T19:45:00Z")
      func programme(_ settings: JSONValue, channel: String? = nil) throws -> String? {
        let verdict = try studio.verify(TVShakeType(settings), at: at, channel: channel)
        return verdict.programme ?? verdict.refusal
      }
      #expect(try programme(["channels": ["rai1", "rai2"]]) == "Film")
      #expect(try programme(["channels": ["rai1", "rai2"]], channel: "rai1") == "News")
      #expect(try programme(["channels": ["rai1"]]) == "News")
      #expect(try programme(["channels": ["rai1"]], channel: "rai2") == "tvshake.other-channel")
      #expect(try programme(["channels": ["rai1", "rai2"], "programme": "News"]) == "News")
      #expect(try programme(["channels": ["rai1"], "programme": "Film"]) == "tvshake.outside-window")
    }
  }

  /// The type is kept by the pipeline; the schedule changes beneath it.
  @Test func aChangeOfTheScheduleIsSeenAtOnce() throws {
    try Studio.with { (studio) throws in
      let type = try TVShakeType(["channels": ["rai1"]])
      let at = try time(evening)
      #expect(try studio.verify(type, at: at).refusal == "tvshake.outside-window")
      let window = try studio.add("News", at: "2027-03-01T20:30")
      #expect(try studio.verify(type, at: at).programme == "News")
      // Another day, and back.
      #expect(try studio.verify(type, at: at.advanced(byMicroseconds: 3 * Timestamp.day)).refusal != nil)
      #expect(try studio.verify(type, at: at).programme == "News")
      try studio.done(["tv", "schedule", "remove", "\(window)"])
      #expect(try studio.verify(type, at: at).refusal == "tvshake.outside-window")
      // What comes back is the same broadcast: nobody shakes twice in it.
      #expect(try studio.add("News", at: "2027-03-01T20:30") == window)
      #expect(try studio.verify(type, at: at).fact("window") == .string("\(window)"))
    }
  }

  @Test func theCodeOnTheScreenIsCompared() throws {
    try Studio.with { (studio) throws in
      let window = try studio.add("News", at: "2027-03-01T20:30")
      let at = try time(evening)
      let type = try TVShakeType(["channels": ["rai1"], "code": "required"])
      #expect(try studio.verify(type, at: at, code: "ABCD").refusal == "tvshake.code-unset")
      try studio.done(["tv", "code", "set", "\(window)"], input: "k7qm-2x\n")
      #expect(try studio.verify(type, at: at).step?.name == "code")
      #expect(try studio.verify(type, at: at, code: " K7Q M2X ").fact("code") == true)
      #expect(try studio.verify(type, at: at, code: "K7QM2Y").step?.fields["tries"] == 4)
      let optional = try TVShakeType(["channels": ["rai1"], "code": "optional"])
      #expect(try studio.verify(optional, at: at).fact("code") == false)
      #expect(try studio.verify(optional, at: at, code: "K7QM2X").fact("code") == true)
      let none = try TVShakeType(["channels": ["rai1"]])
      #expect(try studio.verify(none, at: at, code: "whatever").programme == "News")
      #expect(type.writes && optional.writes && !none.writes, "only wrong codes are written down")
      try studio.done(["tv", "code", "set", "\(window)", "--none"])
      #expect(try studio.verify(type, at: at, code: "K7QM2X").refusal == "tvshake.code-unset")
    }
  }

  @Test func whoGuessesIsStopped() throws {
    try Studio.with { (studio) throws in
      let window = try studio.add("News", at: "2027-03-01T20:30")
      try studio.done(["tv", "code", "set", "\(window)"], input: "K7QM2X")
      let at = try time(evening)
      let type = try TVShakeType(["channels": ["rai1"], "code": "required", "tries": 3])
      let (guesser, viewer) = (UserID(high: 7, low: 7), UserID(high: 8, low: 8))
      for (guess, left) in [("AAAA", 2), ("not a code!", 1), ("K7QM2XK7QM2XK7QM2XK7QM2XK7QM2XK7QM2X", 0)] {
        #expect(
          try studio.verify(type, at: at, user: guesser, code: guess).step?.fields["tries"] == .integer(Int64(left)))
      }
      // Then nothing is compared any more, not even the right one.
      for code in ["K7QM2X", "BBBB", nil] {
        #expect(try studio.verify(type, at: at, user: guesser, code: code).refusal == "tvshake.code-wrong")
      }
      #expect(try studio.verify(type, at: at, user: viewer, code: "K7QM2X").programme == "News")
      #expect(
        try studio.object(["tv", "code", "list", "--from", "2027-03-01"])["windows"].debugDescription.contains("wrong"))
    }
  }

  /// A merge is no way to more tries.
  @Test func triesAreTheUsers() throws {
    try Studio.with { (studio) throws in
      let window = try studio.add("News", at: "2027-03-01T20:30")
      try studio.done(["tv", "code", "set", "\(window)"], input: "K7QM2X")
      let at = try time(evening)
      let type = try TVShakeType(["channels": ["rai1"], "code": "required", "tries": 3])
      func user(_ name: String) throws -> UserID {
        let outcome = try studio.done(["user", "create", "--external-id", name, "--quiet"])
        return try #require(UserID(outcome.output.split(separator: "\n").map(String.init)[0]))
      }
      let (ada, ben) = (try user("ada"), try user("ben"))
      for one in [ada, ben] {
        _ = try studio.verify(type, at: at, user: one, code: "AAAA")
        _ = try studio.verify(type, at: at, user: one, code: "BBBB")
      }
      try studio.done(["user", "merge", "ada", "--into", "ben"])
      #expect(try studio.verify(type, at: at, user: ben, code: "K7QM2X").refusal == "tvshake.code-wrong")
      #expect(try studio.done(["user", "export", "ben", "--reveal", "--reason", "asked"]).output.contains("\(window)"))
    }
  }

  @Test func faultsOfACampaignAreNamed() throws {
    try Studio.with { (studio) throws in
      try studio.add("News", at: "2027-03-01T20:30")
      func faults(_ settings: JSONValue) throws -> Int {
        let type = try TVShakeType(settings)
        return try studio.home.database.read { try type.faults(in: $0).count }
      }
      #expect(try faults(["channels": ["rai1"], "programme": "News", "before": "PT30S", "after": "P1D"]) == 0)
      #expect(try faults(["channels": ["rai1", "rai7"]]) == 1)
      #expect(try faults(["channels": []]) == 1)
      #expect(try faults(["channels": ["rai1"], "programme": "Nwes"]) == 1)
      #expect(try faults(["channels": ["rai1"], "before": "P2D", "after": "P1M"]) == 2)
    }
  }

  /// Midnight, leap days and changes of the clocks are nothing special.
  @Test(arguments: [
    ("2028-02-29T23:45", "Europe/Rome", "2028-02-29T22:45:00Z"),
    ("2027-03-28T01:45", "Europe/Rome", "2027-03-28T00:45:00Z"),
    ("2027-10-31T02:45", "Europe/Rome", "2027-10-31T00:45:00Z"),
    ("2027-12-31T23:45", "Asia/Kathmandu", "2027-12-31T18:00:00Z"),
    ("2027-04-04T01:45", "Australia/Lord_Howe", "2027-04-03T14:45:00Z"),
  ])
  func broadcastsLastAsLongAsTheyLast(_ wall: String, _ zone: String, _ start: String) throws {
    try Studio.with { (studio) throws in
      try studio.add("Night", at: wall, zone: zone)
      let type = try TVShakeType(["channels": ["rai1"]])
      let start = try time(start)
      #expect(try studio.verify(type, at: start.advanced(byMicroseconds: -1)).refusal != nil)
      #expect(try studio.verify(type, at: start).programme == "Night")
      #expect(try studio.verify(type, at: start.advanced(byMicroseconds: 30 * .minute - 1)).programme == "Night")
      #expect(try studio.verify(type, at: start.advanced(byMicroseconds: 30 * .minute)).refusal != nil)
    }
  }
}
