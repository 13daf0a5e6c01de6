package import QixShake

/// Reading a text and answering questions about it, in three steps: `open` hands out text and questions, `answer` keeps
/// answers, `submit` hands in.
package struct ReadShakeType: PreparedShakeType {
  package static let name = "read"
  package static let summary = "reads a text and answers questions"

  enum Unanswered: String, CaseIterable { case refuse, wrong }
  enum Attention: String, CaseIterable { case refuse, flag, ignore }
  enum Units: String, CaseIterable { case right, points, completed }

  package static let settings = [
    ShakeSetting("text", .text(most: 64), "the name of the text to read", isRequired: true),
    ShakeSetting("questionnaire", .text(most: 64), "the name of the questionnaire", isRequired: true),
    ShakeSetting(
      "words-per-minute", .integer(20...5_000),
      "the reading speed; 238 is the average for English (Brysbaert 2019)",
      default: .integer(ReadingTime.standardWordsPerMinute)),
    ShakeSetting(
      "reading-fraction", .number(0...1), "the part of the reading time that must pass between open and submit",
      default: .double(ReadingTime.standardFraction)),
    ShakeSetting(
      "units", .choice(Units.allCases.map(\.rawValue)),
      "what the award counts: right answers, points with part credit rounded down, or 1 for completing",
      default: "right"),
    ShakeSetting("pass", .number(0...100), "the minimum score in percent", default: 0),
    ShakeSetting(
      "attention", .choice(Attention.allCases.map(\.rawValue)),
      "what a wrong answer to an attention check does: refuse the reading, flag it, or ignore it", default: "refuse"),
    ShakeSetting(
      "unanswered", .choice(Unanswered.allCases.map(\.rawValue)),
      "whether unanswered questions refuse the submit or count as wrong", default: "refuse"),
    ShakeSetting(
      "shuffle", .choice(["both", "questions", "choices", "none"]), "what is shown in a random order for each user",
      default: "both"),
    ShakeSetting("time-limit", .period, "the longest time from open to submit; default: no limit"),
    ShakeSetting(
      "feedback", .boolean, "whether users see at once if an answer was right, and why", default: false),
    ShakeSetting(
      "reserve", .boolean, "whether the budget reserves the highest possible win at open; needs time-limit",
      default: false),
  ]

  package static let evidence = [
    EvidenceField(
      "step", .choice(["open", "answer", "submit"]), "open, answer or submit: see docs/read.md", isRequired: true),
    EvidenceField(
      "session", .text(most: 60), "the reading's id, rds_…, from the step open; default: the user's own reading"),
    EvidenceField(
      "answers", .list(of: .object, most: Question.mostInFile),
      "for the step answer: objects of question (the number shown) and answer"),
  ]

  let settings: ShakeSettings
  /// Where the orders come from in which questions and choices are shown; nil until it was prepared.
  private(set) var random: (any RandomSource)?

  package init(_ settings: ShakeSettings) { self.settings = settings }

  package mutating func prepare(in context: Context) { random = context.random }

  package func faults(in connection: Connection) throws -> [String] {
    var faults: [String] = []
    if settings.boolean("reserve"), limit == nil { faults.append("reserve needs a time-limit") }
    let text = try TextStore.current(settings.text("text") ?? "", in: connection)
    if text == nil { faults.append("there is no text '\(settings.text("text") ?? "")'") }
    if let text, let limit, limit < readingTime(words: text.words).microseconds {
      faults.append(
        "the time-limit is shorter than the minimum reading time, \(readingTime(words: text.words).seconds) s")
    }
    guard let questionnaire = try QuestionnaireStore.current(settings.text("questionnaire") ?? "", in: connection)
    else {
      return faults + ["there is no questionnaire '\(settings.text("questionnaire") ?? "")'"]
    }
    let isScored = questionnaire.mostPoints > 0
    if !isScored, (settings.number("pass") ?? 0) > 0 { faults.append("pass needs questions with a right answer") }
    if !isScored, units != .completed {
      faults.append("units = \(units.rawValue) needs questions with a right answer")
    }
    return faults
  }

  package func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try .deciding {
      switch attempt.evidence.text("step") {
      case "open": try open(attempt, in: connection)
      case "answer": try answer(attempt, in: connection)
      default: try submit(attempt, in: connection)
      }
    }
  }

  var units: Units { settings.text("units").flatMap(Units.init) ?? .right }

  var maySkip: Bool { settings.text("unanswered") == Unanswered.wrong.rawValue }

  /// Microseconds from open to submit at most; nil for no limit.
  var limit: Int64? {
    settings.period("time-limit").map { Timestamp(microseconds: 0).adding($0).microseconds }
  }

  func readingTime(words: Int64) -> ReadingTime {
    ReadingTime(
      words: words,
      wordsPerMinute: settings.integer("words-per-minute") ?? ReadingTime.standardWordsPerMinute,
      fraction: settings.number("reading-fraction") ?? ReadingTime.standardFraction)
  }

  var shuffled: Shuffle.Parts {
    switch settings.text("shuffle") {
    case "questions": .questions
    case "choices": .choices
    case "none": []
    default: [.questions, .choices]
    }
  }
}
