internal import CampaignsContract
internal import IdentityContract
internal import PicturesContract
internal import QixShake

/// `qix shake here`
struct ShakeHere: Command {
  static let declaration = Declaration(
    "here", "Show what a shake of a user would be now, or why there is nothing to win.",
    roles: [.operator, .integrator, .support, .auditor, .user],
    discussion: """
      The link, the session and the place are those that the app would send with the shake, and directives decide \
      by them. Nothing is recorded. If several campaigns are open, 'choices' lists them: shake with a campaign and a \
      type. A shake can still be refused for what only it shows, such as its pace or its evidence.
      """,
    examples: [
      Example("qix shake here --user shop-4711", "without a link"),
      Example("qix shake here --user shop-4711 --link qix://acme/summer --place stadium", "by a poster in a stadium"),
    ],
    answer: AnswerShape("shake.here/1", fields), givenByCustomers: ["link", "session", "place"])

  @Option("user", .user, placeholder: "USER", "The user who would shake: usr_… or external id") private var user: String
  @Option("link", .text, placeholder: "LINK", "The deep link that the user followed: qix://BRAND/CAMPAIGN")
  private var link: String?
  @Option("session", .text, placeholder: "NAME", "The session of an event or a show") private var session: String?
  @Option("place", .text, placeholder: "NAME", "The user's location, by the operator's name for it")
  private var place: String?

  private static let choices: [Field<ShakeChoice>] = [
    Field("campaign", .text) { $0.campaign.name },
    Field("title", .text) { $0.campaign.title },
    Field("type", .text) { $0.type },
    Field("picture", .text, shown: { _ in false }) { $0.campaign.picture },
  ]

  private static let fields: [Field<ShakeOutlook>] = [
    Field("type", .text) { $0.meant?.type },
    Field("campaign", .text) { $0.meant?.campaign.name },
    Field("title", .text) { $0.meant?.campaign.title },
    Field("brand", .text) { $0.meant?.campaign.brand },
    Field("picture", .text, shown: { _ in false }) { $0.meant?.campaign.picture },
    Field("start", .time, "from") { $0.meant?.campaign.start },
    Field("end", .end, "until") { $0.meant?.campaign.end },
    Field("refusal", .text, "refused") { $0.refusal?.code },
    Field("sentence", .text, "because") { $0.refusal?.sentence },
    Field("hint", .text) { $0.refusal?.hint },
    // What operators call their directives is no word for users.
    Field("directive", .text, for: .business) { $0.directive },
    Field("choices", rows: choices, title: "Choices", none: nil) { $0.choices },
  ]

  func run(in context: Context) throws -> Document {
    var request = ShakeRequest(
      user: try context.user(user), context: ShakeContext(link: link, session: session, place: place))
    // Whoever asks, it is what the user would find.
    request.isByCustomer = true
    let pictures = try PictureLinks(context)
    let found = try context.shakeService().outlook(for: request, in: context.database)
    let outlook = try context.database.read { try found.shown(with: pictures, in: $0) }
      .said(in: context.face.speaking())
    var document = Document("shake.here/1", Self.fields, of: outlook)
    document.primary = outlook.meant?.campaign.name
    return document
  }
}

extension ShakeOutlook {
  /// Returns the outlook with the addresses of its campaigns' pictures, for readers.
  fileprivate func shown(with pictures: PictureLinks, in connection: Connection) throws -> ShakeOutlook {
    func shown(_ choice: ShakeChoice) throws -> ShakeChoice {
      var campaign = choice.campaign
      campaign.picture = try pictures.address(of: campaign.picture, in: connection)
      return ShakeChoice(campaign: campaign, type: choice.type)
    }
    var outlook = self
    outlook.meant = try meant.map(shown)
    outlook.choices = try choices.map(shown)
    return outlook
  }
}
