internal import QixCalendar
internal import QixModule

/// `qix tier list`
struct ListTiers: Command {
  static let declaration = Declaration(
    "list", "List the tiers, the lowest first.", roles: [.operator, .integrator, .support, .auditor],
    examples: [Example("qix tier list", "all of them")],
    answer: """
      tier.list/1: counted text, time_zone text, tiers [tier text?, title text?, from coins, multiplier text, benefits
      text?]
      """)

  func run(in context: Context) throws -> Document {
    let standings = try context.database.read { try Standings(in: $0) }
    var document = Document("tier.list/1")
    if !standings.tiers.isEmpty { document.primary = standings.tiers.map(\.name).joined(separator: "\n") }
    document.field("counted", "coins earned in", .text(standings.qualification.words))
    document.field("time_zone", .text(standings.zone.identifier))
    document.table("tiers", Tier.fields, rows: standings.tiers)
    if standings.tiers.isEmpty { document.note("There are no tiers; `qix tier create` makes one.") }
    return document
  }
}
