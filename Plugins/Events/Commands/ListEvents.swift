internal import QixModule

/// `qix event list`
struct ListEvents: EventListing {
  static let isOfUser = false
  static let declaration = Declaration(
    "list", "List what happened, in all modules.", roles: [.operator, .support, .auditor],
    discussion: """
      The newest ones, the oldest of them first; with --after those that came next. Events are kept from the first time \
      on that somebody lists or follows them, for as long as events.keep-hours says. Over HTTP the same address tells \
      them as they happen, to whom asks for text/event-stream.
      """,
    examples: [
      Example("qix event list", "the last fifty"),
      Example("qix event list --type coins.issued --limit 500", "coins that users got"),
    ],
    answer: """
      event.list/1: events [event id, type text, time time, user id?, external_id text?, data object], position id
      """)

  private let options = EventOptions()

  func run(in context: Context) throws -> Document { try options.run("event.list/1", in: context) }
}
