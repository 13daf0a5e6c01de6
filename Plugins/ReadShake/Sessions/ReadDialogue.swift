internal import QixShake

/// A client of the Read shake: takes one user through a reading, by a person's answers or by those of a file.
struct ReadDialogue {
  let user: UserID
  let campaign: String
  /// Of the submit.
  let key: String?
  let context: Context
  private var face: any Face { context.face }

  init(user: UserID, campaign: String, key: String?, context: Context) {
    (self.user, self.campaign, self.key, self.context) = (user, campaign, key, context)
  }

  /// One step through the pipeline.
  func run(_ step: String, session: String? = nil, answers: [JSONValue] = []) throws -> ShakeAnswer {
    var evidence = JSONObject()
    evidence["step"] = .string(step)
    evidence["session"] = session.map(JSONValue.string)
    if !answers.isEmpty { evidence["answers"] = .array(answers) }
    return try context.shake(
      ShakeRequest(
        user: user, type: ReadShakeType.name, campaign: campaign, evidence: Evidence(evidence),
        key: step == "submit" ? key : nil))
  }

  /// A refusal is an error to whoever runs a script.
  private func requireStep(_ answer: ShakeAnswer) throws -> NextStep {
    switch answer.outcome {
    case .needsMore(let step): return step
    case .refused(let refusal): throw Failure(refusal)
    case .won, .wonGift, .nothing, .waits: throw ReadShakeError.unknownStep
    }
  }

  /// Takes all open questions' answers from a file and hands in.
  func answer(from file: AnswersFile) throws -> ShakeAnswer {
    let opened = try run("open")
    if case .refused(let refusal) = opened.outcome, refusal.code == "readshake.already-submitted", key != nil {
      // What was handed in under this key has its answer kept.
      return try run("submit")
    }
    let reading = try ShownReading(requireStep(opened))
    let answers = try file.answers(to: reading)
    // Few enough at a time for the evidence's limit, whatever is written.
    var rest = answers[...]
    while !rest.isEmpty {
      var part: [JSONValue] = [], bytes = 0
      while let next = rest.first, part.isEmpty || bytes + next.text().utf8.count < Evidence.mostBytes / 2 {
        bytes += next.text().utf8.count + 1
        part.append(next)
        rest = rest.dropFirst()
      }
      _ = try requireStep(run("answer", session: reading.session, answers: part))
    }
    return try run("submit")
  }

  /// Shows the text, asks what is open, and hands in.
  /// - Throws: `Interrupted` where the person stops; what was answered is kept.
  func converse() throws -> ShakeAnswer {
    face.catchInterruption()
    let reading = try ShownReading(requireStep(run("open")))
    do {
      try show(reading)
      for (index, question) in reading.questions.enumerated() {
        if question.kind == "description" {
          face.note("\n\(question.text)")
        } else if reading.open.contains(question.number) {
          let before = reading.questions[..<index].count { $0.kind != "description" }
          try ask(question, "\(before + 1) of \(reading.questions.count { $0.kind != "description" })", reading)
        }
      }
      return try submit()
    } catch InputError.interrupted {
      throw Interrupted()
    }
  }

  private func show(_ reading: ShownReading) throws {
    let width = min(face.screen?.width ?? 80, 80)
    let title = reading.title.map {
      $0.sanitised() + "\n" + String(repeating: "=", count: min(width, $0.displayWidth)) + "\n\n"
    }
    try face.write((title ?? "") + MarkdownPage(reading.text).text(width: width) + "\n")
    try context.terminal.endPage()
    let answered = reading.questions.count { $0.kind != "description" } - reading.open.count
    face.note(
      answered > 0
        ? "\nWelcome back: you have answered \(answered) questions."
        : "\nNow the questions. Answers can't be changed. Ctrl-C stops; your answers are kept.")
  }

  private func ask(_ question: ShownQuestion, _ place: String, _ reading: ShownReading) throws {
    face.note("\n\(place): \(question.text)\(question.listing)")
    while true {
      let value: JSONValue
      do throws(AnswerProblem) {
        value = try answer(to: question)
      } catch {
        if error == ShownQuestion.skipped, reading.maySkip { return }
        if error == ShownQuestion.nobody { throw Interrupted() }
        face.note("  Not accepted: \(error.sentence).")
        continue
      }
      let kept = try run(
        "answer", session: reading.session,
        answers: [["question": .integer(Int64(question.number)), "answer": value]])
      if case .refused(let refusal) = kept.outcome, refusal.code == "readshake.answer-malformed" {
        face.note("  Not accepted: \(refusal.sentence).")
        continue
      }
      let step = try requireStep(kept)
      for item in step.fields["feedback"]?.array ?? [] { tell(item) }
      return
    }
  }

  private func tell(_ feedback: JSONValue) {
    let verdict = feedback["right"]?.bool.map { $0 ? "Right." : "Not right." }
    let text = [verdict, feedback["text"]?.string].compactMap { $0 }.joined(separator: " ")
    if !text.isEmpty { face.note("  \(text)") }
  }

  /// One line, or for pairs one for each left side.
  private func answer(to question: ShownQuestion) throws(AnswerProblem) -> JSONValue {
    func line(_ prompt: String) throws(AnswerProblem) -> String {
      do {
        guard let line = try context.terminal.ask(prompt) else { throw ShownQuestion.nobody }
        return line.trimmed
      } catch let problem as AnswerProblem {
        throw problem
      } catch {
        // Ctrl-C, and a terminal that has gone.
        throw ShownQuestion.nobody
      }
    }
    guard question.kind == "matching" else {
      let typed = try line("  \(question.prompt): ")
      if typed.isEmpty { throw ShownQuestion.skipped }
      return try question.value(typed: typed)
    }
    var values: [JSONValue] = []
    for left in question.left {
      let typed = try line("  \(left) -> ")
      if typed.isEmpty { throw ShownQuestion.skipped }
      values.append(try question.choice(typed: typed))
    }
    return .array(values)
  }

  /// Too early is no reason to lose the way: whoever waits can hand in again.
  private func submit() throws -> ShakeAnswer {
    while true {
      let answer = try run("submit")
      guard case .refused(let refusal) = answer.outcome, refusal.code == "readshake.too-fast", !answer.isReplay else {
        return answer
      }
      face.note("\nNot yet: \(refusal.sentence). \(refusal.hint ?? "")")
      guard try context.terminal.ask("Press Enter to submit: ") != nil else { throw Interrupted() }
    }
  }
}
