import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import TVShake

/// How a schedule comes in, changes and is looked at. It is 15 January 2027.
@Suite struct ScheduleTests {
  private func event(_ uid: String, _ start: String, _ more: String = "", summary: String = "News") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nSUMMARY:\(summary)\nLOCATION:rai1\nDTSTART;TZID=Europe/Rome:\(start)\nDURATION:PT30M\n"
      + (more.isEmpty ? "" : more + "\n") + "END:VEVENT"
  }

  private func counts(_ object: [String: Any]) -> String {
    ["added", "changed", "restored", "removed", "unchanged", "older"].map { "\(object[$0] ?? "?")" }
      .joined(separator: " ")
  }

  @Test func aLaterFileChangesWhatTheFirstOneSaid() throws {
    try Studio.with { (studio) throws in
      func imported(_ lines: String, _ more: String...) throws -> String {
        counts(try studio.object(["tv", "schedule", "import", try studio.file(lines)] + more))
      }
      let daily = event("a", "20270301T203000", "RRULE:FREQ=DAILY;COUNT=4")
      let film = event("b", "20270302T220000", summary: "Film")
      #expect(try imported("\(daily)\n\(film)", "--dry-run") == "5 0 0 0 0 0")
      #expect(try imported("\(daily)\n\(film)") == "5 0 0 0 0 0")
      #expect(try imported("\(daily)\n\(film)") == "0 0 0 0 5 0")
      // One day less, one moved, the film another; a revision for each.
      let moved = event("a", "20270303T210000", "RECURRENCE-ID;TZID=Europe/Rome:20270303T203000\nSEQUENCE:1")
      let shorter = event("a", "20270301T203000", "RRULE:FREQ=DAILY;COUNT=3\nSEQUENCE:1")
      let other = event("b", "20270302T220000", "SEQUENCE:1", summary: "Western")
      #expect(try imported("\(shorter)\n\(moved)\n\(other)") == "0 2 0 1 2 0")
      // The old file comes late.
      #expect(try imported("\(daily)\n\(film)") == "0 0 0 0 0 5")
      #expect(try imported(event("a", "20270301T203000", "STATUS:CANCELLED\nSEQUENCE:2")) == "0 0 0 3 0 0")
      #expect(try imported(event("c", "20270310T203000"), "--replace") == "1 0 0 1 0 0")
      #expect(try studio.done(["tv", "schedule", "list", "--tsv"]).output.split(separator: "\n").count == 2)
      #expect(try studio.done(["tv", "schedule", "list", "--tsv", "--all"]).output.split(separator: "\n").count == 7)
    }
  }

  @Test func theSpanIsAllThatIsTouched() throws {
    try Studio.with { (studio) throws in
      let both = "\(event("a", "20270301T203000"))\n\(event("b", "20270401T203000"))"
      try studio.done(["tv", "schedule", "import", try studio.file(both)])
      let first = try studio.object(
        [
          "tv", "schedule", "import", try studio.file(event("c", "20270302T203000")), "--replace", "--until",
          "2027-03-15",
        ])
      #expect(counts(first) == "1 0 0 1 0 0")
      // What is over by now is not asked about.
      studio.home.clock.advance(byMicroseconds: 80 * Timestamp.day)
      let later = try studio.object(["tv", "schedule", "import", try studio.file(event("c", "20270301T203000"))])
      #expect(counts(later) == "0 0 0 0 0 0")
    }
  }

  @Test func theChannelIsWhatTheCommandOrTheEventSays() throws {
    try Studio.with { (studio) throws in
      let lines = event("a", "20270301T203000", "X-QIX-CHANNEL:rai3") + "\n" + event("b", "20270302T203000")
      let path = try studio.file(lines)
      try studio.done(["tv", "schedule", "import", path])
      try studio.done(["tv", "schedule", "import", path, "--channel", "rai 4k"])
      let list = try studio.done(["tv", "schedule", "list", "--tsv"]).output
      let channels = list.split(separator: "\n").dropFirst().map { $0.split(separator: "\t")[1] }
      #expect(channels.sorted() == ["rai 4k", "rai 4k", "rai1", "rai3"])
    }
  }

  /// Broadcasts that begin together, or last longer than a page, are on one page each.
  @Test(arguments: [Int64(1), 2, 3]) func everyBroadcastIsOnOnePage(_ limit: Int64) throws {
    try Studio.with { studio in
      let ids = try [
        studio.add("Marathon", on: "a", at: "2027-02-01T08:00", for: "2d"),
        studio.add("News", on: "b", at: "2027-02-01T08:00"), studio.add("News", on: "c", at: "2027-02-01T08:00"),
        studio.add("Film", on: "a", at: "2027-02-03T20:00"),
      ]
      for id in ids { try studio.done(["tv", "code", "set", "\(id)", "--random"]) }
      for list in [["tv", "schedule", "list"], ["tv", "code", "list"]] {
        var (found, after): ([String], [String]) = ([], [])
        while found.count <= ids.count {
          let page = try studio.object(list + ["--limit", "\(limit)"] + after)
          let windows = try #require(page["windows"] as? [[String: Any]])
          found += windows.compactMap { $0["window"] as? String }
          guard page["more"] as? Bool == true else { break }
          after = ["--after", try #require(page["next"] as? String)]
        }
        #expect(found.sorted() == ids.map { "\($0)" }.sorted(), "\(list)")
        #expect(try studio.code(list + ["--channel", "nope"]) == "tvshake.no-such-channel")
        #expect(try studio.code(list + ["--after", "nope"]) == "tvshake.no-such-window")
      }
    }
  }

  @Test func allFaultsOfAFileAreToldAtOnce() throws {
    try Studio.with { studio in
      let nowhere = event("a", "20270301T203000").replacing("Europe/Rome", with: "Mars/Olympus")
      let nameless = event("b", "20270301T203000").replacing("LOCATION:rai1\n", with: "")
      let outcome = try studio.run(["tv", "schedule", "import", try studio.file("\(nowhere)\n\(nameless)"), "--json"])
      #expect(outcome.exitCode == 2 && outcome.errors.contains("Mars/Olympus"), "\(outcome.errors)")
      #expect(outcome.errors.contains("channel") && outcome.errors.contains("2 faults"), "\(outcome.errors)")
    }
  }

  @Test func aFileWithAFaultChangesNothing() throws {
    try Studio.with { (studio) throws in
      let nameless = "BEGIN:VEVENT\nUID:n\nDTSTART:20270301T203000Z\nDURATION:PT5M\nEND:VEVENT"
      for (lines, code) in [
        ("\(event("a", "20270301T203000"))\n\(nameless)", "tvshake.no-channel"),
        ("\(event("a", "20270301T203000"))\n\(event("a", "20270301T213000"))", "calendar.duplicate"),
        (event("a", "20270301T203000", "RRULE:FREQ=SECONDLY;COUNT=2"), "calendar.rule-too-often"),
        (event("a", "20270301T203000", summary: String(repeating: "x", count: 201)), "tvshake.name"),
        (event("a", "20270301T253000"), "calendar.time"), ("hello", "calendar.line"),
      ] {
        #expect(try studio.code(["tv", "schedule", "import", try studio.file(lines)]) == code)
      }
      #expect(try studio.code(["tv", "schedule", "import", "\(studio.home.path)/none.ics"]) == "input.missing")
      #expect(try studio.done(["tv", "schedule", "list", "--all", "--tsv"]).output.split(separator: "\n").count == 1)
    }
  }

  /// A first time that isn't the rule's own is left out and said, and a zone that only the file knows is shown as UTC.
  @Test func whatIsLeftOutIsSaidAndZonesOfTheFileAreFollowed() throws {
    try Studio.with { (studio) throws in
      // 1 March 2027 is a Monday.
      let path = try studio.file(event("a", "20270301T203000", "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2"))
      let outcome = try studio.run(["tv", "schedule", "import", path])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      for part in ["line 7", "'News' (a)", "left out", "RDATE"] { #expect(outcome.errors.contains(part), "\(part)") }
      let zone =
        "BEGIN:VTIMEZONE\nTZID:Studio\nBEGIN:STANDARD\nDTSTART:20260101T000000\nTZOFFSETFROM:+0530\n"
        + "TZOFFSETTO:+0530\nEND:STANDARD\nEND:VTIMEZONE\n"
      let own = event("b", "20270401T203000").replacing("Europe/Rome", with: "Studio")
      try studio.done(["tv", "schedule", "import", try studio.file(zone + own)])
      let list = try studio.done(["tv", "schedule", "list", "--tsv", "--from", "2027-04-01"]).output
      #expect(list.contains("2027-04-01T15:00:00Z") && list.contains("\tUTC\t"), "\(list)")
      let added = try studio.run([
        "tv", "schedule", "add", "--channel", "a", "--programme", "b", "--start", "2027-03-01T20:30", "--length", "1h",
        "--zone", "Europe/Rome", "--repeat", "FREQ=WEEKLY;BYDAY=TU", "--until", "2027-03-20",
      ])
      #expect(added.exitCode == 0 && added.errors.contains("doesn't match the rule"), "\(added.errors)")
    }
  }

  @Test func aRuleThatNeverEndsNeedsAnEnd() throws {
    try Studio.with { (studio) throws in
      let path = try studio.file(event("a", "20270301T203000", "RRULE:FREQ=WEEKLY"))
      let outcome = try studio.run(["tv", "schedule", "import", path])
      #expect(outcome.exitCode == 2)
      for part in ["line 9", "'News'", "(a)", "never ends", "--until"] {
        #expect(outcome.errors.contains(part), "\(part)")
      }
      let bounded = try studio.object(["tv", "schedule", "import", path, "--until", "2027-04-01"])
      #expect(counts(bounded) == "5 0 0 0 0 0")
      #expect(
        try studio.code([
          "tv", "schedule", "add", "--channel", "a", "--programme", "b", "--start", "2027-03-01T20:30", "--length",
          "1h",
          "--zone", "Europe/Rome", "--repeat", "FREQ=DAILY",
        ]) == "calendar.rule-endless")
    }
  }

  @Test func aSeriesIsAddedChangedAndTakenOut() throws {
    try Studio.with { (studio) throws in
      let rule = ["--repeat", "FREQ=WEEKLY;BYDAY=MO,TU", "--until", "2027-03-17"]
      try studio.add("Quiz", at: "2027-03-01T18:45", for: "1h", "--repeat", rule[1], rule[2], rule[3])
      func list() throws -> [[String]] {
        try studio.done(["tv", "schedule", "list", "--tsv"]).output.split(separator: "\n").dropFirst()
          .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
      }
      #expect(try list().map { $0[5] } == ["01", "02", "08", "09", "15", "16"].map { "2027-03-\($0) 18:45" })
      // Mondays alone.
      let changed = try studio.object(
        [
          "tv", "schedule", "add", "--channel", "rai1", "--programme", "Quiz", "--start", "2027-03-01T18:45",
          "--length", "1h",
        ]
          + ["--zone", "Europe/Rome", "--repeat", "FREQ=WEEKLY", "--until", "2027-03-17"])
      #expect(counts(changed) == "0 0 0 3 3 0")
      let first = try #require(try list().first?[0])
      #expect(try studio.object(["tv", "schedule", "show", first])["instance"] as? String == "2027-03-01T17:45:00Z")
      try studio.done(["tv", "schedule", "remove", first, "--series", "--dry-run"])
      #expect(try list().count == 3)
      try studio.done(["tv", "schedule", "remove", first, "--series"])
      try studio.done(["tv", "schedule", "remove", first, "--series"])
      #expect(try list().isEmpty)
      #expect(try studio.code(["tv", "code", "set", first, "--random"]) == "tvshake.window-removed")
    }
  }

  @Test(arguments: [
    "2027-03-01", "2027-03-01T20:30Z", "2027-03-01T20:30:00+01:00", "20:30", "2027-02-29T20:30", "1969-01-01T00:00",
  ])
  func aStartIsWhatTheWallShows(_ start: String) throws {
    try Studio.with { (studio) throws in
      let words = ["--channel", "a", "--programme", "b", "--length", "1h", "--zone", "Europe/Rome", "--start", start]
      #expect(try studio.run(["tv", "schedule", "add"] + words).exitCode == 2)
    }
  }

  @Test func codesAreSecretsUntilTheyAreShown() throws {
    try Studio.with { (studio) throws in
      let window = try studio.add("News", at: "2027-03-01T20:30")
      let made = try studio.done(["tv", "code", "set", "\(window)", "--random", "--quiet"]).output
        .trimmingCharacters(in: .newlines)
      #expect(made.count == 6 && ScreenCode(made)?.text == made)
      #expect(!(try studio.done(["tv", "code", "list"]).output.contains(made)))
      let revealed = try studio.done(["tv", "code", "list", "--reveal", "--reason", "studio"])
      #expect(revealed.output.contains(made))
      #expect(try studio.done(["audit", "show", "--tsv"]).output.contains("access.reveal"))
      #expect(!(try studio.done(["audit", "show", "--json"]).output.contains(made)))
      for bad in ["abc", "ä12345", "a;b;c;d", String(repeating: "A", count: 33)] {
        #expect(try studio.code(["tv", "code", "set", "\(window)"], input: bad) == "tvshake.code-malformed")
      }
      #expect(try studio.run(["tv", "code", "set", "\(window)", "--random", "--none"]).exitCode == 2)
      #expect(
        try studio.code(["tv", "code", "set", "win_01j8zzzzzzzzzzzzzzzzzzzzzz", "--none"]) == "tvshake.no-such-window")
    }
  }

  @Test(arguments: ["human", "json", "tsv"])
  func whatItLooksLike(_ form: String) throws {
    try Studio.with { (studio) throws in
      let flag = form == "human" ? [] : ["--\(form)"]
      let path = try studio.file(event("a", "20270301T203000") + "\n" + event("b", "20270301T210000", summary: "Film"))
      var text = try studio.done(["tv", "schedule", "import", path] + flag).output
      try studio.done(["tv", "code", "set", "\(studio.add("Late", at: "2027-03-01T23:30"))"], input: "TEST1")
      text += try studio.done(["tv", "schedule", "list"] + flag).output
      text += try studio.done(["tv", "code", "list"] + flag).output
      let ids = try studio.done(["tv", "schedule", "list", "--quiet"]).output.split(separator: "\n")
      text += try studio.done(["tv", "schedule", "show", String(ids[0])] + flag).output
      text += try studio.done(["tv", "schedule", "remove", String(ids[0])] + flag).output
      for (index, id) in ids.enumerated() {
        text = text.replacingOccurrences(of: id, with: "win_" + String(repeating: "\(index)", count: 26))
      }
      try expectGolden(text, "schedule.\(form).txt")
    }
  }
}
