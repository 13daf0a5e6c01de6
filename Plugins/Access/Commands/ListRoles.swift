internal import QixModule

/// `qix role list`
struct ListRoles: Command {
  static let declaration = Declaration(
    "list", "List the roles and what each is for.", roles: .everyone,
    discussion: """
      qix itself sets which commands a role may run; data can't change it. Locally the owner of the data folder is \
      admin. Others have the role of the token that they give to --as.
      """,
    examples: [Example("qix role list", "all of them")],
    answer: AnswerShape("role.list/1", "roles", rows: fields))

  private static let fields: [Field<(role: Role, commands: Int)>] = [
    Field("role", .text) { $0.role.rawValue },
    Field("commands", .count) { $0.commands },
    Field("summary", .text, "FOR") { $0.role.summary },
  ]

  func run(in context: Context) throws -> Document {
    var document = Document("role.list/1")
    let places = context.program.tree.places
    document.primary = Role.allCases.map(\.rawValue).joined(separator: "\n")
    let rows = Role.allCases.map { role in (role: role, commands: places.count { $0.roles.contains(role) }) }
    document.table("roles", Self.fields, rows: rows)
    document.next("`qix role show ROLE`")
    return document
  }
}
