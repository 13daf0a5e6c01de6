internal import QixKernel
internal import QixTerminal

/// `qix role list`
struct ListRoles: OldCommand {
  static let declaration = Declaration(
    "list", "List the roles and what each is for.", roles: .everyone,
    discussion: """
      Which commands a role may run is part of qix and not of its data. Locally the owner of the home folder is admin; \
      everybody else has the role of the token that they give to --as.
      """,
    examples: [Example("qix role list", "all of them")])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    var document = Document("role.list/1")
    let places = context.program.tree.places
    document.primary = Role.allCases.map(\.rawValue).joined(separator: "\n")
    document.table(
      "roles",
      columns: [
        Column("role", "ROLE"), Column("commands", "COMMANDS", alignment: .trailing), Column("summary", "FOR"),
      ],
      rows: Role.allCases.map { role in
        let commands = places.filter { $0.roles.contains(role) }.count
        return [.text(role.rawValue), .integer(Int64(commands)), .text(role.summary)]
      })
    try context.terminal.emit(document)
    context.terminal.note("Next: `qix role show ROLE`.")
  }
}
