internal import QixShake

/// `qix read results`
struct ResultsCommand: OldCommand {
  private static let plot = OldFlag("plot", "Draw the questions instead of listing them")

  static let declaration = Declaration(
    "results", "Show how the questions of a questionnaire have done.", roles: [.operator, .support, .auditor],
    discussion: """
      Counts readings that were handed in. RIGHT is the mean share of a question's points; ITEM-REST its correlation \
      with the points of all other questions; UPPER-LOWER how many more of the best 27 % have it right than of the \
      weakest 27 %. Formulas and their sources are in docs/read.md.
      """,
    parameters: ResultsSubject.parameters + [plot, ChartOutput.svg],
    examples: [
      Example("qix read results vitamins", "everything"),
      Example("qix read results vitamins --plot", "a chart in the terminal"),
      Example("qix read results summer --of campaign --svg questions.svg", "a picture, of one campaign"),
    ])

  private let subject: ResultsSubject
  private let plots: Bool
  private let output: ChartOutput

  init(_ arguments: Arguments) throws {
    subject = try ResultsSubject(arguments)
    output = ChartOutput(path: arguments[ChartOutput.svg])
    plots = arguments[Self.plot] || output.path != nil
  }

  func run(in context: Context) throws {
    try output.requirePlace()
    let report = try context.database.read { try subject.report(in: $0, context) }
    let terminal = context.terminal
    if plots, output.draws(in: terminal) {
      try output.show(report.chart, in: terminal)
    } else {
      try terminal.emit(report.document)
    }
    if report.elsewhere > 0 {
      terminal.note("\(report.elsewhere) readings were handed in to other editions; see them with --edition.")
    }
  }
}
