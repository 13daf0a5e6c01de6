internal import IdentityContract
internal import QixModule

/// `qix user events`
struct ListUserEvents: EventListing {
  static let isOfUser = true
  static let declaration = Declaration(
    "events", "List a user's events, in all modules.", roles: [.operator, .support, .auditor, .user],
    discussion: """
      Works like `qix event list`, for one user. Over HTTP a user's app can follow the events at the same address.
      """,
    examples: [Example("qix user events shop-4711", "the last fifty")],
    answer: AnswerShape("user.events/1", EventOptions.fields), givenByCustomers: ["after", "type", "limit"])

  @Positional("user", .user, "The user: usr_… or external id") private var user: String
  private let options = EventOptions()

  func run(in context: Context) throws -> Document {
    try options.run("user.events/1", of: context.user(user), in: context)
  }
}
