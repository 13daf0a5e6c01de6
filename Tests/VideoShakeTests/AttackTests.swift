import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import VideoShake

/// What a client does that wants the coins and not the video.
@Suite struct AttackTests {
  @Test func twoTabsAreOne() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let first = try booth.start()
      try first.play(to: 20)
      let second = try booth.start()
      #expect(try first.beat(at: 25).word == "videoshake.session-replaced")
      #expect(try first.finish().word == "videoshake.session-replaced")
      #expect(try second.beat(after: 0, at: 5).word == "heartbeat")
      // The new one begins with nothing.
      #expect(try booth.session()?.watch.watched.total == 5_000)
    }
  }

  /// Two players with one session's nonce, each at another place, share one clock.
  @Test func twoPlayersInOneSessionShareItsClock() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      for step in 1...6 {
        try tab.beat(after: 2.5, at: Double(step) * 5)
        try tab.beat(after: 2.5, at: 30 + Double(step) * 5)
      }
      #expect(try tab.finish().word == "videoshake.too-little-watched")
      let watched = try #require(try booth.session()?.watch.watched.total)
      #expect(watched <= 31_000)
    }
  }

  @Test func replayedHeartbeatsAddNothing() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 15)
      let before = try home.contents()
      for _ in 0..<20 {
        booth.wait(5)
        // The same again, and one from before, are told how things stand.
        let again = try booth.verdict(tab.message("heartbeat", at: 60))
        #expect(again.word == "heartbeat" && again.watched == 15)
        tab.sequence = 2
        let old = try booth.verdict(tab.message("heartbeat", at: 60))
        #expect(old.watched == 15 && old.fields?["not_counted"] == "repeated")
        tab.sequence = 3
      }
      let after = try home.contents()
      #expect(after == before)
    }
  }

  @Test func aForgedNonceIsNobodys() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      let good = tab.nonce
      var flipped = Array(good)
      flipped[0] = flipped[0] == "A" ? "B" : "A"
      for nonce in [String(flipped), String(good.dropLast()), good + "A", "x", String(repeating: "A", count: 43)] {
        tab.nonce = nonce
        #expect(try tab.beat(at: 5).word == "videoshake.session-unknown", "\(nonce)")
      }
      tab.nonce = good
      for session in ["vse_00000000000000000000000000", "x", "usr_00000000000000000000000000"] {
        let honest = tab.session
        tab.session = session
        #expect(try tab.beat(at: 5).word == "videoshake.session-unknown")
        tab.session = honest
      }
    }
  }

  @Test func anotherUsersSessionIsNoUse() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 60)
      tab.user = Booth.other
      #expect(try tab.finish().word == "videoshake.session-unknown")
      // Nor in another campaign.
      let elsewhere = try booth.verdict(tab.message("finish"), in: CampaignID(high: 9, low: 9))
      #expect(elsewhere.word == "videoshake.session-unknown")
      tab.user = Booth.user
      #expect(try tab.finish().word == "accepted")
    }
  }

  /// Ten seconds of video for each five of the server's, and a rate of 1 said.
  @Test func aFastClockIsASeek() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      for step in 1...6 { #expect(try tab.beat(at: Double(step) * 10).watched == 0) }
      #expect(try tab.finish().word == "videoshake.too-little-watched")
      #expect(try booth.session()?.watch.losses == [.jump: 6])
    }
  }

  @Test func aRateBeyondTheRulesCountsNothing() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      for step in 1...3 { #expect(try tab.beat(at: Double(step) * 20, rate: 4).watched == 0) }
      #expect(try booth.session()?.watch.losses == [.rate: 3])
    }
  }

  @Test func aFloodOfHeartbeatsWritesNothing() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      let before = try home.contents()
      for step in 1...100 {
        let answer = try tab.beat(after: 0.01, at: Double(step) * 0.01)
        #expect(answer.fields?["not_counted"] == "too-soon")
      }
      #expect(try home.contents() == before)
      booth.wait(4)
      #expect(try tab.beat(after: 0, at: 5).word == "heartbeat")
    }
  }

  @Test func startingOverAndOverFillsNothing() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      for _ in 0..<50 { _ = try booth.start() }
      #expect(try home.count("videoshake_sessions") == 1)
    }
  }

  @Test func aSessionEndsWithItsTime() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home, ["limit": "PT2M"])
      let tab = try booth.start()
      try tab.play(to: 60)
      booth.wait(61)
      #expect(try tab.finish().word == "videoshake.session-over")
      #expect(try tab.beat(at: 60).word == "videoshake.session-over")
      #expect(try booth.verdict(["step": "start"]).word == "heartbeat")
    }
  }

  /// The clock a day forward, a day back, and standing still: nothing is won by it.
  @Test func aClockThatJumpsAddsNothing() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 10)
      #expect(try tab.beat(after: -86_400, at: 60).watched == 10)
      #expect(try tab.beat(after: 5, at: 15).watched == 10)
      #expect(try tab.beat(after: 5, at: 20).watched == 15)
      #expect(try tab.beat(after: 0, at: 60).fields?["not_counted"] == "too-soon")
      // What was seen of the time stays seen: the session is not young again.
      #expect(try tab.beat(after: 3 * 86_400, at: 25).word == "videoshake.session-over")
    }
  }

  @Test func aGuessBeforeTheQuestionIsRefused() throws {
    try TestHome.initialised { home in
      let booth = try Booth(
        home, ["question": "What colour?", "choices": ["green", "red"], "right": "green", "patience": 20])
      let tab = try booth.start()
      #expect(try tab.answer("green").word == "videoshake.question-not-asked")
      try tab.beat(at: 5)
      let session = try #require(try booth.session())
      #expect(session.answered == nil && session.isRight == nil)
    }
  }

  @Test func whatIsNotAskedHasNoAnswer() throws {
    try TestHome.initialised { home in
      let tab = try Booth(home).start()
      #expect(try tab.answer("green").word == "videoshake.no-question")
    }
  }

  @Test(arguments: ["session", "nonce", "sequence", "position", "visible", "muted", "rate"])
  func aStepThatLacksSomethingIsRefused(_ name: String) throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      tab.sequence = 1
      var message = tab.message("heartbeat", at: 5)
      message[name] = nil
      #expect(try booth.verdict(message).word == "videoshake.incomplete")
    }
  }

  /// Values of any kind for each field: refused in words, and nothing of a session changes but by what fits.
  @Test func hostileEvidenceIsRefused() throws {
    let seed = Seed(for: "hostileEvidenceIsRefused")
    var generator = SeededGenerator(seed)
    let values: [JSONValue] = [
      nil, true, false, 0, 1, -1, 5, .integer(.max), .integer(.min), 0.5, 1e300, -1e300, 86_400.5, "", "start",
      "finish",
      "heartbeat", "answer", "\u{0}", .string(String(repeating: "x", count: 5_000)), [], ["a"], [:], ["a": 1],
      "vse_00000000000000000000000000", "٣", "1e9",
    ]
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      for _ in 0..<fuzzCount(400) {
        var message: JSONObject = tab.message("heartbeat", at: 5)
        message["sequence"] = 1
        for field in VideoShake.evidence where Int.random(in: 0..<3, using: &generator) == 0 {
          message[field.name] = values.randomElement(using: &generator)
        }
        if Int.random(in: 0..<20, using: &generator) == 0 { message["nobody"] = 1 }
        // As the pipeline asks, and past it: the type trusts nobody to have looked before.
        let verdict = try booth.verdict(message)
        if case .refused(let refusal) = verdict { #expect(refusal.code.contains(".") && !refusal.sentence.isEmpty) }
        let attempt = booth.attempt(message)
        try? booth.database.write(Change("test.shake")) { connection, _ in
          let verdict = try booth.type.verify(attempt, in: connection)
          if case .accepted = verdict { Issue.record("accepted: \(seed)") }
          throw Booth.Refused(refusal: Refusal("test.over", "over"))
        }
      }
      #expect(try booth.session()?.watch.watched.total ?? 0 <= 1_000, "\(seed)")
    }
  }

  /// However long and wild a session is, its row stays small.
  @Test func aSessionsRowIsBounded() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home, seconds: 7_200, ["heartbeat": 1])
      let tab = try booth.start()
      for index in 0..<400 { try tab.beat(after: 1, at: Double(index / 2) * 20 + Double(index % 2)) }
      let session = try #require(try booth.session())
      #expect(session.watch.watched.ranges.count <= WatchedIntervals.most)
      #expect(session.watch.watched.total <= 400_000 + 1_000)
    }
  }
}
