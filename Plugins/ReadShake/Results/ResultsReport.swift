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
  static let fields: [Field<ResultsReport>] = [
    Field("questionnaire", .text) { $0.questionnaire.name },
    Field("edition", .integer) { $0.questionnaire.edition },
    Field("campaign", .id) { $0.campaign },
    Field("opened", .integer, "begun") { $0.opened },
    Field("submitted", .integer, "handed in") { $0.submitted },
    Field("mean", .percent(places: 2), "mean score") { $0.analysis.mean },
    Field("deviation", .percent(places: 2), "standard deviation") { $0.analysis.deviation },
    Field("median", .percent(places: 2)) { $0.analysis.median },
    Field("skewness", .decimal(places: 3)) { $0.analysis.skewness },
    Field("kurtosis", .decimal(places: 3)) { $0.analysis.kurtosis },
    Field("alpha", .decimal(places: 3), "Cronbach's alpha") { $0.analysis.alpha },
    Field("error_ratio", .decimal(places: 3)) { $0.analysis.errorRatio },
    Field("standard_error", .percent(places: 2), "standard error of a score") { $0.analysis.standardError },
    Field("scale_alpha", .decimal(places: 3), "Cronbach's alpha of the scales") { $0.analysis.scaleAlpha },
    Field("questions", rows: items, title: "Questions") { report in
      report.analysis.items.map { (question: report.questionnaire.questions[$0.place], item: $0) }
    },
    Field("choices", rows: choices, title: "Choices") { $0.analysis.choices },
    Field("scales", rows: scales, title: "Scales") { report in
      report.analysis.scales.map { (question: report.questionnaire.questions[$0.place], scale: $0) }
    },
    Field("warnings", rows: [Field("warning", .text) { $0 }], title: "Warnings") { $0.analysis.warnings },
  ]

  private static let items: [Field<(question: Question, item: ItemAnalysis.Item)>] = [
    Field("number", .count, "NO") { $0.item.place + 1 },
    Field("question", .text) { String($0.question.text.text.prefix(40)) },
    Field("kind", .text) { $0.question.kind.name },
    Field("difficulty", .share(places: 3), "RIGHT") { $0.item.difficulty },
    Field("item_rest", .decimal(places: 3), "ITEM-REST") { $0.item.correlation },
    Field("upper_lower", .decimal(places: 3), "UPPER-LOWER") { $0.item.upperLower },
    Field("alpha_without", .decimal(places: 3)) { $0.item.alphaWithout },
    Field("deviation", .decimal(places: 3)) { $0.item.deviation },
    Field("guess", .decimal(places: 3)) { $0.item.guess },
    Field("weight", .decimal(places: 3)) { $0.item.weight },
    Field("effective_weight", .decimal(places: 3)) { $0.item.effectiveWeight },
    Field("efficiency", .decimal(places: 3)) { $0.item.efficiency },
  ]

  private static let choices: [Field<ItemAnalysis.Choice>] = [
    Field("number", .count, "NO") { $0.place + 1 },
    Field("choice", .text) { String($0.label.prefix(40)) },
    Field("right", .boolean) { $0.isRight },
    Field("count", .count) { $0.count },
    Field("share", .share(places: 3).orNull) { $0.share },
    Field("upper", .share(places: 3), "UPPER 27 %") { $0.upper },
    Field("lower", .share(places: 3), "LOWER 27 %") { $0.lower },
    Field("remark", .text) { $0.remark },
  ]

  private static let scales: [Field<(question: Question, scale: ItemAnalysis.Scale)>] = [
    Field("number", .count, "NO") { $0.scale.place + 1 },
    Field("question", .text) { String($0.question.text.text.prefix(40)) },
    Field("answers", .count) { $0.scale.counts.reduce(0) { $0 + $1.count } },
    Field("mean", .decimal(places: 2)) { $0.scale.mean },
    Field("deviation", .decimal(places: 2)) { $0.scale.deviation },
    Field("median", .decimal(places: 1)) { $0.scale.median },
    Field("points", .text, "BY POINT, LOW TO HIGH") { $0.scale.counts.map { "\($0.count)" }.joined(separator: " ") },
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
