import QixKernel
import QixShake
import QixTesting
import Testing

@testable import VideoShake

private let question: JSONObject = [
  "question": "What colour was the bottle?", "choices": ["green", "red", "blue"], "right": "green", "patience": 20,
]

@Suite struct SessionTests {
  @Test func whoWatchesIsAccepted() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      #expect(tab.step.fields["seconds"] == 60.0)
      #expect(tab.step.fields["needed_seconds"] == 54.0)
      #expect(tab.step.fields["heartbeat_seconds"] == 5)
      #expect(tab.step.until == home.clock.now().advanced(byMicroseconds: (4 * 60 + 600) * 1_000_000))
      let verdicts = try tab.play(to: 60)
      #expect(verdicts.map(\.watched) == stride(from: 5, through: 60, by: 5).map { Double($0) })
      #expect(verdicts.map(\.word) == [String](repeating: "heartbeat", count: 10) + ["finish", "finish"])
      guard case .accepted(let proof) = try tab.finish() else {
        Issue.record("not accepted")
        return
      }
      #expect(proof.units == 1)
      #expect(proof.use == SingleUse(.user, "video:1"))
      #expect(proof.facts["coverage"] == 1.0)
      #expect(proof.facts["seconds"] == 60)
      #expect(proof.facts["took_seconds"] == 60)
      #expect(proof.facts["quartile"] == "complete")
      let session = try #require(try booth.session())
      #expect(session.state == .finished && session.finished == home.clock.now())
      let start = session.started
      #expect(session.quartiles == [15, 30, 45, 60].map { start.advanced(byMicroseconds: $0 * 1_000_000) })
    }
  }

  /// Whoever is refused goes on where they are.
  @Test func tooLittleIsRefusedAndCanBeMadeUp() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 50)
      let refused = try tab.finish()
      #expect(refused.word == "videoshake.too-little-watched")
      if case .refused(let refusal) = refused {
        #expect(refusal.sentence.contains("50") && refusal.sentence.contains("54"))
      }
      try tab.play(from: 50, to: 55)
      #expect(try tab.finish().word == "accepted")
    }
  }

  /// What is watched twice counts once, and what was skipped can be watched afterwards.
  @Test func seekingIsNoWatching() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 20)
      let jump = try tab.beat(at: 50)
      #expect(jump.watched == 20 && jump.fields?["not_counted"] == "jumps")
      try tab.play(from: 50, to: 60)
      #expect(try tab.finish().word == "videoshake.too-little-watched")
      try tab.beat(at: 10)
      #expect(try tab.play(from: 10, to: 50).last?.watched == 60)
      #expect(try tab.finish().word == "accepted")
    }
  }

  @Test func aVideoPaysOnce() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 60)
      #expect(try tab.finish().word == "accepted")
      #expect(try tab.finish().word == "videoshake.session-finished")
      #expect(try booth.verdict(["step": "start"]).word == "videoshake.watched-already")
      #expect(try booth.verdict(["step": "start"], by: Booth.other).word == "heartbeat")
      // Another campaign is another matter.
      let elsewhere = CampaignID(high: 9, low: 9)
      #expect(try booth.verdict(["step": "start"], in: elsewhere).word == "heartbeat")
    }
  }

  @Test func aVideoCanPayAgainWhereTheCampaignSaysSo() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home, ["once": false])
      for _ in 0..<2 {
        let tab = try booth.start()
        try tab.play(to: 60)
        guard case .accepted(let proof) = try tab.finish() else {
          Issue.record("not accepted")
          return
        }
        #expect(proof.use == nil)
      }
    }
  }

  @Test func aQuestionIsPutOnceAndAnsweredInTime() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home, question)
      let tab = try booth.start()
      var asked: Verdict?
      for verdict in try tab.play(to: 60) where verdict.word == "answer" && asked == nil { asked = verdict }
      let fields = try #require(asked?.fields)
      #expect(fields["question"] == "What colour was the bottle?")
      #expect(Set(fields["choices"]?.array?.compactMap(\.string) ?? []) == ["green", "red", "blue"])
      #expect(fields["right"] == nil)
      // Too late by now, for whoever plays on without an answer.
      #expect(try booth.session()?.asked != nil)
      #expect(try tab.answer("green").word == "videoshake.answer-late")
      #expect(try tab.finish().word == "videoshake.question-unanswered")
    }
  }

  private func playUntilAsked(_ tab: Tab) throws -> Double {
    var position = 0.0
    while position < 60 {
      position += 5
      if try tab.beat(at: position).word == "answer" { return position }
    }
    Issue.record("nothing was asked")
    return position
  }

  @Test(arguments: [("green", "accepted"), ("red", "videoshake.question-wrong")])
  func theAnswerDecides(_ answer: String, _ end: String) throws {
    try TestHome.initialised { home in
      let booth = try Booth(home, question)
      let tab = try booth.start()
      let position = try playUntilAsked(tab)
      #expect(try tab.answer("purple").word == "videoshake.answer-unknown")
      // Nothing tells whether it was right before the end.
      #expect(["heartbeat", "finish"].contains(try tab.answer(answer).word))
      let said = try booth.session()
      #expect(["heartbeat", "finish"].contains(try tab.answer("green").word))
      #expect(try booth.session() == said, "an answer can't be changed")
      try tab.play(from: position, to: 60)
      #expect(try tab.finish().word == end)
    }
  }

  /// The last part may be watched at one go with `finish`, and the question be due just then.
  @Test func aQuestionIsPutAtTheEndAtTheLatest() throws {
    try TestHome.initialised { home in
      var settings = question
      settings["heartbeat"] = 60
      let booth = try Booth(home, settings)
      let tab = try booth.start()
      booth.wait(60)
      tab.sequence = 1
      #expect(try booth.verdict(tab.message("finish", at: 60)).word == "answer")
      #expect(try tab.answer("green").word == "finish")
      #expect(try tab.finish().word == "accepted")
    }
  }

  /// The moments are spread over the video and the same for one session, whoever asks.
  @Test func theMomentOfTheQuestionIsNobodysGuess() throws {
    let store = OpenStore()
    try TestHome.initialised { home in
      let key = try home.database.read { SessionKey(try store.key("sessions", of: "videoshake", in: $0)) }
      let moments = (0..<500).map { key.momentOfQuestion(in: VideoSessionID(high: 7, low: UInt64($0)), needed: 54_000) }
      #expect(moments.allSatisfy { (5_400..<43_200).contains($0) })
      #expect(moments.min() ?? 0 < 8_000 && moments.max() ?? 0 > 40_000)
      let orders = Set((0..<100).map { key.order(["a", "b", "c"], in: VideoSessionID(high: 7, low: UInt64($0))) })
      #expect(orders.count == 6)
    }
  }

  @Test func hiddenAndMutedAreAsTheCampaignSays() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home, ["muted": false, "hidden": 10])
      let tab = try booth.start()
      #expect(try tab.beat(at: 5, muted: true).fields?["not_counted"] == "muted")
      #expect(try tab.beat(at: 10).fields?["not_counted"] == "muted")
      #expect(try tab.beat(at: 15, visible: false).watched == 5)
      #expect(try tab.beat(at: 20).watched == 10)
      let hidden = try tab.beat(at: 25, visible: false)
      #expect(hidden.watched == 10 && hidden.fields?["not_counted"] == "hidden")
    }
  }

  @Test func aRemovedVideoIsStartedByNobody() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 55)
      #expect(try home.qix("video remove teaser").exitCode == 0)
      #expect(try booth.verdict(["step": "start"], by: Booth.other).word == "videoshake.video-gone")
      // Who is watching already may come to the end.
      #expect(try tab.finish().word == "accepted")
    }
  }
}
