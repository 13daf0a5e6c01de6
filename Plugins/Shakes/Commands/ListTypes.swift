internal import QixFormats
internal import QixKernel
internal import QixShake
internal import QixTerminal

/// `qix shake types`
struct ListTypes: OldCommand {
  static let declaration = Declaration(
    "types", "List the types of shake: what a campaign can set for each, and what evidence each takes.",
    roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix shake types", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let types = try ShakeTypes.all(of: context.registry).values.sorted { $0.name < $1.name }
    var document = Document("shake.types/1")
    if !types.isEmpty { document.primary = types.map { $0.name }.joined(separator: "\n") }
    document.table(
      "types", columns: [Column("type", "TYPE"), Column("summary", "WHAT THE USER DOES")],
      rows: types.map { [.text($0.name), .text($0.summary)] })
    document.table(
      "settings", title: "Settings in a campaign",
      columns: [
        Column("type", "TYPE"), Column("name", "NAME"), Column("takes", "TAKES"), Column("default", "DEFAULT"),
        Column("required", "REQUIRED"), Column("help", "HELP"),
      ],
      rows: types.flatMap { type in
        type.settings.map { setting in
          [
            .text(type.name), .text(setting.name), .text(setting.kind.words),
            setting.standard.isNull ? .missing : .text(setting.standard.string ?? setting.standard.text()),
            .boolean(setting.isRequired), .text(setting.help),
          ]
        }
      })
    document.table(
      "evidence", title: "Evidence of a shake",
      columns: [
        Column("type", "TYPE"), Column("name", "NAME"), Column("takes", "TAKES"), Column("required", "REQUIRED"),
        Column("help", "HELP"),
      ],
      rows: types.flatMap { type in
        type.evidence.map { field in
          [
            .text(type.name), .text(field.name), .text(field.kind.words), .boolean(field.isRequired), .text(field.help),
          ]
        }
      })
    try context.terminal.emit(document)
    if types.isEmpty { context.terminal.note("No enabled module brings a shake.") }
  }
}

extension ValueKind {
  /// What it takes, in a few words.
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
