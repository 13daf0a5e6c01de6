internal import IdentityContract
internal import QixModule

/// `qix user timeline`
struct UserTimeline: Command {
  static let declaration = Declaration(
    "timeline", "Show all that happened to a user in one line of time, the newest first.",
    roles: [.operator, .support, .auditor],
    discussion: """
      Coins, shakes, receipts, redemptions, vouchers, badges, referrals, messages, sessions and changes. Each entry \
      says who did it and why, as far as it is known. What happened to users who were merged into this one is in the \
      line too, with the user it happened to.

      The order is that in which things were recorded; HAPPENED shows another time. HELD are coins that \
      it still reserves. STATE is that of now. The first page counts the entries of each kind, up to 1,000. A \
      command of the kind tells more: `qix coins show`, `qix shake explain`, `qix redemption show`, `qix voucher show`.
      """,
    examples: [
      Example("qix user timeline shop-4711", "the last fifty"),
      Example("qix user timeline shop-4711 --kind shake --kind coins", "shakes, and what they paid"),
      Example("qix user timeline shop-4711 --kind voucher --json", "which tills used which vouchers"),
    ],
    answer: AnswerShape("user.timeline/1", Page.fields), route: .at("GET /v1/users/{user}/timeline"),
    follows: followed)

  /// The types of the events that stand for another entry, or another state of one.
  private static let followed: Set<String> = [
    "coins.issued", "coins.received", "coins.sent", "coins.redeemed", "coins.expired", "coins.held", "coins.released",
    "coins.returned", "coins.withdrawn", "shake.won", "shake.nothing", "shake.waits", "shake.refused", "shake.settled",
    "redemption.held", "redemption.fulfilled", "redemption.cancelled", "redemption.refunded", "voucher.handed-over",
    "voucher.used", "voucher.restored", "voucher.void", "badge.awarded", "badge.revoked", "referral.claimed",
    "referral.proved", "referral.paid", "referral.refused", "referral.revoked", "session.ended", "user.created",
    "user.merged", "user.mode-changed", "user.suspended", "user.resumed", "user.erased", "dispute.opened",
    "dispute.closed", "approval.decided",
  ]

  private let user = UserNamed()
  @Option("kind", .choice(of: TimelineKind.self), placeholder: "KIND", "Only entries of these kinds")
  private var kinds: [TimelineKind]
  private let page = PageOptions("Entries", after: .timelinePlace, placeholder: "PLACE", "place")

  /// Entries of one kind are counted up to this number.
  private static let countable = 1_000

  private typealias Count = (kind: TimelineKind, count: Int)

  private struct Page: Sendable {
    let user: UserID
    let counts: [Count]?
    let entries: [TimelineEntry]

    static let fields: [Field<Page>] = [
      Field("user", .id) { $0.user },
      Field(optional: "counts", rows: UserTimeline.counts, title: "Kinds", place: .aside) { $0.counts },
      Field("entries", rows: TimelineEntry.fields, title: "Entries", none: "There are no such entries.") { $0.entries },
    ]
  }

  private static let counts: [Field<Count>] = [
    Field("kind", .text) { $0.kind.rawValue },
    Field("count", .count) { min($0.count, countable) },
    Field("more", .boolean) { $0.count > countable },
  ]

  func run(in context: Context) throws -> Document {
    let reference = try context.spelledOut(user.reference)
    let directory = try context.service(Users.directory)
    let timeline = Timeline(context.registry)
    let asked = kinds.isEmpty ? timeline.kinds : Set(kinds)
    let found = try context.database.read { connection -> Page in
      let user = try UserNamed.find(reference, directory, in: connection).id
      let users = try [user] + directory.former(of: user, in: connection)
      let query = TimelineQuery(users: users, kinds: asked, before: page.after, limit: Int(page.sought))
      let counting = TimelineQuery(users: users, kinds: timeline.kinds, limit: Self.countable + 1)
      let counts = try page.after == nil ? timeline.counts(counting, in: connection, context: context) : nil
      return Page(
        user: user,
        counts: counts.map { counts in
          TimelineKind.allCases.compactMap { kind in counts[kind].map { (kind: kind, count: $0) } }
        },
        entries: try timeline.page(query, in: connection, context: context).map { try $0.logged(in: connection) })
    }
    let shown = Array(found.entries.prefix(Int(page.limit)))
    let next = found.entries.count > shown.count ? shown.last?.place : nil
    var document = Document(
      "user.timeline/1", Page.fields, of: Page(user: found.user, counts: found.counts, entries: shown))
    document.page(next: next.map { .text("\($0)") })
    document.primary = shown.compactMap(\.subject).joined(separator: "\n")
    if let next { document.noteRest("--after", "\(next)") }
    return document
  }
}

extension ValueType where Value == TimelinePlace {
  /// A place in a user's line of time, as a page says where the next one begins.
  fileprivate static var timelinePlace: ValueType {
    ValueType(placeholder: "PLACE") { text throws(ValueError) in
      guard let place = TimelinePlace(text) else { throw ValueError("it must be the next place of an earlier page") }
      return place
    }
  }
}

extension TimelineEntry {
  fileprivate static let fields: [Field<TimelineEntry>] = [
    Field("at", .time) { $0.place.at },
    Field("kind", .text) { $0.kind.rawValue },
    Field("what", .text, shown: { _ in false }) { $0.what },
    Field("told", .text, "WHAT") { $0.told },
    Field("coins", .coins) { $0.coins },
    Field("held", .coins, shown: { $0.held != nil }) { $0.held },
    Field("state", .text, shown: { $0.state != nil }) { $0.state },
    Field("of", .text, shown: { _ in false }) { $0.of },
    Field("subject", .text, "ID OR NAME", for: .trace) { $0.subject },
    Field("happened", .time, shown: { $0.happened != nil }) { $0.happened },
    Field("by", .text, for: .trace, shown: { $0.by != nil }) { $0.by },
    Field("reason", .text, for: .reason, shown: { $0.reason != nil }) { $0.reason },
    Field("merged_from", .id, for: .user, shown: { $0.merged != nil }) { $0.merged },
  ]

  /// With who did it and why, if the audit log knows it.
  fileprivate func logged(in connection: Connection) throws -> TimelineEntry {
    guard !actions.isEmpty, let subject,
      let entry = try AuditLog.entries(naming: subject, action: actions, limit: 1, in: connection).first
    else { return self }
    return with {
      $0.by = by ?? entry.actor
      $0.reason = reason ?? entry.reason
    }
  }
}
