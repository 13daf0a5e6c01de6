internal import QixShake

/// `qix read results`
struct ResultsCommand: Command {
  static let declaration = Declaration(
    "results", "Show statistics of a questionnaire's questions.", roles: [.operator, .support, .auditor],
    discussion: """
      Counts submitted readings. RIGHT is the mean share of a question's points. ITEM-REST is its correlation with the \
      points of all other questions. UPPER-LOWER is how many more of the best 27 % than of the weakest 27 % answer it \
      right. Formulas and their sources are in docs/read.md.
      """,
    examples: [
      Example("qix read results vitamins", "everything"),
      Example("qix read results vitamins --plot", "a chart in the terminal"),
      Example("qix read results summer --of campaign --svg questions.svg", "one campaign, as a picture"),
    ],
    answer: """
      read.results/1: questionnaire text, edition integer, campaign id?, opened integer, submitted integer, mean
      decimal?, deviation decimal?, median decimal?, skewness decimal?, kurtosis decimal?, alpha decimal?, error_ratio
      decimal?, standard_error decimal?, scale_alpha decimal?, questions [number integer, question text, kind text,
      difficulty decimal?, item_rest decimal?, upper_lower decimal?, alpha_without decimal?, deviation decimal?, guess
      decimal?, weight decimal, effective_weight decimal?, efficiency decimal?], choices [number integer, choice text,
      right boolean, count integer, share decimal?, upper decimal?, lower decimal?, remark text?], scales [number
      integer, question text, answers integer, mean decimal?, deviation decimal?, median decimal?, points integer],
      warnings [warning text]
      """)

  private let subject = ResultsSubject()
  @Flag("plot", "Draw the questions instead of listing them") private var plots: Bool
  private let picture = ChartOption()

  func run(in context: Context) throws -> Document {
    try picture.requirePlace()
    let report = try context.database.read { try subject.report(in: $0, context) }
    var document = report.document
    if plots || picture.path != nil { document.draw(report.chart, picture, in: context, isAlone: true) }
    if report.elsewhere > 0 {
      document.note("\(report.elsewhere) readings were submitted to other editions. See them with --edition.")
    }
    return document
  }
}
