internal import QixShake

/// `qix read questions show`
struct ShowQuestionnaire: Command {
  static let declaration = Declaration(
    "show", "Show a questionnaire with its right answers.", roles: [.operator],
    discussion: "KEY names a question in an answers file, in any order of the questions.",
    examples: [
      Example("qix read questions show vitamins", "all questions"),
      Example("qix read questions show vitamins --edition 1", "its first edition"),
    ],
    answer: AnswerShape("read.questions-show/1", fields))

  @Positional("name", .text, "The questionnaire's name") private var name: String
  private let edition = EditionOption()

  private static let fields: [Field<Questionnaire>] =
    Questionnaire.fields + [
      Field("imported", .time) { $0.imported },
      Field("removed", .time, "out of use since") { $0.removed },
      Field("points", .integer) { $0.mostPoints },
      Field("questions", rows: question) { Array($0.questions.enumerated()) },
    ]

  private static let question: [Field<(offset: Int, element: Question)>] = [
    Field("number", .count, "NO") { $0.offset + 1 },
    Field("key", .text) { $0.element.id ?? "q\($0.offset + 1)" },
    Field("kind", .text) { $0.element.kind.name + ($0.element.isAttentionCheck ? " (attention check)" : "") },
    Field("points", .integer.promised) { $0.element.isScored ? $0.element.points : nil },
    Field("question", .text) { $0.element.text.text },
    Field("right", .text.promised) { $0.element.solution },
  ]

  func run(in context: Context) throws -> Document {
    let found = try context.database.read { connection in
      try edition.number.map { try QuestionnaireStore.require($0, of: name, in: connection) }
        ?? QuestionnaireStore.require(name, in: connection)
    }
    var document = Document("read.questions-show/1", Self.fields, of: found)
    document.primary = found.name
    return document
  }
}

extension Question {
  /// The right answer in words; nil where there is none.
  var solution: String? {
    switch kind {
    case .single(let choices), .several(let choices):
      choices.filter { $0.credit > .zero }.map { $0.text.text + Self.weight($0.credit) }.joined(separator: " | ")
    case .trueFalse(let statement): statement.isTrue ? "true" : "false"
    case .number(let answers):
      answers.filter { $0.credit > .zero }.map { answer in
        let test =
          switch answer.test {
          case .near(let value, 0): NumberText.text(value)
          case .near(let value, let tolerance): "\(NumberText.text(value)) ± \(NumberText.text(tolerance))"
          case .between(let low, let high): "\(NumberText.text(low)) to \(NumberText.text(high))"
          case .any: "any"
          }
        return test + Self.weight(answer.credit)
      }.joined(separator: " | ")
    case .short(let answers):
      answers.filter { $0.credit > .zero }.map { $0.pattern + Self.weight($0.credit) }.joined(separator: " | ")
    case .matching(let pairs):
      pairs.filter { !$0.left.text.isEmpty }.map { "\($0.left.text) -> \($0.right)" }.joined(separator: " | ")
    case .ordering(let items): items.map(\.text).joined(separator: " | ")
    case .scale(let labels, let expected): expected.map { labels[$0] }
    case .essay, .description: nil
    }
  }

  private static func weight(_ credit: Credit) -> String { credit == .full ? "" : " (\(credit) %)" }
}
