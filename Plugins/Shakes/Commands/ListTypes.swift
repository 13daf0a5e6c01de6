internal import QixShake

/// `qix shake types`
struct ListTypes: Command {
  static let declaration = Declaration(
    "types", "List the types of shake, with their settings in a campaign and their evidence.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix shake types", "all of them")],
    answer: AnswerShape("shake.types/1", fields))

  private static let types: [Field<any ShakeType.Type>] = [
    Field("type", .text) { $0.name },
    Field("summary", .text, "WHAT THE USER DOES") { $0.summary },
  ]

  private static let settings: [Field<(type: String, setting: ShakeSetting)>] = [
    Field("type", .text) { $0.type },
    Field("name", .text) { $0.setting.name },
    Field("takes", .text) { $0.setting.kind.words },
    Field("default", .text) { $0.setting.standardText },
    Field("required", .boolean) { $0.setting.isRequired },
    Field("help", .text) { $0.setting.help },
  ]

  private static let evidence: [Field<(type: String, field: EvidenceField)>] = [
    Field("type", .text) { $0.type },
    Field("name", .text) { $0.field.name },
    Field("takes", .text) { $0.field.kind.words },
    Field("required", .boolean) { $0.field.isRequired },
    Field("help", .text) { $0.field.help },
  ]

  private static let fields: [Field<[any ShakeType.Type]>] = [
    Field("types", rows: types) { $0 },
    Field("settings", rows: settings, title: "Settings in a campaign") { types in
      types.flatMap { type in type.settings.map { (type: type.name, setting: $0) } }
    },
    Field("evidence", rows: evidence, title: "Evidence of a shake") { types in
      types.flatMap { type in type.evidence.map { (type: type.name, field: $0) } }
    },
  ]

  func run(in context: Context) throws -> Document {
    let types = try ShakeTypes.all(of: context.registry).values.sorted { $0.name < $1.name }
    var document = Document("shake.types/1", Self.fields, of: types)
    if !types.isEmpty { document.primary = types.map { $0.name }.joined(separator: "\n") }
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
