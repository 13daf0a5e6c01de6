internal import QixShake

/// How the questions of a questionnaire have done: classical test theory over all readings that were handed in.
struct ItemAnalysis: Sendable {
  /// A reading that was handed in: what each answer was, and was worth.
  struct Sheet: Sendable {
    var answers: [Int: JSONValue]
    var credits: [Int: Credit]
  }

  struct Item: Sendable {
    let place: Int
    /// The mean share of its points (the p-value of classical test theory): 1 where everybody was right.
    let difficulty: Double?
    /// The corrected item-total correlation: between the question's points and the points of all others. A point-biserial
    /// one where it is right or wrong.
    let correlation: Double?
    /// Difficulty in the upper 27 % less that in the lower 27 %.
    let upperLower: Double?
    /// Cronbach's alpha of the questionnaire without it.
    let alphaWithout: Double?
    /// Of the shares of its points.
    let deviation: Double?
    /// The mean share that random answers would get; nil where it can't be told.
    let guess: Double?
    /// Its points as a share of all points.
    let weight: Double
    /// Its share in what makes the scores differ; nil where it works against them.
    let effectiveWeight: Double?
    /// The correlation that there is as a share of the greatest that these scores allow.
    let efficiency: Double?
  }

  struct Choice: Sendable {
    let place: Int
    let label: String
    let isRight: Bool
    let count: Int
    let share: Double
    /// Whether there is any reading to judge by.
    let isAnswered: Bool
    /// Shares among the upper and the lower 27 %; nil where there are too few readings.
    let upper: Double?
    let lower: Double?

    /// Why it does its work badly; nil when it does it well.
    var remark: String? {
      if !isRight, count == 0, isAnswered { return "never chosen" }
      guard let upper, let lower else { return nil }
      if !isRight, upper > lower { return "chosen by better readers" }
      if isRight, upper < lower { return "chosen by weaker readers" }
      return nil
    }
  }

  struct Scale: Sendable {
    let place: Int
    let counts: [(label: String, count: Int)]
    let mean: Double?
    let deviation: Double?
    let median: Double?
  }

  let questions: [Question]
  let sheets: [Sheet]
  private(set) var items: [Item] = []
  private(set) var choices: [Choice] = []
  private(set) var scales: [Scale] = []
  /// Over all questions that count in the score, by their points.
  private(set) var alpha: Double?
  /// Over all scales with the same number of points, coded from 1.
  private(set) var scaleAlpha: Double?
  /// Of the scores in percent.
  private(set) var mean: Double?
  private(set) var deviation: Double?
  private(set) var median: Double?
  private(set) var skewness: Double?
  private(set) var kurtosis: Double?

  /// The share of the scores' deviation that is chance: √(1 − α).
  var errorRatio: Double? {
    guard let alpha, alpha <= 1 else { return nil }
    return (1 - alpha).squareRoot()
  }

  /// Of a score in percent: σ · √(1 − α).
  var standardError: Double? {
    guard let deviation, let errorRatio else { return nil }
    return deviation * errorRatio
  }

  init(_ questions: [Question], _ sheets: [Sheet]) {
    (self.questions, self.sheets) = (questions, sheets)
    let scored = questions.indices.filter { questions[$0].isScored }
    let points = scored.map { place in
      sheets.map { Double(questions[place].points) * ($0.credits[place] ?? .zero).share }
    }
    let totals = sheets.map { sheet in
      scored.reduce(Int64(0)) { $0 + questions[$1].points * (sheet.credits[$1] ?? .zero).units }
    }
    let groups = Statistics.kelleyGroups(totals)
    // Each question against all others costs one pass, not one for each pair of questions.
    let sums = sheets.indices.map { sheet in points.reduce(0) { $0 + $1[sheet] } }
    let variances = points.map { Statistics.variance($0) ?? 0 }
    let parts = variances.reduce(0, +)
    alpha = Statistics.alpha(count: scored.count, parts: parts, sums: sums)
    let percents = sheets.compactMap { Score(questions, $0.credits).percent }
    (mean, deviation) = (Statistics.mean(percents), Statistics.deviation(percents))
    (median, skewness, kurtosis) =
      (Statistics.median(percents), Statistics.skewness(percents), Statistics.kurtosis(percents))
    let whole = scored.reduce(Int64(0)) { $0 + questions[$1].points }
    let roots = points.map { column in
      Statistics.covariance(column, sums).flatMap { $0 >= 0 ? $0.squareRoot() : nil }
    }
    let allRoots = roots.reduce(0) { $0 + ($1 ?? 0) }
    items = scored.enumerated().map { index, place in
      let shares = sheets.map { ($0.credits[place] ?? .zero).share }
      let rest = zip(sums, points[index]).map { $0 - $1 }
      return Item(
        place: place, difficulty: Statistics.mean(shares),
        correlation: scored.count > 1 ? Statistics.correlation(points[index], rest) : nil,
        upperLower: groups.map {
          Statistics.weightedMean(shares, $0.upper) - Statistics.weightedMean(shares, $0.lower)
        },
        alphaWithout: Statistics.alpha(count: scored.count - 1, parts: parts - variances[index], sums: rest),
        deviation: Statistics.deviation(shares), guess: questions[place].guessScore,
        weight: Double(questions[place].points) / Double(max(1, whole)),
        effectiveWeight: allRoots > 0 ? roots[index].map { $0 / allRoots } : nil,
        efficiency: scored.count > 1 ? Statistics.efficiency(points[index], rest) : nil)
    }
    for place in questions.indices { choices += choices(at: place, groups) }
    scales = questions.indices.compactMap { scale(at: $0) }
    scaleAlpha = alphaOfScales()
  }

  private func choices(at place: Int, _ groups: (upper: [Double], lower: [Double])?) -> [Choice] {
    func row(_ label: String, isRight: Bool, takes: (Sheet) -> Bool) -> Choice {
      let taken = sheets.map { takes($0) ? 1.0 : 0 }
      let count = Int(taken.reduce(0, +))
      return Choice(
        place: place, label: label, isRight: isRight, count: count,
        share: sheets.isEmpty ? 0 : Double(count) / Double(sheets.count),
        isAnswered: !sheets.isEmpty, upper: groups.map { Statistics.weightedMean(taken, $0.upper) },
        lower: groups.map { Statistics.weightedMean(taken, $0.lower) })
    }
    switch questions[place].kind {
    case .single(let choices):
      return choices.enumerated().map { index, choice in
        row(choice.text.text, isRight: choice.credit > .zero) { $0.answers[place]?.integer == Int64(index) }
      }
    case .several(let choices):
      return choices.enumerated().map { index, choice in
        row(choice.text.text, isRight: choice.credit > .zero) {
          $0.answers[place]?.array?.contains(.integer(Int64(index))) ?? false
        }
      }
    case .trueFalse(let statement):
      return [true, false].map { truth in
        row(truth ? "true" : "false", isRight: statement.isTrue == truth) { $0.answers[place]?.bool == truth }
      }
    case .number, .short, .matching, .ordering:
      // What was written may say something of whoever wrote it: how much was right is all that is counted.
      return [
        row("right", isRight: true) { $0.credits[place]?.isRight ?? false },
        row("partly right", isRight: true) { $0.credits[place].map { !$0.isRight && $0 > .zero } ?? false },
        row("wrong", isRight: false) { $0.answers[place] != nil && ($0.credits[place] ?? .zero) == .zero },
      ]
    case .scale, .essay, .description: return []
    }
  }

  private func points(ofScaleAt place: Int) -> [Double] {
    sheets.compactMap { $0.answers[place]?.integer.map { Double($0 + 1) } }
  }

  private func scale(at place: Int) -> Scale? {
    guard case .scale(let labels, _) = questions[place].kind else { return nil }
    let points = points(ofScaleAt: place)
    return Scale(
      place: place,
      counts: labels.enumerated().map { index, label in (label, points.count { $0 == Double(index + 1) }) },
      mean: Statistics.mean(points), deviation: Statistics.deviation(points), median: Statistics.median(points))
  }

  private func alphaOfScales() -> Double? {
    var places: [Int] = [], counts: Set<Int> = []
    for (place, question) in questions.enumerated() where !question.isAttentionCheck {
      guard case .scale(let labels, _) = question.kind else { continue }
      places.append(place)
      counts.insert(labels.count)
    }
    guard counts.count == 1 else { return nil }
    let complete = sheets.filter { sheet in places.allSatisfy { sheet.answers[$0] != nil } }
    return Statistics.alpha(places.map { place in complete.map { Double(($0.answers[place]?.integer ?? 0) + 1) } })
  }

  /// Warnings about the numbers, as sentences.
  var warnings: [String] {
    var warnings: [String] = []
    if sheets.count < 30 {
      warnings.append(
        "Readings submitted: \(sheets.count). With fewer than 30, don't rely on these numbers.")
    } else if sheets.count < 100 {
      warnings.append("With \(sheets.count) readings, discrimination is uncertain by up to 0.2; use 100 or more.")
    }
    if let alpha, alpha < 0 {
      warnings.append("Alpha is below zero: the questions measure different things, or an answer is marked wrongly.")
    }
    for item in items {
      if let correlation = item.correlation, correlation < 0, sheets.count >= 30 {
        warnings.append(
          "Question \(item.place + 1) is answered better by weaker readers. Check which answer is marked right.")
      }
    }
    return warnings
  }
}
