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
    let latest: Int64? = try connection.fetchOne(
      """
      SELECT max(q.edition) FROM readshake_sessions AS s JOIN readshake_questionnaires AS q USING (questionnaire)
      WHERE q.name = \(name) AND s.submitted_at IS NOT NULL AND (\(campaign) IS NULL OR s.campaign = \(campaign))
      """)
    let found = try QuestionnaireStore.require(edition ?? latest, of: name, in: connection)
    questionnaire = found
    self.campaign = campaign
    let counts = try connection.fetchOne(
      """
      SELECT count(*) AS count, count(submitted_at) AS submitted FROM readshake_sessions
      WHERE questionnaire = \(found.number) AND (\(campaign) IS NULL OR campaign = \(campaign))
      """
    ) { ($0["count"] as Int64, $0["submitted"] as Int64) }
    (opened, submitted) = counts ?? (0, 0)
    elsewhere =
      try connection.fetchOne(
        """
        SELECT count(*) FROM readshake_sessions AS s JOIN readshake_questionnaires AS q USING (questionnaire)
        WHERE q.name = \(name) AND q.questionnaire <> \(found.number) AND s.submitted_at IS NOT NULL
          AND (\(campaign) IS NULL OR s.campaign = \(campaign))
        """) ?? 0
    analysis = ItemAnalysis(
      found.questions, try Self.sheets(of: found, campaign, count: Int(counts?.1 ?? 0), in: connection))
  }

  private static func sheets(
    of questionnaire: Questionnaire, _ campaign: CampaignID?, count: Int, in connection: Connection
  ) throws -> [ItemAnalysis.Sheet] {
    var sheets: [ItemAnalysis.Sheet] = []
    sheets.reserveCapacity(count)
    var current: ReadingID?
    try connection.forEach(
      """
      SELECT s.id, a.place, a.answer, a.credit FROM readshake_sessions AS s
      LEFT JOIN readshake_answers AS a ON a.session = s.id
      WHERE s.questionnaire = \(questionnaire.number) AND s.submitted_at IS NOT NULL
        AND (\(campaign) IS NULL OR s.campaign = \(campaign))
      ORDER BY s.id, a.place
      """
    ) { row in
      let id: ReadingID = try row["id"]
      if id != current {
        current = id
        sheets.append(ItemAnalysis.Sheet(answers: [:], credits: [:]))
      }
      if let place = row["place"] as Int? {
        sheets[sheets.count - 1].answers[place] = try JSONValue(parsing: row.bytes("answer"))
        if let credit = row["credit"] as Int64? { sheets[sheets.count - 1].credits[place] = Credit(units: credit) }
      }
    }
    return sheets
  }

  /// The questionnaires that a campaign's readers have answered, by name.
  static func names(of campaign: CampaignID, in connection: Connection) throws -> [String] {
    try connection.fetchAll(
      """
      SELECT DISTINCT q.name FROM readshake_sessions AS s JOIN readshake_questionnaires AS q USING (questionnaire)
      WHERE s.campaign = \(campaign) ORDER BY q.name
      """)
  }
}

extension ResultsReport {
  var document: Document {
    var document = Document("read.results/1")
    document.field("questionnaire", .text(questionnaire.name))
    document.field("edition", .integer(questionnaire.edition))
    document.field("campaign", .identifier(campaign))
    document.field("opened", "begun", .integer(opened))
    document.field("submitted", "handed in", .integer(submitted))
    document.field("mean", "mean score", .percent(analysis.mean, places: 2))
    document.field("deviation", "standard deviation", .percent(analysis.deviation, places: 2))
    document.field("median", .percent(analysis.median, places: 2))
    document.field("skewness", cell(analysis.skewness, 3))
    document.field("kurtosis", cell(analysis.kurtosis, 3))
    document.field("alpha", "Cronbach's alpha", cell(analysis.alpha, 3))
    document.field("error_ratio", cell(analysis.errorRatio, 3))
    document.field("standard_error", "standard error of a score", .percent(analysis.standardError, places: 2))
    document.field("scale_alpha", "Cronbach's alpha of the scales", cell(analysis.scaleAlpha, 3))
    let words = questionnaire.questions.map { String($0.text.text.prefix(40)) }
    let kinds = questionnaire.questions.map(\.kind.name)
    document.table(
      "questions", title: "Questions",
      [
        RowField(number: "number", "NO") { .count($0.place + 1) },
        RowField("question") { .text(words[$0.place]) },
        RowField("kind") { .text(kinds[$0.place]) },
        RowField(number: "difficulty", "RIGHT") { .share($0.difficulty, places: 3) },
        RowField(number: "item_rest", "ITEM-REST") { cell($0.correlation, 3) },
        RowField(number: "upper_lower", "UPPER-LOWER") { cell($0.upperLower, 3) },
        RowField(number: "alpha_without") { cell($0.alphaWithout, 3) },
        RowField(number: "deviation") { cell($0.deviation, 3) },
        RowField(number: "guess") { cell($0.guess, 3) },
        RowField(number: "weight") { .decimal($0.weight, places: 3) },
        RowField(number: "effective_weight") { cell($0.effectiveWeight, 3) },
        RowField(number: "efficiency") { cell($0.efficiency, 3) },
      ], rows: analysis.items)
    document.table("choices", title: "Choices", Self.choices, rows: analysis.choices)
    document.table(
      "scales", title: "Scales",
      [
        RowField(number: "number", "NO") { .count($0.place + 1) },
        RowField("question") { .text(words[$0.place]) },
        RowField(number: "answers") { .count($0.counts.reduce(0) { $0 + $1.count }) },
        RowField(number: "mean") { cell($0.mean, 2) },
        RowField(number: "deviation") { cell($0.deviation, 2) },
        RowField(number: "median") { cell($0.median, 1) },
        RowField("points", "BY POINT, LOW TO HIGH") {
          .text($0.counts.map { "\($0.count)" }.joined(separator: " "))
        },
      ], rows: analysis.scales)
    document.table(
      "warnings", title: "Warnings", [RowField("warning") { .text($0) }], rows: analysis.warnings)
    return document
  }

  private static let choices: [RowField<ItemAnalysis.Choice>] = [
    RowField(number: "number", "NO") { .count($0.place + 1) },
    RowField("choice") { .text(String($0.label.prefix(40))) },
    RowField("right") { .boolean($0.isRight) },
    RowField(number: "count") { .count($0.count) },
    RowField(number: "share") { .share($0.share, places: 3) },
    RowField(number: "upper", "UPPER 27 %") { .share($0.upper, places: 3) },
    RowField(number: "lower", "LOWER 27 %") { .share($0.lower, places: 3) },
    RowField("remark") { .text($0.remark) },
  ]

  /// How many are right, and how well each question tells better from weaker readers.
  var chart: Chart {
    func bars(_ name: String, _ value: (ItemAnalysis.Item) -> Double?) -> Chart.Series {
      Chart.Series(
        name, .bar, analysis.items.enumerated().map { Chart.Point(category: $0.offset, value($0.element) ?? 0) })
    }
    return Chart(
      title: "Questions of \(questionnaire.name)", subtitle: "\(submitted) readings submitted",
      x: Chart.Axis("question", .category(analysis.items.map { "\($0.place + 1)" })), y: Chart.Axis("share"),
      series: [bars("right", \.difficulty), bars("item-rest", \.correlation)])
  }
}

private func cell(_ value: Double?, _ places: Int) -> Cell { value.map { .decimal($0, places: places) } ?? .missing }
