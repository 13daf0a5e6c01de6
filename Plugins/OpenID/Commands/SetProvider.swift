internal import QixModule
internal import QixTokens

/// `qix auth provider set`
struct SetProvider: Command {
  static let declaration = Declaration(
    "set", "Change a provider.", roles: .adminsOnly,
    discussion: """
      New values replace the old ones: give all client ids that are accepted from now on. The issuer can't be \
      changed, since accounts are linked under it. Remove the provider and add another.
      """,
    examples: [Example("qix auth provider set facebook --audience web-1 --audience android-1", "two apps")],
    answer: AnswerShape("auth.provider.set/2", Provider.fields), effect: .changes, isForOwner: true)

  private let provider = ProviderNamed()
  private let options = ProviderOptions()

  func check() throws {
    guard options.keysURL != nil || !options.algorithms.isEmpty || !options.audiences.isEmpty else {
      throw UsageError("there is nothing to change", hint: "Give --audience, --keys-url or --algorithm.")
    }
  }

  func run(in context: Context) throws -> Document {
    let changed = try context.change("identity.provider-set", subject: provider.name) { connection, _ in
      var provider = try Provider.find(provider.name, in: connection)
      if let keysURL = options.keysURL { provider.keysURL = keysURL }
      if !options.algorithms.isEmpty { provider.algorithms = options.algorithms }
      if !options.audiences.isEmpty { provider.audiences = options.audiences }
      try provider.save(isNew: false, in: connection)
      return provider
    }
    var document = changed.document("auth.provider.set/2")
    document.next("`qix auth provider list`")
    return document
  }
}
