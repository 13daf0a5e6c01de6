import QixFormats
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import ReadShake

/// From the first page to the coins: open, answer, submit.
@Suite("The Read shake") struct StepTests {
  @Test("A reader opens, answers and hands in, and the right answers are counted")
  func wholeWay() throws {
    try Desk.with { desk in
      let type = try desk.type()
      let reading = try desk.open(by: desk.user(1), type)
      #expect(reading.title == "About bees" && reading.text.hasPrefix("# Bees") && reading.open.count == 4)
      #expect(try desk.answer(Desk.right, by: desk.user(1), type).code == "submit")
      desk.advance(seconds: 60)
      let proof = try #require(try desk.step("submit", by: desk.user(1), type).proof)
      #expect(proof.units == 3)
      #expect(proof.facts["score"] == 100 && proof.facts["right"] == 3 && proof.facts["seconds"] == 60)
      #expect(proof.use == SingleUse(.user, "reading"))
    }
  }

  @Test("What is shown doesn't say what is right")
  func nothingIsGivenAway() throws {
    try Desk.with { desk in
      let step = try #require(try desk.step("open", by: desk.user(1), desk.type()).next)
      let keys = Set((step.fields["questions"]?.array ?? []).flatMap { ($0.object?.members ?? []).map(\.key) })
      #expect(keys == ["number", "key", "kind", "text", "choices"])
    }
  }

  @Test("Too fast is refused until the time has passed; the answers are kept")
  func tooFast() throws {
    try Desk.with { desk in
      let type = try desk.type(), reader = desk.user(1)
      _ = try desk.answer(Desk.right, by: reader, type)
      desk.advance(seconds: 29)
      #expect(try desk.step("submit", by: reader, type).code == "readshake.too-fast")
      desk.advance(seconds: -1_000)
      #expect(try desk.step("submit", by: reader, type).code == "readshake.too-fast", "the clock went back")
      desk.advance(seconds: 1_001)
      #expect(try desk.step("submit", by: reader, type).code == "accepted")
    }
    try Desk.with { desk in
      let fast = try desk.type(["reading-fraction": 0])
      _ = try desk.answer(Desk.right, by: desk.user(1), fast)
      #expect(try desk.step("submit", by: desk.user(1), fast).code == "accepted")
      let slow = try desk.type(["words-per-minute": 119, "reading-fraction": 1])
      _ = try desk.answer(Desk.right, by: desk.user(2), slow)
      desk.advance(seconds: 119)
      #expect(try desk.step("submit", by: desk.user(2), slow).code == "readshake.too-fast")
    }
  }

  @Test("Each question is answered once; the same answer again changes nothing")
  func once() throws {
    try Desk.with { desk in
      let type = try desk.type(), reader = desk.user(1)
      #expect(try desk.answer(["q1": "C"], by: reader, type).code == "answer")
      #expect(try desk.answer(["q1": "C"], by: reader, type).code == "answer")
      #expect(try desk.answer(["q1": "D"], by: reader, type).code == "readshake.already-answered")
      // One that is refused takes the others of its step back with it.
      #expect(try desk.answer(["limbs": 6, "q1": "D"], by: reader, type).code == "readshake.already-answered")
      #expect(try desk.open(by: reader, type).open.count == 3)
    }
  }

  @Test("Whoever comes back goes on where they were, with the same edition in the same order")
  func resuming() throws {
    try Desk.with { desk in
      let type = try desk.type(), reader = desk.user(1)
      let before = try desk.open(by: reader, type)
      _ = try desk.answer(["q1": "D", "q3": true], by: reader, type)
      try desk.keep("Is everything new? {T}")
      try desk.write { _ = try TextStore.remove("bees", at: desk.home.clock.now(), in: $0) }
      let after = try desk.open(by: reader, type)
      #expect(after.session == before.session && after.text == before.text)
      #expect(after.questions.map(\.key) == before.questions.map(\.key))
      #expect(after.questions.map(\.choices) == before.questions.map(\.choices))
      #expect(Set(after.questions.filter { after.open.contains($0.number) }.map(\.key)) == ["limbs", "q4"])
      #expect(try desk.step("open", by: desk.user(2), type).code == "readshake.nothing-to-read")
    }
  }

  @Test("A reading is handed in once, and is nobody else's")
  func onceAndOnesOwn() throws {
    try Desk.with { desk in
      let type = try desk.type(), reader = desk.user(1)
      let session = try desk.open(by: reader, type).session
      let other: JSONValue = ["session": .string(session), "answers": [["question": 1, "answer": 1]]]
      #expect(try desk.step("answer", other, by: desk.user(2), type).code == "readshake.session-unknown")
      #expect(
        try desk.step("submit", ["session": "rds_nonsense"], by: reader, type).code == "readshake.session-unknown")
      #expect(try desk.step("submit", by: desk.user(3), type).code == "readshake.session-unknown")
      #expect(try desk.take(by: reader, type).code == "accepted")
      for step in ["open", "submit"] {
        #expect(try desk.step(step, by: reader, type).code == "readshake.already-submitted")
      }
      let elsewhere = try desk.step(
        "submit", ["session": .string(session)], by: reader, type, in: CampaignID(high: 7, low: 2))
      #expect(elsewhere.code == "readshake.session-unknown")
    }
  }

  @Test(
    "Attention checks refuse, flag or are ignored, and never count",
    arguments: [
      ("refuse", "readshake.attention"), ("flag", "accepted"), ("ignore", "accepted"),
    ])
  func attention(_ rule: String, _ expected: String) throws {
    try Desk.with { desk in
      let type = try desk.type(["attention": .string(rule)])
      var answers = Desk.right
      answers["q4"] = "one"
      let verdict = try desk.take(answers, by: desk.user(1), type)
      #expect(verdict.code == expected)
      #expect(verdict.proof?.facts["attention"] == (rule == "flag" ? "failed" : nil))
      if let proof = verdict.proof { #expect(proof.units == 3 && proof.facts["questions"] == 3) }
      // Nobody gets another try at it.
      if rule == "refuse" {
        #expect(try desk.answer(["q4": "two"], by: desk.user(1), type).code == "readshake.already-answered")
      }
    }
  }

  @Test("Partial credit counts in points and score")
  func partCredit() throws {
    try Desk.with { desk in
      let answers: [String: JSONValue] = ["q1": "D", "limbs": 5, "q3": false, "q4": "two"]
      let right = try #require(try desk.take(answers, by: desk.user(1), desk.type()).proof)
      #expect(right.units == 1 && right.facts["score"] == 50)
      let points = try #require(try desk.take(answers, by: desk.user(2), desk.type(["units": "points"])).proof)
      #expect(points.units == 2)
      let done = try #require(try desk.take(answers, by: desk.user(3), desk.type(["units": "completed"])).proof)
      #expect(done.units == 1)
      #expect(try desk.take(answers, by: desk.user(4), desk.type(["pass": 50])).code == "accepted")
      #expect(try desk.take(answers, by: desk.user(5), desk.type(["pass": 50.01])).code == "readshake.not-passed")
    }
  }

  @Test("Open questions keep from handing in, unless they count as wrong")
  func unanswered() throws {
    try Desk.with { desk in
      let answers: [String: JSONValue] = ["q1": "D", "q4": "two"]
      #expect(try desk.take(answers, by: desk.user(1), desk.type()).code == "readshake.incomplete")
      let proof = try #require(try desk.take(answers, by: desk.user(2), desk.type(["unanswered": "wrong"])).proof)
      #expect(proof.units == 1 && proof.facts["score"] == 25 && proof.facts["answered"] == 2)
    }
  }

  @Test("A time limit ends a reading, and the budget may reserve until then")
  func timeLimit() throws {
    try Desk.with { desk in
      let type = try desk.type(["time-limit": "PT5M", "reserve": true]), reader = desk.user(1)
      let opened = desk.home.clock.now()
      let step = try #require(try desk.step("open", by: reader, type).next)
      #expect(step.reserves && step.until == opened.advanced(byMicroseconds: 300_000_000))
      desk.advance(seconds: 301)
      #expect(try desk.answer(Desk.right, by: desk.user(2), type).code == "submit")
      #expect(try desk.step("open", by: reader, type).code == "readshake.too-late")
      #expect(try desk.step("submit", by: reader, type).code == "readshake.too-late")
    }
  }

  @Test("Feedback is told when the campaign wants it, and nothing of attention checks")
  func feedback() throws {
    try Desk.with { desk in
      let type = try desk.type(["feedback": true])
      let step = try #require(try desk.answer(["q3": false, "q4": "one"], by: desk.user(1), type).next)
      let feedback = step.fields["feedback"]?.array ?? []
      #expect(feedback.compactMap { $0["right"]?.bool } == [false])
      #expect(feedback.compactMap { $0["text"]?.string } == ["It does not."])
      #expect(try desk.answer(["q3": false], by: desk.user(2), desk.type()).next?.fields["feedback"] == nil)
    }
  }

  private static let hostile: [(evidence: String, code: String)] = [
    (#"{}"#, "shakes.evidence-missing"), (#"{"step": "win"}"#, "shakes.evidence-malformed"),
    (#"{"step": "answer"}"#, "readshake.answers-missing"),
    (#"{"step": "answer", "answers": []}"#, "readshake.answers-missing"),
    (#"{"step": "answer", "answers": [1]}"#, "shakes.evidence-malformed"),
    (#"{"step": "answer", "answers": [{}]}"#, "readshake.answer-malformed"),
    (#"{"step": "answer", "answers": [{"question": 99, "answer": 1}]}"#, "readshake.answer-malformed"),
    (
      #"{"step": "answer", "answers": [{"question": -9223372036854775808, "answer": 1}]}"#, "readshake.answer-malformed"
    ),
    (#"{"step": "answer", "answers": [{"question": 1, "answer": {"a": []}}]}"#, "readshake.answer-malformed"),
    (#"{"step": "answer", "answers": [{"question": 1}]}"#, "readshake.answer-malformed"),
    (#"{"step": "answer", "answers": [{"question": 1, "answer": 1, "credit": 100}]}"#, "readshake.answer-malformed"),
    (#"{"step": "submit", "answers": [{"question": 1, "answer": 1}]}"#, "readshake.step-mixed"),
    (#"{"step": "open", "session": "rds_1"}"#, "readshake.step-mixed"),
    (#"{"step": "open", "code": "1"}"#, "shakes.evidence-unknown"),
  ]

  @Test("Hostile evidence is refused in words and leaves nothing")
  func hostileEvidence() throws {
    try Desk.with("Say why. {}") { desk in
      let type = try desk.type()
      _ = try desk.open(by: desk.user(1), type)
      let before = try desk.home.contents()
      for (text, code) in Self.hostile {
        let evidence = try #require(try JSONValue(parsing: text).object)
        #expect(try desk.verify(evidence, by: desk.user(1), type).code == code, "\(text)")
      }
      #expect(try desk.home.contents() == before)
    }
  }

  @Test("A campaign's settings are told their faults")
  func faults() throws {
    try Desk.with { desk in
      func count(_ settings: JSONValue) throws -> Int {
        let type = try desk.type(settings)
        return try desk.database.read { try type.faults(in: $0).count }
      }
      #expect(try count([:]) == 0)
      #expect(try count(["text": "none"]) == 1)
      #expect(try count(["text": "none", "questionnaire": "none"]) == 2)
      #expect(try count(["reserve": true]) == 1)
      #expect(try count(["time-limit": "PT10S"]) == 1)
      try desk.keep("How was it? {}")
      #expect(try count(["units": "completed"]) == 0)
      #expect(try count(["pass": 10]) == 2)
    }
  }
}
