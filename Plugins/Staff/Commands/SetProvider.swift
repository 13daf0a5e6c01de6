internal import OpenIDContract
internal import QixModule

/// `qix staff provider set`
struct SetProvider: Command {
  static let declaration = Declaration(
    "set", "Let staff sign in at a provider, with the roles of their groups there.", roles: .adminsOnly,
    discussion: """
      Set up the provider first, with `qix auth provider add` and `qix auth provider client`. New roles replace the \
      old ones, and end the sessions of the provider. A person whose groups have several roles is refused.
      """,
    examples: [
      Example("qix staff provider set shop --role support=help-desk --role auditor=finance", "two groups"),
      Example("qix staff provider set shop --role admin=it --claim roles", "groups in another claim"),
    ],
    answer: AnswerShape("staff.provider.set/1", ProviderRow.fields), effect: .changes, isForOwner: true)

  @Positional("provider", .text, "A name of `qix auth provider list`") private var provider: String
  @Option("role", .roleOfGroup, placeholder: "ROLE=GROUP", "A role, and the group that has it", isRequired: true)
  private var rules: [RoleMapping.Rule]
  @Option("claim", .text, "The claim of the ID token that lists groups", default: RoleMapping.usualClaim)
  private var claim: String

  func check() throws {
    guard Set(rules.map(\.group)).count == rules.count else {
      throw UsageError("a group is named twice", hint: "Give each group one role.")
    }
  }

  func run(in context: Context) throws -> Document {
    let mapping = RoleMapping(provider: provider, claim: claim, rules: rules)
    try context.change("staff.provider-set", subject: "\(provider): \(mapping.text)") { connection, _ in
      guard try context.accountSignIn().providers(in: connection).contains(provider) else {
        throw Failure(
          "staff.no-client", .notFound, "nobody can sign in at the provider '\(provider)'",
          hint: "Set it up with `qix auth provider client`.")
      }
      try mapping.save(in: connection)
      try SessionStore(connection).endAll(of: provider)
    }
    var document = Document("staff.provider.set/1", ProviderRow.fields, of: ProviderRow(mapping: mapping))
    document.primary = provider
    return document
  }
}

extension RoleMapping {
  fileprivate var text: String { rules.map(\.text).joined(separator: ", ") }
}
