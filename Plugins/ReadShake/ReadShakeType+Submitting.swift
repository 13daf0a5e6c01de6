internal import QixShake

extension ReadShakeType {
  /// A campaign has one text, so a user's reading counts once in it, also where two users become one.
  private static let once = SingleUse(.user, "reading")

  /// Hands a reading in. It takes no answers: those that are refused with it would be taken back, and could be given
  /// again until they fit.
  func submit(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    guard attempt.evidence["answers"].isNull else {
      throw Refusal(
        "readshake.step-mixed", .keyed("readshake.step-mixed.submit", "the step submit takes no answers"),
        hint: "Give the answers with the step answer, then submit.")
    }
    let reading = try reading(attempt, in: connection)
    let questions = try QuestionnaireStore.find(reading.questionnaire, in: connection).questions
    let answers = try AnswerStore.all(of: reading.id, in: connection)
    let credits = Dictionary(uniqueKeysWithValues: answers.map { ($0.place, $0.credit ?? .zero) })
    let missing = questions.indices.count { questions[$0].isAnswered && credits[$0] == nil }
    if missing > 0, !maySkip {
      throw Refusal(
        "readshake.incomplete",
        missing == 1
          ? .keyed("readshake.incomplete.one", "a question has no answer yet")
          : "\(missing) questions have no answer yet",
        hint: "Give the answers with the step answer, then submit.")
    }
    try requireTime(reading, at: attempt.at, in: connection)
    let score = Score(questions, credits)
    let attention = settings.text("attention").flatMap(Attention.init) ?? .refuse
    if score.failedChecks > 0, attention == .refuse {
      throw Refusal("readshake.attention", "you gave a wrong answer to a question that checks your attention")
    }
    if let pass = settings.number("pass"), let percent = score.percent, percent < pass {
      throw Refusal(
        "readshake.not-passed", "your score is \(Self.text(percent)) %; you need \(Self.text(pass)) %")
    }
    try SessionStore.submit(reading, at: attempt.at, in: connection)
    var facts = JSONObject()
    facts["score"] = score.percent.map { $0 == $0.rounded() ? .integer(Int64($0)) : .double($0) }
    facts["right"] = .integer(score.right)
    facts["questions"] = .integer(score.questions)
    facts["answered"] = .integer(Int64(credits.count))
    facts["seconds"] = .integer(max(0, attempt.at.microseconds - reading.opened.microseconds) / 1_000_000)
    facts["session"] = .string("\(reading.id)")
    if attention == .flag { facts["attention"] = score.failedChecks > 0 ? "failed" : "passed" }
    return .accepted(Proof(units: units(score), facts: facts, use: Self.once))
  }

  private func units(_ score: Score) -> Int64 {
    switch units {
    case .right: score.right
    case .points: score.points
    case .completed: 1
    }
  }

  private func requireTime(_ reading: Reading, at time: Timestamp, in connection: Connection) throws {
    let least = readingTime(words: try TextStore.words(of: reading.text, in: connection))
    // A clock that went back has measured nothing.
    let spent = max(0, time.microseconds - reading.opened.microseconds)
    guard spent < least.microseconds else { return }
    let left = (least.microseconds - spent + 999_999) / 1_000_000
    throw Refusal(
      "readshake.too-fast",
      "reading the text takes at least \(least.seconds) s; only \(spent / 1_000_000) s have passed",
      hint: "Submit again in \(left) s. Your answers are kept.")
  }

  static func text(_ percent: Double) -> String { NumberText.text((percent * 100).rounded() / 100) }
}

/// The score of a reading.
struct Score: Sendable, Equatable {
  /// Questions that can be right, attention checks left out.
  let questions: Int64
  let right: Int64
  /// Of all points that there are, with part credit, rounded down.
  let points: Int64
  /// 0 to 100, to two decimals, rounded down so that nobody passes who hasn't; nil where nothing can be right.
  let percent: Double?
  let failedChecks: Int64

  init(_ questions: [Question], _ credits: [Int: Credit]) {
    var (scored, right, failed) = (Int64(0), Int64(0), Int64(0))
    var (earned, most) = (Int64(0), Int64(0))
    for (place, question) in questions.enumerated() where question.hasRightAnswer {
      let credit = credits[place] ?? .zero
      if question.isAttentionCheck {
        if !credit.isRight { failed += 1 }
        continue
      }
      scored += 1
      if credit.isRight { right += 1 }
      // A thousand points at most for each of 500 questions: far within 63 bits.
      earned += question.points * (credit.isRight ? Credit.full : credit.bounded).units
      most += question.points * Credit.full.units
    }
    (self.questions, self.right, failedChecks) = (scored, right, failed)
    points = earned / Credit.full.units
    percent = most == 0 ? nil : Double(earned / (most / 10_000)) / 100
  }
}
