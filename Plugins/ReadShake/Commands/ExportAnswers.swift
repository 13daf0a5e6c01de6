internal import QixShake

/// `qix read answers export`
struct ExportAnswers: Command {
  static let declaration = Declaration(
    "export", "Export all submitted answers as CSV.", roles: [.operator],
    discussion: """
      One row per reading: when it began and was submitted, the score, and for each question the answer and its credit \
      in percent. Users and free texts are left out. --reveal shows them, needs --reason, and is written to the audit \
      log. Texts that a spreadsheet would read as a formula get a leading apostrophe.
      """,
    examples: [
      Example("qix read answers export vitamins --output answers.csv", "without personal data"),
      Example("qix read answers export vitamins --reveal --reason 'essays are marked'", "with personal data"),
    ], reveals: [.operator])

  private let subject = ResultsSubject()
  @Option("output", .output(.record), "Write to this new file instead, readable only by its owner")
  private var output: String?
  private let force = ForceFlag()

  func run(in context: Context) throws -> Printed {
    let (csv, name, count) = try context.database.read { connection in
      let report = try subject.report(in: connection, context)
      let table = AnswerTable(report, isRevealing: context.invocation.reveals)
      return (try table.csv(in: connection), report.questionnaire.name, report.submitted)
    }
    try context.reveal(subject: "\(count) readings of \(name)")
    let face = context.face
    try Content.write(csv, to: output, replacing: force.isGiven, isPrivate: true, in: face)
    if let output, output != "-" { face.note("\(count) readings are in \(output).") }
    return Printed()
  }
}

/// The answers of one edition as rows.
struct AnswerTable {
  private let questionnaire: Questionnaire
  private let campaign: CampaignID?
  private let isRevealing: Bool

  init(_ report: ResultsReport, isRevealing: Bool) {
    questionnaire = report.questionnaire
    campaign = report.campaign
    self.isRevealing = isRevealing
  }

  func csv(in connection: Connection) throws -> String {
    let asked = questionnaire.questions.indices.filter { questionnaire.questions[$0].isAnswered }
    var writer = CSVWriter()
    var header = ["reading", "campaign", "opened", "submitted", "seconds", "score"] + (isRevealing ? ["user"] : [])
    for place in asked {
      let key = questionnaire.questions[place].id ?? "q\(place + 1)"
      header += [key, "\(key) credit"]
    }
    writer.row(header)
    let readings = try connection.fetchAll(
      """
      SELECT \(sql: Reading.columns) FROM readshake_sessions
      WHERE questionnaire = \(questionnaire.number) AND submitted_at IS NOT NULL
        AND (\(campaign) IS NULL OR campaign = \(campaign))
        ORDER BY id
      """, Reading.init)
    for reading in readings { writer.row(try row(reading, asked, in: connection)) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func row(_ reading: Reading, _ asked: [Int], in connection: Connection) throws -> [String] {
    let answers = Dictionary(
      uniqueKeysWithValues: try AnswerStore.all(of: reading.id, in: connection).map { ($0.place, $0) })
    let score = Score(questionnaire.questions, answers.compactMapValues(\.credit)).percent
    let submitted = reading.submitted ?? reading.opened
    var row = [
      "\(reading.id)", "\(reading.campaign)", "\(reading.opened)", "\(submitted)",
      "\(max(0, submitted.microseconds - reading.opened.microseconds) / 1_000_000)",
      score.map(ReadShakeType.text) ?? "",
    ]
    if isRevealing { row.append("\(reading.user)") }
    for place in asked {
      let question = questionnaire.questions[place]
      let answer = answers[place]
      let wording = answer.flatMap { question.wording(of: $0) }
      // That somebody wrote something is no secret; what it was is.
      row.append(
        question.takesWords ? isRevealing ? Self.inert(wording ?? "") : (answer == nil ? "" : "…") : wording ?? "")
      row.append(answer?.credit.map { "\($0)" } ?? "")
    }
    return row
  }

  /// A stranger's words, of which no spreadsheet makes a formula that reads other cells and sends them elsewhere (OWASP,
  /// "CSV injection"). Answers are read by people and not taken back in, so an apostrophe more does no harm.
  static func inert(_ words: String) -> String {
    words.unicodeScalars.first.map { "=+-@\t\r＝＋－＠".unicodeScalars.contains($0) } == true ? "'" + words : words
  }
}
