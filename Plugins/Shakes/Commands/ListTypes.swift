internal import QixShake

/// `qix shake types`
struct ListTypes: Command {
  static let declaration = Declaration(
    "types", "List the types of shake, with their settings in a campaign and their evidence.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix shake types", "all of them")],
    answer: """
      shake.types/1: types [type text, summary text], settings [type text, name text, takes text, default text?,
      required boolean, help text], evidence [type text, name text, takes text, required boolean, help text]
      """)

  func run(in context: Context) throws -> Document {
    let types = try ShakeTypes.all(of: context.registry).values.sorted { $0.name < $1.name }
    var document = Document("shake.types/1")
    if !types.isEmpty { document.primary = types.map { $0.name }.joined(separator: "\n") }
    document.table(
      "types", [RowField("type") { .text($0.name) }, RowField("summary", "WHAT THE USER DOES") { .text($0.summary) }],
      rows: types)
    document.table(
      "settings", title: "Settings in a campaign",
      [
        RowField("type") { .text($0.type) },
        RowField("name") { .text($0.setting.name) },
        RowField("takes") { .text($0.setting.kind.words) },
        RowField("default") { .text($0.setting.standardText) },
        RowField("required") { .boolean($0.setting.isRequired) },
        RowField("help") { .text($0.setting.help) },
      ], rows: types.flatMap { type in type.settings.map { (type: type.name, setting: $0) } })
    document.table(
      "evidence", title: "Evidence of a shake",
      [
        RowField("type") { .text($0.type) },
        RowField("name") { .text($0.field.name) },
        RowField("takes") { .text($0.field.kind.words) },
        RowField("required") { .boolean($0.field.isRequired) },
        RowField("help") { .text($0.field.help) },
      ], rows: types.flatMap { type in type.evidence.map { (type: type.name, field: $0) } })
    if types.isEmpty { document.note("No enabled module provides a shake.") }
    return document
  }
}

extension ShakeSetting {
  /// The default as a person reads it; nil for none.
  fileprivate var standardText: String? { standard.isNull ? nil : standard.string ?? standard.text() }
}

extension ValueKind {
  /// The values that it takes, in a few words.
  var words: String {
    switch self {
    case .text(let most): "text of up to \(most) bytes"
    case .choice(let names): names.joined(separator: " | ")
    case .integer(let range): "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .number(let range): "number, \(range.lowerBound) to \(range.upperBound)"
    case .boolean: "true | false"
    case .period: "period, such as PT90S"
    case .object: "object"
    case .list(let kind, let most): "up to \(most) times: \(kind.words)"
    }
  }
}
