import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import ReadShake

/// The numbers of the results against ones that were computed apart from this program.
@Suite("Item analysis") struct AnalysisTests {
  /// Twelve readers, five questions; the last one gives part credit.
  static let sheets: [[Double]] = [
    [1, 1, 1, 1, 1], [1, 1, 1, 1, 0.5], [1, 1, 1, 0, 1], [1, 1, 0, 1, 0.5], [1, 0, 1, 1, 0], [1, 1, 0, 0, 1],
    [0, 1, 1, 0, 0.5], [1, 0, 0, 1, 0], [1, 0, 0, 0, 0.5], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0],
  ]

  private func isNear(_ value: Double?, _ expected: Double) -> Bool { value.map { abs($0 - expected) < 1e-9 } ?? false }

  private func analysis(_ rows: [[Double]]) -> ItemAnalysis {
    let question = Question(text: FormattedText("?"), kind: .short([.init(pattern: "x", credit: .full)]))
    return ItemAnalysis(
      Array(repeating: question, count: rows.first?.count ?? 5),
      rows.map { row in
        ItemAnalysis.Sheet(
          answers: [:],
          credits: Dictionary(
            uniqueKeysWithValues: row.enumerated().map { ($0.offset, Credit(units: Int64($0.element * 10_000_000))) }))
      })
  }

  /// Expected values: Python's statistics module (variance, correlation), from the formulas in docs/read.md.
  @Test func theWorkedExample() {
    let analysis = analysis(Self.sheets)
    #expect(isNear(analysis.alpha, 0.6028938906752411))
    #expect(isNear(analysis.mean, 51.666666666666664) && isNear(analysis.deviation, 30.698929011029723))
    #expect(isNear(analysis.standardError, 19.345346320043596))
    let expected: [(Double, Double, Double, Double)] = [
      (0.6666666666666666, 0.4714770836361918, 1.0, 0.4860426929392446),
      (0.5833333333333334, 0.34503277967117707, 0.6666666666666667, 0.5555555555555555),
      (0.5, 0.19405386820594528, 0.6666666666666667, 0.6359832635983262),
      (0.4166666666666667, 0.29364006844420665, 0.6666666666666666, 0.5833333333333333),
      (0.4166666666666667, 0.5441914926198945, 0.8333333333333334, 0.46540880503144655),
    ]
    for (item, values) in zip(analysis.items, expected) {
      #expect(isNear(item.difficulty, values.0) && isNear(item.correlation, values.1), "question \(item.place + 1)")
      #expect(isNear(item.upperLower, values.2) && isNear(item.alphaWithout, values.3), "question \(item.place + 1)")
    }
  }

  /// Moodle's numbers for the same readers, by the formulas of its "Quiz statistics calculations", computed apart from
  /// this program by Python's statistics module: stdev, covariance, k-statistics of the scores in percent.
  @Test func theNumbersAreMoodles() {
    let analysis = analysis(Self.sheets)
    #expect(isNear(analysis.median, 55) && isNear(analysis.errorRatio, 0.6301635575981516))
    #expect(isNear(analysis.skewness, -0.052370460260128336) && isNear(analysis.kurtosis, -0.8824474519494208))
    let expected: [(Double, Double, Double)] = [
      (0.49236596391733095, 0.21236197497901937, 0.6129032258064516),
      (0.5149286505444373, 0.20463711948939994, 0.4166666666666667),
      (0.5222329678670935, 0.1865196601861676, 0.23076923076923073),
      (0.5149286505444373, 0.19824062267270653, 0.35135135135135137),
      (0.4174235549683609, 0.19824062267270653, 0.6129032258064516),
    ]
    for (item, values) in zip(analysis.items, expected) {
      #expect(isNear(item.deviation, values.0) && isNear(item.weight, 0.2), "question \(item.place + 1)")
      #expect(isNear(item.effectiveWeight, values.1), "question \(item.place + 1)")
      #expect(isNear(item.efficiency, values.2) && item.guess == 0, "question \(item.place + 1)")
    }
  }

  /// A question that works against the score has no weight in it, and the others share it (Moodle leaves it empty).
  @Test func aQuestionAgainstTheScoreHasNoEffectiveWeight() {
    let analysis = analysis([[1, 1, 0], [1, 1, 0], [0, 1, 1], [0, 0, 1], [1, 0, 0], [0, 0, 1]])
    #expect(analysis.items[2].effectiveWeight == nil && (analysis.items[2].efficiency ?? 0) < 0)
    #expect(isNear(analysis.items.compactMap(\.effectiveWeight).reduce(0, +), 1))
  }

  @Test func randomAnswersGetWhatMoodleSays() {
    let text = """
      a {=x ~y ~z ~%50%w}

      b {T}

      c {=1->a =2->b =3->a}

      d {=x =%20%*}

      e {#3 =%10%*}

      f {~%50%x ~%50%y ~z}

      g {}
      """
    let guesses = GIFTReader.read(SourceText(text)).questions.map(\.guessScore)
    #expect(guesses == [0.375, 0.5, 0.5, 0.2, 0.1, nil, nil])
  }

  @Test func nobodyAndOnePersonSayNothing() {
    let none = analysis([])
    #expect(none.alpha == nil && none.mean == nil && none.items.allSatisfy { $0.difficulty == nil })
    let one = analysis([[1, 0, 1]])
    #expect(
      one.alpha == nil && one.deviation == nil && one.items.allSatisfy { $0.correlation == nil && $0.upperLower == nil }
    )
    let same = analysis(Array(repeating: [1, 0, 1], count: 40))
    #expect(same.alpha == nil && same.items.allSatisfy { $0.correlation == nil && $0.efficiency == nil })
    #expect(same.skewness == nil && same.kurtosis == nil && same.items.allSatisfy { $0.effectiveWeight == nil })
    #expect(!none.warnings.isEmpty && same.warnings.contains { $0.contains("40") })
  }

  @Test func equalItemsAreWhollyConsistent() {
    #expect(isNear(Statistics.alpha([[0, 1, 0, 1], [0, 1, 0, 1], [0, 1, 0, 1]]), 1))
    #expect(isNear(Statistics.alpha([[5, 4, 4, 3, 2, 5, 1, 3], [4, 4, 5, 3, 1, 5, 2, 2]]), 0.9095127610208817))
    #expect(isNear(Statistics.correlation([1, 2, 3], [3, 2, 1]), -1))
    #expect(Statistics.median([5, 4, 4, 3, 2, 5, 1, 3]) == 3.5 && Statistics.median([3, 1, 2]) == 2)
  }

  @Test func whoIsTiedSharesThePlaces() throws {
    let groups = try #require(Statistics.kelleyGroups([9, 5, 5, 5, 5, 5, 5, 5, 5, 1]))
    #expect(groups.upper.reduce(0, +) == 3 && groups.upper[0] == 1 && groups.upper[1] == 0.25 && groups.upper[9] == 0)
    #expect(groups.lower[9] == 1 && groups.lower[1] == 0.25 && groups.lower[0] == 0)
    #expect(Statistics.kelleyGroups([1, 2, 3]) == nil)
  }

  @Test func choicesAndScalesAreCounted() throws {
    let questions = GIFTReader.read(SourceText("Which? {=right ~tempting ~idle}\n\nSure? {T}")).questions
    var scale = Question(text: FormattedText("How?"), kind: .scale(labels: ["1", "2", "3", "4", "5"], expected: nil))
    scale.id = "s"
    // The better half takes the tempting one.
    let rows: [(Int64, Bool, Int64)] = [
      (1, true, 4), (1, true, 3), (0, false, 3), (0, false, 2), (0, false, 0), (0, true, 2),
    ]
    let analysis = ItemAnalysis(
      questions + [scale],
      rows.map { row in
        ItemAnalysis.Sheet(
          answers: [0: .integer(row.0), 1: .bool(row.1), 2: .integer(row.2)],
          credits: [0: row.0 == 0 ? .full : .zero, 1: row.1 ? .full : .zero])
      })
    #expect(analysis.choices.map(\.count) == [4, 2, 0, 3, 3])
    #expect(analysis.choices[2].remark == "never chosen")
    let found = try #require(analysis.scales.first)
    #expect(found.counts.map(\.count) == [1, 0, 2, 2, 1] && found.median == 3.5)
    #expect(isNear(found.mean, 20.0 / 6))
    #expect(analysis.items.map(\.place) == [0, 1])
  }
}
