internal import QixModule

/// `qix open`
struct OpenLink: Command {
  static let declaration = Declaration(
    "open", "Show what a link into the app leads to, and whether it opens for a user.",
    roles: [.operator, .integrator, .support, .auditor, .user, .guest],
    discussion: """
      A link is a kind and a name, such as campaign/harvest, or a kind such as wallet. It may be written as qix://, as \
      web+qix:, or as a web address below /open/ of the setting app.origin. A link that begins with a brand, \
      qix://BRAND/CAMPAIGN, leads to the campaign. Links to any other place are refused.

      'page' is the address in the app. With --user the answer says whether the page opens for that user now, and why \
      not. What isn't announced yet doesn't exist for users, and neither do others' vouchers.
      """,
    examples: [
      Example("qix open campaign/harvest", "what users find there"),
      Example("qix open qix://alba/harvest --user shop-4711", "whether it opens for one user"),
      Example("qix open 'web+qix:rewards?place=north'", "a link of a poster, which says where it hangs"),
    ],
    answer: AnswerShape("open/1", fields), route: .at("GET /v1/links"), givenByCustomers: ["link"])

  @Positional("link", .text, "Such as campaign/NAME or qix://BRAND/CAMPAIGN") private var link: String
  @Option("user", .user, placeholder: "USER", "The user who follows it: usr_… or external id; default: anybody")
  private var user: String?

  private static let fields: [Field<FoundLink>] = [
    Field("link", .text) { $0.link.text },
    Field("kind", .text) { $0.link.kind },
    Field("name", .text) { $0.link.name.isEmpty ? nil : $0.link.name },
    Field("title", .text) { $0.target.title },
    Field("page", .text) { $0.page },
    Field("opens", .boolean) { $0.target.refusal == nil },
    Field("refusal", .text, "refused") { $0.target.refusal?.code },
    Field("sentence", .text, "because") { $0.target.refusal?.sentence },
    Field("hint", .text) { $0.target.refusal?.hint },
    Field("session", .text) { $0.link.session },
    Field("place", .text) { $0.link.place },
  ]

  func run(in context: Context) throws -> Document {
    let found = try FoundLink(link, for: user, in: context)
    var document = Document("open/1", Self.fields, of: found)
    document.primary = found.page
    return document
  }
}
