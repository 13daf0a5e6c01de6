internal import QixModule

/// `qix event list`
struct ListEvents: EventListing {
  static let isOfUser = false
  static let declaration = Declaration(
    "list", "List the events of all modules.", roles: [.operator, .support, .auditor],
    discussion: """
      Shows the newest events, the oldest of them first; with --after, the events after that one. Events are kept from \
      the first time they are listed or followed; events.keep-hours says for how long. Over HTTP the same address \
      streams new events if the request accepts text/event-stream.
      """,
    examples: [
      Example("qix event list", "the last fifty"),
      Example("qix event list --type coins.issued --limit 500", "coins issued to users"),
    ],
    answer: AnswerShape("event.list/1", EventOptions.fields))

  private let options = EventOptions()

  func run(in context: Context) throws -> Document { try options.run("event.list/1", in: context) }
}
