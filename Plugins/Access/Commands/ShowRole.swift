internal import QixModule

/// `qix role show`
struct ShowRole: Command {
  static let declaration = Declaration(
    "show", "List the commands that a role may run.", roles: .everyone,
    examples: [
      Example("qix role show support", "what a support agent may do"),
      Example("qix role show auditor --tsv | grep true", "what an auditor could change"),
    ],
    answer: "role.show/1: commands [command text, changes boolean, asks boolean, reveals boolean, summary text]")

  @Positional("role", .choice(of: Role.self), "admin, operator, integrator, support, auditor, user or guest") private
    var role: Role

  func run(in context: Context) throws -> Document {
    let places = context.program.tree.places.filter { $0.roles.contains(role) }
    @Sendable func words(_ place: CommandTree.Place) -> String { place.path.dropFirst().joined(separator: " ") }
    var document = Document("role.show/1")
    document.primary = places.map(words).joined(separator: "\n")
    document.table(
      "commands",
      [
        RowField("command") { .text(words($0)) },
        RowField("changes") { .boolean($0.declaration?.effect == .changes) },
        RowField("asks") { [role] in .boolean($0.declaration?.requests.contains(role) ?? false) },
        RowField("reveals") { [role] in .boolean($0.declaration?.reveals?.admits(role) ?? false) },
        RowField<CommandTree.Place>("summary") { .text($0.node.summary) },
      ], rows: places)
    return document
  }
}
