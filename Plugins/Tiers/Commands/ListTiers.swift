internal import PicturesContract
internal import QixCalendar
internal import QixModule

/// `qix tier list`
struct ListTiers: Command {
  static let declaration = Declaration(
    "list", "List the tiers, the lowest first.", roles: [.operator, .integrator, .support, .auditor, .user],
    examples: [Example("qix tier list", "all of them")],
    answer: AnswerShape("tier.list/1", fields))

  private static let fields: [Field<Standings>] = [
    Field("counted", .text, "coins earned in") { $0.qualification.words },
    Field("time_zone", .text) { $0.zone.identifier },
    Field("tiers", rows: Tier.fields) { $0.tiers },
  ]

  func run(in context: Context) throws -> Document {
    let pictures = try PictureLinks(context)
    let standings = try context.database.read { try Standings(in: $0).shown(with: pictures, in: $0) }
      .said(in: context.face.speaking())
    var document = Document("tier.list/1", Self.fields, of: standings)
    if !standings.tiers.isEmpty { document.primary = standings.tiers.map(\.name).joined(separator: "\n") }
    if standings.tiers.isEmpty { document.note("There are no tiers. `qix tier create` makes one.") }
    return document
  }
}
