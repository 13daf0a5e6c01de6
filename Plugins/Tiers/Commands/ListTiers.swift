internal import QixCalendar
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix tier list`
struct ListTiers: Command {
  static let declaration = Declaration(
    "list", "List the tiers, the lowest first.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix tier list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let standings = try context.database.read { try Standings(in: $0) }
    var document = Document("tier.list/1")
    if !standings.tiers.isEmpty { document.primary = standings.tiers.map(\.name).joined(separator: "\n") }
    document.field("counted", "coins earned in", .text(standings.qualification.words))
    document.field("time_zone", "time zone", .text(standings.zone.identifier))
    document.table(
      "tiers",
      columns: [
        Column("tier", "TIER"), Column("title", "TITLE"), Column("from", "FROM", alignment: .trailing),
        Column("multiplier", "TIMES", alignment: .trailing), Column("benefits", "BENEFITS"),
      ],
      rows: standings.tiers.map {
        [
          .text($0.name), .text($0.title), .coins($0.threshold), .text($0.factor),
          $0.benefits.isEmpty ? .missing : .text($0.benefits),
        ]
      })
    try context.terminal.emit(document)
    if standings.tiers.isEmpty { context.terminal.note("There are no tiers; `qix tier create` makes one.") }
  }
}
