internal import IdentityContract
internal import QixModule

/// Marks a dispute: `dsp_…`.
enum DisputeTag: IdentifierTag {
  static let prefix = "dsp"
  static let place: String? = "identity_disputes.dispute"
}

typealias DisputeID = Identifier<DisputeTag>

/// "That wasn't me": something of a user's that they say they haven't done, until support has answered.
///
/// The words of the user and of support are notes on the user, so that they are encrypted, moved, handed out and erased
/// with these.
struct Dispute: Sendable {
  let id: DisputeID
  let user: UserID
  let kind: String
  /// The id of what is disputed.
  let subject: String
  let opened: Timestamp
  let note: NoteID?
  let closed: Timestamp?
  let answer: NoteID?

  enum State: String, CaseIterable, Sendable {
    case open, closed
  }

  var state: State { closed == nil ? .open : .closed }

  /// The kinds of things that can be disputed, as `qix find` calls them.
  static let kinds = ["transfer", "redemption", "voucher", "shake", "session"]
  /// Characters of a user's words, and of an answer.
  static let longest = 500

  /// Whether a text can be a user's words or an answer.
  static func takes(_ text: String) -> Bool {
    let text = PlainText.trimmed(text)
    return text.unicodeScalars.count <= longest && PlainText.isVisible(text) && !PlainText.isBlank(text)
  }

  static let perDay = Setting.integer(
    "identity.disputes-per-day", "Disputes that a customer may open in a day.", default: 10, in: 1...1_000)

  static let fields: [Field<Dispute>] = [Field("dispute", .id) { $0.id }] + facts

  static let facts: [Field<Dispute>] = [
    Field("user", .id) { $0.user },
    Field("kind", .text) { $0.kind },
    Field("subject", .id) { $0.subject },
    Field("state", .text) { $0.state.rawValue },
    Field("opened", .time) { $0.opened },
    Field("closed", .time) { $0.closed },
  ]
}

extension Dispute {
  static let columns = "dispute, user, kind, subject, opened_at, note, closed_at, answer"

  init(_ row: Row) throws {
    id = try row["dispute"]
    user = try row["user"]
    kind = row["kind"]
    subject = row["subject"]
    opened = row["opened_at"]
    note = try row["note"]
    closed = row["closed_at"]
    answer = try row["answer"]
  }

  static func find(_ id: DisputeID, in connection: Connection) throws -> Dispute? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM identity_disputes WHERE dispute = \(id)", Dispute.init)
  }

  /// A user's open one about something; nil where there is none.
  static func open(about subject: String, by user: UserID, in connection: Connection) throws -> Dispute? {
    try connection.fetchOne(
      """
      SELECT \(sql: columns) FROM identity_disputes
      WHERE subject = \(subject) AND user = \(user) AND closed_at IS NULL
      """, Dispute.init)
  }

  /// The newest first.
  /// - Parameter after: only older ones than this.
  static func list(
    of user: UserID?, _ state: State?, after: DisputeID?, limit: Int64, in connection: Connection
  ) throws -> [Dispute] {
    let isClosed = state.map { $0 == .closed }
    // With one condition for both, SQLite reads the whole table for a user.
    let ofUser = user == nil ? "TRUE OR user =" : "user ="
    return try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM identity_disputes
      WHERE (\(sql: ofUser) \(user)) AND (\(isClosed) IS NULL OR (closed_at IS NOT NULL) = \(isClosed))
        AND (\(after) IS NULL OR dispute < \(after))
      ORDER BY dispute DESC LIMIT \(limit)
      """, Dispute.init)
  }

  func insert(in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO identity_disputes (dispute, user, kind, subject, opened_at, note)
      VALUES (\(id), \(user), \(kind), \(subject), \(opened), \(note))
      """)
  }
}

extension Context {
  /// What an id leads to, as support finds it, if a user can dispute it.
  func disputable(_ id: String) throws -> Search.Hit? {
    let support = Principal(ofAll: .support)
    var search = Search(id, for: support)
    guard search.isID else { return nil }
    let desk = acting(as: support)
    for case let module as any SearchProviding.Type in registry.modules { try module.find(&search, in: desk) }
    return search.hits.first { Dispute.kinds.contains($0.kind) && !$0.users.isEmpty }
  }
}
