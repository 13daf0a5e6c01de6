internal import IdentityContract
internal import NoticesContract
internal import QixModule

/// Ways by which a user is told.
struct NoticeWays: OptionSet, Sendable {
  let rawValue: Int64

  /// Shown in the app.
  static let page = NoticeWays(rawValue: 1)
  static let phone = NoticeWays(rawValue: 2)
  static let email = NoticeWays(rawValue: 4)

  static let named: [(name: String, way: NoticeWays)] = [("page", .page), ("phone", .phone), ("email", .email)]
  /// Those by which a message goes out.
  static let messages: [NoticeWays] = [.phone, .email]
  /// What holds until a user chooses: messages need a consent.
  static let usual: NoticeWays = .page

  /// The name of one way.
  var name: String { Self.named.first { $0.way == self }?.name ?? "" }

  /// Reads `page,email`; `none` for no way at all.
  init?(_ text: String) {
    self = []
    if text == QuietHours.none { return }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let way = Self.named.first(where: { $0.name == word })?.way else { return nil }
      insert(way)
    }
  }

  init(rawValue: Int64) { self.rawValue = rawValue }
}

/// What users chose.
struct Choices {
  let connection: Connection

  init(_ connection: Connection) { self.connection = connection }

  func ways(of user: UserID, _ kind: String) throws -> NoticeWays {
    let stored: Int64? = try connection.fetchOne(
      "SELECT ways FROM notices_choices WHERE user = \(user) AND kind = \(kind)")
    return stored.map(NoticeWays.init(rawValue:)) ?? .usual
  }

  func choose(_ ways: NoticeWays, _ kind: String, for user: UserID, at now: Timestamp) throws {
    try connection.execute(
      """
      INSERT INTO notices_choices (user, kind, ways, chosen_at)
      VALUES (\(user), \(kind), \(ways.rawValue), \(now))
      ON CONFLICT (user, kind) DO UPDATE SET ways = excluded.ways, chosen_at = excluded.chosen_at
      """)
  }

  /// Writes down in which language a user reads.
  func speak(_ language: Language, to user: UserID) throws {
    try connection.execute(
      """
      INSERT INTO notices_users (user, language) VALUES (\(user), \(language.rawValue))
      ON CONFLICT (user) DO UPDATE SET language = excluded.language
      """)
  }

  /// The language for messages to a user; that of the installation's customers where they have not chosen in any.
  func language(of user: UserID) throws -> Language {
    let own: String?? = try connection.fetchOne("SELECT language FROM notices_users WHERE user = \(user)") {
      $0["language"]
    }
    let text = try (own ?? nil) ?? connection.text(ofSetting: "server.language")
    return text.flatMap(Language.init(rawValue:)) ?? .en
  }

  /// What a user set about quiet hours.
  enum Quiet: Equatable {
    /// Those of the installation.
    case usual
    case never
    case own(QuietHours)
  }

  func quiet(of user: UserID) throws -> Quiet {
    let stored: (Int64, Int64)?? = try connection.fetchOne(
      "SELECT quiet_from, quiet_until FROM notices_users WHERE user = \(user)"
    ) { row in
      let (from, until): (Int64?, Int64?) = (row["quiet_from"], row["quiet_until"])
      return from.flatMap { from in until.map { (from, $0) } }
    }
    guard let (from, until) = stored ?? nil else { return .usual }
    return QuietHours(from: from, until: until).map { .own($0) } ?? .never
  }

  func setQuiet(_ quiet: Quiet, of user: UserID) throws {
    let (from, until): (Int64?, Int64?) =
      switch quiet {
      case .usual: (nil, nil)
      case .never: (0, 0)
      case .own(let hours): (hours.from, hours.until)
      }
    try connection.execute(
      """
      INSERT INTO notices_users (user, quiet_from, quiet_until) VALUES (\(user), \(from), \(until))
      ON CONFLICT (user) DO UPDATE SET quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until
      """)
  }

  /// The quiet hours that hold for a user; nil for none.
  func hours(of user: UserID) throws -> QuietHours? {
    switch try quiet(of: user) {
    case .usual: try connection.value(of: NoticesModule.quietHours)
    case .never: nil
    case .own(let hours): hours
    }
  }
}

extension Context {
  /// The kinds of notices of all modules that are there.
  var noticeKinds: [NoticeKind] {
    registry.modules.compactMap { $0 as? any NoticeSource.Type }.flatMap { $0.noticeKinds }
  }

  /// - Throws: `notices.no-kind`.
  func noticeKind(_ name: String) throws -> NoticeKind {
    guard let kind = noticeKinds.first(where: { $0.name == name }) else {
      throw Failure(
        "notices.no-kind", .notFound, "there is no kind of notice '\(name)'",
        hint: "`qix notice choices` lists the kinds.")
    }
    return kind
  }
}
