internal import QixTerminal

/// Directives as tables and pages show them.
enum DirectiveTable {
  static let columns = [
    Column("directive", "DIRECTIVE"), Column("priority", "PRIORITY", alignment: .trailing), Column("when", "WHEN"),
    Column("does", "DOES"), Column("from", "FROM"), Column("until", "UNTIL"),
  ]

  static func row(_ directive: Directive) -> [Cell] { row(directive, reference: directive.name) }

  static func row(_ directive: Directive, reference: String) -> [Cell] {
    [
      .text(reference), .integer(directive.priority), .text(directive.condition.summary),
      .text(directive.decision.summary), directive.from.map(Cell.timestamp) ?? .missing,
      directive.until.map(Cell.timestamp) ?? .missing,
    ]
  }
}
