internal import QixKernel
internal import QixTerminal

/// `qix role show`
struct ShowRole: OldCommand {
  private static let role = OldPositional(
    "role", .choice(of: Role.self), "admin, operator, integrator, support or auditor")

  static let declaration = Declaration(
    "show", "List the commands that a role may run.", roles: .everyone, parameters: [role],
    examples: [
      Example("qix role show support", "what somebody at the desk may do"),
      Example("qix role show auditor --tsv | grep true", "what an auditor could change"),
    ])

  private let role: Role

  init(_ arguments: Arguments) throws { role = try arguments.require(Self.role) }

  func run(in context: Context) throws {
    let tree = context.program.tree
    let places = tree.places.filter { $0.roles.contains(role) }
    func words(_ place: CommandTree.Place) -> String { place.path.dropFirst().joined(separator: " ") }
    var document = Document("role.show/1")
    document.primary = places.map(words).joined(separator: "\n")
    document.table(
      "commands",
      columns: [
        Column("command", "COMMAND"), Column("changes", "CHANGES"), Column("reveals", "REVEALS"),
        Column("summary", "SUMMARY"),
      ],
      rows: places.map { place in
        [
          .text(words(place)), .boolean(place.declaration?.effect == .changes),
          .boolean(place.declaration?.reveals?.admits(role) ?? false), .text(place.node.summary),
        ]
      })
    try context.terminal.emit(document)
  }
}
