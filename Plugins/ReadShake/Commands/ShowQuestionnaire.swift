internal import QixShake

/// `qix read questions show`
struct ShowQuestionnaire: OldCommand {
  static let edition = OldOption<Int64>(
    "edition", .integer(in: 1...1_000_000), "This edition; the latest one without it")

  static let declaration = Declaration(
    "show", "Show a questionnaire with its right answers.", roles: [.operator],
    discussion: "KEY names a question in an answers file, whatever order it is shown in.",
    parameters: [Content.questionnaire, edition],
    examples: [
      Example("qix read questions show vitamins", "all questions"),
      Example("qix read questions show vitamins --edition 1", "as it was first"),
    ])

  private let name: String
  private let edition: Int64?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Content.questionnaire)
    edition = arguments[Self.edition]
  }

  func run(in context: Context) throws {
    let found = try context.database.read { connection in
      guard let edition else { return try QuestionnaireStore.require(name, in: connection) }
      guard let found = try QuestionnaireStore.edition(edition, of: name, in: connection) else {
        throw ReadShakeError.editionNotFound(name, edition)
      }
      return found
    }
    var document = Document("read.questions-show/1")
    document.primary = found.name
    document.field("questionnaire", "questionnaire", .text(found.name))
    document.field("edition", "edition", .integer(found.edition))
    document.field("imported", "imported", .timestamp(found.imported))
    document.field("removed", "out of use since", found.removed.map(Cell.timestamp) ?? .missing)
    document.field("points", "points", .integer(found.mostPoints))
    document.table(
      "questions",
      columns: [
        Column("number", "NO", alignment: .trailing), Column("key", "KEY"), Column("kind", "KIND"),
        Column("points", "POINTS", alignment: .trailing), Column("question", "QUESTION"), Column("right", "RIGHT"),
      ],
      rows: found.questions.enumerated().map { place, question in
        [
          .integer(Int64(place + 1)), .text(question.id ?? "q\(place + 1)"),
          .text(question.kind.name + (question.isAttentionCheck ? " (attention check)" : "")),
          question.isScored ? .integer(question.points) : .missing, .text(question.text.text),
          question.solution.map(Cell.text) ?? .missing,
        ]
      })
    try context.terminal.emit(document)
  }
}

extension Question {
  /// What is right, in words; nil where nothing is.
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
