internal import QixShake

extension ReadShakeType {
  /// Begins a reading, or hands out one that has begun once more.
  func open(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    guard attempt.evidence["answers"].isNull, attempt.evidence["session"].isNull else {
      throw Refusal("readshake.step-mixed", "the step open takes no answers and no session")
    }
    if let reading = try SessionStore.find(of: attempt.user, in: attempt.campaign, connection) {
      try requireOpen(reading, at: attempt.at)
      return try .needsMore(opening(of: reading, in: connection))
    }
    guard let text = try TextStore.current(settings.text("text") ?? "", in: connection),
      let questionnaire = try QuestionnaireStore.current(settings.text("questionnaire") ?? "", in: connection)
    else { throw Refusal("readshake.nothing-to-read", "the text or its questions were removed") }
    guard let random else {
      throw Failure(
        "readshake.not-prepared", .failed, "the reading can't begin: its questions were not prepared",
        hint: "This is a fault of qix; please report it.")
    }
    let reading = try SessionStore.open(
      attempt, text: text, questionnaire: questionnaire,
      shuffle: Shuffle(seed: random.integer(), parts: shuffled), in: connection)
    return try .needsMore(opening(of: reading, in: connection))
  }

  /// Keeps answers. One that was given stays: the same again changes nothing, another is refused.
  func answer(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    let reading = try reading(attempt, in: connection)
    guard let answers = attempt.evidence["answers"].array, !answers.isEmpty else {
      throw Refusal("readshake.answers-missing", "the step answer needs answers")
    }
    let questionnaire = try QuestionnaireStore.find(reading.questionnaire, in: connection)
    let presentation = Presentation(questionnaire.questions, reading.shuffle)
    var kept = Dictionary(
      uniqueKeysWithValues: try AnswerStore.all(of: reading.id, in: connection).map { ($0.place, $0) })
    var feedback: [JSONValue] = []
    for (index, value) in answers.enumerated() {
      guard let object = value.object, let number = object["question"]?.integer,
        let place = presentation.place(of: number), questionnaire.questions[place].isAnswered
      else {
        throw Refusal(
          "readshake.answer-malformed", "answer \(index + 1) does not name a question",
          hint: "Each answer is an object of question (a number that was shown) and answer.")
      }
      if let surplus = object.members.first(where: { $0.key != "question" && $0.key != "answer" }) {
        let name = String(surplus.key.prefix(40)).sanitisedForMessage
        throw Refusal(
          "readshake.answer-malformed",
          .keyed("readshake.answer-malformed.member", "answer \(index + 1) has an unknown member '\(name)'"))
      }
      let question = questionnaire.questions[place]
      let given: GivenAnswer
      do throws(AnswerProblem) {
        given = try presentation.answer(object["answer"] ?? .null, at: place)
      } catch {
        throw Refusal(
          "readshake.answer-malformed",
          .keyed("readshake.answer-malformed.answer", "the answer to question \(number): \(error.sentence)"))
      }
      let mark = question.mark(given)
      if let before = kept[place] {
        guard GivenAnswer(before.answer, words: before.words, to: question) == given else {
          throw Refusal(
            "readshake.already-answered", "you have already answered question \(number)",
            hint: "Continue with the others, or submit.")
        }
      } else {
        try AnswerStore.add(given, mark, to: reading.id, place: place, at: attempt.at, in: connection)
        kept[place] = KeptAnswer(
          place: place, at: attempt.at, answer: given.json, credit: mark.credit,
          words: question.takesWords ? object["answer"]?.string?.trimmed : nil)
      }
      feedback.append(Self.feedback(on: question, number: number, mark))
    }
    var step = try nextStep(of: reading, presentation, answered: Set(kept.keys), in: connection)
    if settings.boolean("feedback") { step.fields["feedback"] = .array(feedback) }
    return .needsMore(step)
  }

  /// Nothing of an attention check: who is told fails no second one.
  private static func feedback(on question: Question, number: Int64, _ mark: Mark) -> JSONValue {
    var object = JSONObject()
    object["question"] = .integer(number)
    guard !question.isAttentionCheck else { return .object(object) }
    object["right"] = mark.credit.map { .bool($0.isRight) }
    let texts = mark.feedback + [question.generalFeedback].compactMap { $0 }
    object["text"] = texts.isEmpty ? nil : .string(texts.map(\.text).joined(separator: "\n"))
    return .object(object)
  }

  /// The reading that an attempt goes on with.
  func reading(_ attempt: Attempt, in connection: Connection) throws -> Reading {
    let found: Reading?
    if let text = attempt.evidence.text("session") {
      found = try ReadingID(text).flatMap { try SessionStore.find($0, in: connection) }
    } else {
      found = try SessionStore.find(of: attempt.user, in: attempt.campaign, connection)
    }
    // Somebody else's is none: whether it exists is nobody's business.
    guard let found, found.user == attempt.user, found.campaign == attempt.campaign else {
      throw Refusal("readshake.session-unknown", "this reading does not exist", hint: "Begin with the step open.")
    }
    // After a merge there may be two, of which one is enough: naming the other brings no second award.
    if let first = try SessionStore.find(of: attempt.user, in: attempt.campaign, connection), first.submitted != nil {
      try requireOpen(first, at: attempt.at)
    }
    try requireOpen(found, at: attempt.at)
    return found
  }

  private func requireOpen(_ reading: Reading, at time: Timestamp) throws {
    if reading.submitted != nil {
      throw Refusal("readshake.already-submitted", "you have already submitted your reading in this campaign")
    }
    if let limit, time.microseconds - reading.opened.microseconds > limit {
      throw Refusal(
        "readshake.too-late", "the time for this reading was over at \(reading.opened.advanced(byMicroseconds: limit))")
    }
  }

  /// Everything that a client needs to show the text and to ask the questions.
  private func opening(of reading: Reading, in connection: Connection) throws -> NextStep {
    let questionnaire = try QuestionnaireStore.find(reading.questionnaire, in: connection)
    let presentation = Presentation(questionnaire.questions, reading.shuffle)
    let answered = Set(try AnswerStore.all(of: reading.id, in: connection).map(\.place))
    let text = try TextStore.find(reading.text, in: connection)
    var step = try nextStep(of: reading, presentation, answered: answered, in: connection)
    step.fields["may_skip"] = .bool(maySkip)
    step.fields["title"] = text.title.map(JSONValue.string)
    step.fields["text"] = .string(text.body)
    step.fields["words"] = .integer(text.words)
    step.fields["seconds"] = .integer(readingTime(words: text.words).seconds)
    step.fields["questions"] = presentation.value
    return step
  }

  /// The part of an answer that changes from step to step.
  private func nextStep(
    of reading: Reading, _ presentation: Presentation, answered: Set<Int>, in connection: Connection
  ) throws -> NextStep {
    let open = presentation.numbers.filter { !answered.contains(presentation.order[$0 - 1]) }
    let least = readingTime(words: try TextStore.words(of: reading.text, in: connection))
    var fields = JSONObject()
    fields["session"] = .string("\(reading.id)")
    fields["open"] = .array(open.map { .integer(Int64($0)) })
    fields["not_before"] = .string("\(reading.opened.advanced(byMicroseconds: least.microseconds))")
    let until = limit.map { reading.opened.advanced(byMicroseconds: $0) }
    let sentence: Sentence =
      switch open.count {
      case 0: .keyed("readshake.submit", "submit your answers")
      case 1: .keyed("readshake.answer-last", "answer the open question")
      default: .keyed("readshake.answer", "answer the \(open.count) open questions")
      }
    return NextStep(
      open.isEmpty ? "submit" : "answer", sentence, fields: fields, until: until,
      reserves: settings.boolean("reserve") && until != nil)
  }
}
