internal import QixModule

/// `qix auth provider remove`
struct RemoveProvider: Command {
  static let declaration = Declaration(
    "remove", "Stop accepting the ID tokens of a provider.", roles: .adminsOnly,
    discussion: "Linked accounts stay linked; `qix user unlink` removes them.",
    examples: [Example("qix auth provider remove facebook", "its tokens are refused from now on")],
    answer: AnswerShape("auth.provider.remove/2", Provider.fields), effect: .changes)

  private let provider = ProviderNamed()

  func run(in context: Context) throws -> Document {
    let removed = try context.change("identity.provider-remove", subject: provider.name) { connection, _ in
      let provider = try Provider.find(provider.name, in: connection)
      try provider.remove(in: connection)
      return provider
    }
    var document = removed.document("auth.provider.remove/2")
    document.next("`qix auth provider list`")
    return document
  }
}
