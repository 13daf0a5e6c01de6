internal import CampaignsContract
internal import QixShake

/// The results of one questionnaire, of everybody or of one campaign.
struct ResultsReport: Sendable {
  let questionnaire: Questionnaire
  let campaign: CampaignID?
  let opened: Int64
  let submitted: Int64
  /// Readings that were handed in to other editions.
  let elsewhere: Int64
  let analysis: ItemAnalysis

  /// - Parameter edition: nil for the latest one that somebody has handed in.
  init(
    of name: String, edition: Int64?, campaign: CampaignID?, in connection: Connection
  ) throws {
    let choice = campaign.map { Value.id($0) } ?? .null
    let latest = try connection.first(
      """
      SELECT max(q.edition) FROM readshake_sessions AS s JOIN readshake_questionnaires AS q USING (questionnaire)
      WHERE q.name = ?1 AND s.submitted_at IS NOT NULL AND (?2 IS NULL OR s.campaign = ?2)
      """, .text(name), choice
    ) { $0.optionalInteger(0) }
    guard let found = try QuestionnaireStore.edition(edition ?? latest ?? nil, of: name, in: connection) else {
      guard let edition else { throw ReadShakeError.questionnaireNotFound(name) }
      throw ReadShakeError.editionNotFound(name, edition)
    }
    questionnaire = found
    self.campaign = campaign
    let counts = try connection.first(
      """
      SELECT count(*), count(submitted_at) FROM readshake_sessions
      WHERE questionnaire = ?1 AND (?2 IS NULL OR campaign = ?2)
      """, .integer(found.number), choice
    ) { ($0.integer(0), $0.integer(1)) }
    (opened, submitted) = counts ?? (0, 0)
    elsewhere =
      try connection.first(
        """
        SELECT count(*) FROM readshake_sessions AS s JOIN readshake_questionnaires AS q USING (questionnaire)
        WHERE q.name = ?1 AND q.questionnaire <> ?3 AND s.submitted_at IS NOT NULL AND (?2 IS NULL OR s.campaign = ?2)
        """, .text(name), choice, .integer(found.number)
      ) { $0.integer(0) } ?? 0
    analysis = ItemAnalysis(
      found.questions, try Self.sheets(of: found, choice, count: Int(counts?.1 ?? 0), in: connection))
  }

  private static func sheets(
    of questionnaire: Questionnaire, _ campaign: Value, count: Int, in connection: Connection
  ) throws -> [ItemAnalysis.Sheet] {
    var sheets: [ItemAnalysis.Sheet] = []
    sheets.reserveCapacity(count)
    var current: ReadingID?
    let statement = try connection.statement(
      """
      SELECT s.id, a.place, a.answer, a.credit FROM readshake_sessions AS s
      LEFT JOIN readshake_answers AS a ON a.session = s.id
      WHERE s.questionnaire = ?1 AND s.submitted_at IS NOT NULL AND (?2 IS NULL OR s.campaign = ?2)
      ORDER BY s.id, a.place
      """)
    statement.bind(Value.integer(questionnaire.number), at: 1)
    statement.bind(campaign, at: 2)
    try statement.forEach { row in
      let id = try row.identifier(0, ReadingTag.self)
      if id != current {
        current = id
        sheets.append(ItemAnalysis.Sheet(answers: [:], credits: [:]))
      }
      if let place = row.optionalInteger(1) {
        sheets[sheets.count - 1].answers[Int(place)] = try JSONValue(parsing: row.bytes(2))
        if let credit = row.optionalInteger(3) { sheets[sheets.count - 1].credits[Int(place)] = Credit(units: credit) }
      }
      return true
    }
    return sheets
  }

  /// The questionnaires that a campaign's readers have answered, by name.
  static func names(of campaign: CampaignID, in connection: Connection) throws -> [String] {
    try connection.rows(
      """
      SELECT DISTINCT q.name FROM readshake_sessions AS s JOIN readshake_questionnaires AS q USING (questionnaire)
      WHERE s.campaign = ?1 ORDER BY q.name
      """, .id(campaign)
    ) { $0.text(0) }
  }
}

extension ResultsReport {
  var document: Document {
    var document = Document("read.results/1")
    document.field("questionnaire", "questionnaire", .text(questionnaire.name))
    document.field("edition", "edition", .integer(questionnaire.edition))
    document.field("campaign", "campaign", campaign.map { .identifier("\($0)") } ?? .missing)
    document.field("opened", "begun", .integer(opened))
    document.field("submitted", "handed in", .integer(submitted))
    document.field("mean", "mean score, %", Self.cell(analysis.mean, 2))
    document.field("deviation", "standard deviation, %", Self.cell(analysis.deviation, 2))
    document.field("median", "median, %", Self.cell(analysis.median, 2))
    document.field("skewness", "skewness", Self.cell(analysis.skewness, 3))
    document.field("kurtosis", "kurtosis", Self.cell(analysis.kurtosis, 3))
    document.field("alpha", "Cronbach's alpha", Self.cell(analysis.alpha, 3))
    document.field("error_ratio", "error ratio", Self.cell(analysis.errorRatio, 3))
    document.field("standard_error", "standard error of a score, %", Self.cell(analysis.standardError, 2))
    document.field("scale_alpha", "Cronbach's alpha of the scales", Self.cell(analysis.scaleAlpha, 3))
    addQuestions(to: &document)
    addChoices(to: &document)
    addScales(to: &document)
    document.table(
      "warnings", title: "To be considered", columns: [Column("warning", "WARNING")],
      rows: analysis.warnings.map { [.text($0)] })
    return document
  }

  private static func cell(_ value: Double?, _ places: Int) -> Cell {
    value.map { .decimal($0, places: places) } ?? .missing
  }

  private func heading(_ place: Int) -> [Cell] {
    [.integer(Int64(place + 1)), .text(String(questionnaire.questions[place].text.text.prefix(40)))]
  }

  private func addQuestions(to document: inout Document) {
    document.table(
      "questions", title: "Questions",
      columns: [
        Column("number", "NO", alignment: .trailing), Column("question", "QUESTION"), Column("kind", "KIND"),
        Column("difficulty", "RIGHT", alignment: .trailing), Column("item_rest", "ITEM-REST", alignment: .trailing),
        Column("upper_lower", "UPPER-LOWER", alignment: .trailing),
        Column("alpha_without", "ALPHA WITHOUT", alignment: .trailing),
        Column("deviation", "DEVIATION", alignment: .trailing), Column("guess", "GUESS", alignment: .trailing),
        Column("weight", "WEIGHT", alignment: .trailing),
        Column("effective_weight", "EFFECTIVE WEIGHT", alignment: .trailing),
        Column("efficiency", "EFFICIENCY", alignment: .trailing),
      ],
      rows: analysis.items.map {
        heading($0.place) + [
          .text(questionnaire.questions[$0.place].kind.name), Self.cell($0.difficulty, 3), Self.cell($0.correlation, 3),
          Self.cell($0.upperLower, 3), Self.cell($0.alphaWithout, 3), Self.cell($0.deviation, 3),
          Self.cell($0.guess, 3), .decimal($0.weight, places: 3), Self.cell($0.effectiveWeight, 3),
          Self.cell($0.efficiency, 3),
        ]
      })
  }

  private func addChoices(to document: inout Document) {
    document.table(
      "choices", title: "Choices",
      columns: [
        Column("number", "NO", alignment: .trailing), Column("choice", "CHOICE"), Column("right", "RIGHT"),
        Column("count", "COUNT", alignment: .trailing), Column("share", "SHARE", alignment: .trailing),
        Column("upper", "UPPER 27 %", alignment: .trailing), Column("lower", "LOWER 27 %", alignment: .trailing),
        Column("remark", "REMARK"),
      ],
      rows: analysis.choices.map {
        [
          .integer(Int64($0.place + 1)), .text(String($0.label.prefix(40))), .boolean($0.isRight),
          .integer(Int64($0.count)), .decimal($0.share, places: 3), Self.cell($0.upper, 3), Self.cell($0.lower, 3),
          $0.remark.map(Cell.text) ?? .missing,
        ]
      })
  }

  private func addScales(to document: inout Document) {
    document.table(
      "scales", title: "Scales",
      columns: [
        Column("number", "NO", alignment: .trailing), Column("question", "QUESTION"),
        Column("answers", "ANSWERS", alignment: .trailing), Column("mean", "MEAN", alignment: .trailing),
        Column("deviation", "DEVIATION", alignment: .trailing), Column("median", "MEDIAN", alignment: .trailing),
        Column("points", "BY POINT, LOW TO HIGH"),
      ],
      rows: analysis.scales.map { scale in
        heading(scale.place) + [
          .integer(Int64(scale.counts.reduce(0) { $0 + $1.count })), Self.cell(scale.mean, 2),
          Self.cell(scale.deviation, 2), Self.cell(scale.median, 1),
          .text(scale.counts.map { "\($0.count)" }.joined(separator: " ")),
        ]
      })
  }

  /// How many are right, and how well each question tells better from weaker readers.
  var chart: Chart {
    func bars(_ name: String, _ value: (ItemAnalysis.Item) -> Double?) -> Chart.Series {
      Chart.Series(
        name, .bar, analysis.items.enumerated().map { Chart.Point(category: $0.offset, value($0.element) ?? 0) })
    }
    return Chart(
      title: "Questions of \(questionnaire.name)", subtitle: "\(submitted) readings handed in",
      x: Chart.Axis("question", .category(analysis.items.map { "\($0.place + 1)" })), y: Chart.Axis("share"),
      series: [bars("right", \.difficulty), bars("item-rest", \.correlation)])
  }
}
