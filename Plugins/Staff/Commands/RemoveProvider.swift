internal import QixModule

/// `qix staff provider remove`
struct RemoveProvider: Command {
  static let declaration = Declaration(
    "remove", "Let staff no longer sign in at a provider; their sessions end.", roles: .adminsOnly,
    examples: [Example("qix staff provider remove shop", "its sessions end, too")],
    answer: AnswerShape("staff.provider.remove/1", ProviderRow.fields), effect: .changes, isForOwner: true)

  @Positional("provider", .text, "A name of `qix staff provider list`") private var provider: String

  func run(in context: Context) throws -> Document {
    let removed = try context.change("staff.provider-remove", subject: provider) { connection, _ in
      let mapping = try RoleMapping.find(provider, in: connection)
      try RoleMapping.remove(provider, in: connection)
      try SessionStore(connection).endAll(of: provider)
      return mapping
    }
    return Document("staff.provider.remove/1", ProviderRow.fields, of: ProviderRow(mapping: removed))
  }
}
