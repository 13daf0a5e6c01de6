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
    answer: AnswerShape("read.results/1", ResultsReport.fields))

  private let subject = ResultsSubject()
  @Flag("plot", "Draw the questions instead of listing them") private var plots: Bool
  private let picture = ChartOption()

  func run(in context: Context) throws -> Document {
    try picture.requirePlace()
    let report = try context.database.read { try subject.report(in: $0, context) }
    var document = Document("read.results/1", ResultsReport.fields, of: report)
    if plots || picture.path != nil { document.draw(report.chart, picture, in: context, isAlone: true) }
    if report.elsewhere > 0 {
      document.note("\(report.elsewhere) readings were submitted to other editions. See them with --edition.")
    }
    return document
  }
}
