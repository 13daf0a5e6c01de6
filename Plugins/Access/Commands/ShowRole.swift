internal import QixModule

/// `qix role show`
struct ShowRole: Command {
  static let declaration = Declaration(
    "show", "List the commands that a role may run.", roles: .everyone,
    examples: [
      Example("qix role show support", "what a support agent may do"),
      Example("qix role show auditor --tsv | grep true", "what an auditor could change"),
    ],
    answer: AnswerShape("role.show/1", "commands", rows: fields))

  private static let fields: [Field<(place: CommandTree.Place, role: Role)>] = [
    Field("command", .text) { words($0.place) },
    Field("changes", .boolean) { $0.place.declaration?.effect == .changes },
    Field("asks", .boolean) { $0.place.declaration?.requests.contains($0.role) ?? false },
    Field("reveals", .boolean) { $0.place.declaration?.reveals?.admits($0.role) ?? false },
    Field("summary", .text) { $0.place.node.summary },
  ]

  private static func words(_ place: CommandTree.Place) -> String { place.path.dropFirst().joined(separator: " ") }

  @Positional("role", .choice(of: Role.self), "admin, operator, integrator, support, auditor, user or guest") private
    var role: Role

  func run(in context: Context) throws -> Document {
    let places = context.program.tree.places.filter { $0.roles.contains(role) }
    var document = Document("role.show/1")
    document.primary = places.map(Self.words).joined(separator: "\n")
    document.table("commands", Self.fields, rows: places.map { (place: $0, role: role) })
    return document
  }
}
