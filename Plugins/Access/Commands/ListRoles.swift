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
    answer: "role.list/1: roles [role text, commands integer, summary text]")

  func run(in context: Context) throws -> Document {
    var document = Document("role.list/1")
    let places = context.program.tree.places
    document.primary = Role.allCases.map(\.rawValue).joined(separator: "\n")
    document.table(
      "roles",
      [
        RowField("role") { .text($0.rawValue) },
        RowField(number: "commands") { role in .count(places.count { $0.roles.contains(role) }) },
        RowField<Role>("summary", "FOR") { .text($0.summary) },
      ], rows: Role.allCases)
    document.next("`qix role show ROLE`")
    return document
  }
}
