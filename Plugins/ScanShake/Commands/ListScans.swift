internal import IdentityContract
internal import QixGS1
internal import QixShake

/// `qix scan list`
struct ListScans: OldCommand {
  private static let user = OldOption("user", .text, placeholder: "USER", "Of this user: usr_… or external id")
  private static let gtin = OldOption("product", .text, placeholder: "GTIN", "Of this product")
  private static let review = OldOption(
    "review", .choice(Scan.Review.allCases.map(\.name)), placeholder: "STATE", "With this state of review")
  private static let limit = OldOption<Int64>(
    "limit", .integer(in: 1...100_000), placeholder: "N", "Scans at most", default: "50")
  private static let before = OldOption(
    "before", .identifier(ShakeID.self), placeholder: "SHAKE", "Go on behind this one, the last of the page before")

  static let declaration = Declaration(
    "list", "List scans that counted, the newest first.", roles: [.operator, .support, .auditor],
    discussion: "Those that didn't count are in `qix shake list --type scan --outcome refused`.",
    parameters: [user, gtin, review, limit, before],
    examples: [
      Example("qix scan list --user shop-4711", "of one user"),
      Example("qix scan list --review waiting", "that somebody has to look at"),
    ])

  private let user: String?
  private let gtin: String?
  private let review: Scan.Review?
  private let limit: Int64
  private let before: ShakeID?

  init(_ arguments: Arguments) throws {
    user = arguments[Self.user]
    gtin = arguments[Self.gtin]
    review = arguments[Self.review].flatMap { name in Scan.Review.allCases.first { $0.name == name } }
    limit = try arguments.require(Self.limit)
    before = arguments[Self.before]
  }

  func run(in context: Context) throws {
    let directory = try context.service(Users.directory)
    let number = try gtin.map { try ProductDraft.gtin($0) }
    let found = try context.database.read { connection in
      let user = try self.user.map { name in
        guard let found = try directory.find(name, in: connection) else { throw UserError.notFound(name) }
        return found
      }
      return try connection.rows(
        """
        SELECT \(Scan.columns) FROM scanshake_scans
        WHERE (?1 IS NULL OR user_id = ?1) AND (?2 IS NULL OR gtin = ?2) AND (?3 IS NULL OR review = ?3)
          AND (?4 IS NULL OR shake < ?4)
        ORDER BY shake DESC LIMIT ?5
        """, user.map { .id($0) } ?? .null, .optional(number?.digits), .optional(review?.rawValue),
        before.map { .id($0) } ?? .null, .integer(limit + 1), read: Scan.init)
    }
    let shown = found.prefix(Int(limit))
    let next = found.count > shown.count ? shown.last?.shake : nil
    var document = Document("scan.list/1")
    document.page(next: next.map { .identifier("\($0)") })
    if !shown.isEmpty { document.primary = shown.map { "\($0.shake)" }.joined(separator: "\n") }
    document.table(
      "scans",
      columns: [
        Column("shake", "SHAKE"), Column("user", "USER"), Column("gtin", "GTIN"), Column("source", "SOURCE"),
        Column("screen", "SCREEN", alignment: .trailing), Column("review", "REVIEW"), Column("at", "AT"),
      ],
      rows: shown.map { scan in
        [
          .identifier("\(scan.shake)"), .identifier("\(scan.user)"), .text(scan.gtin.short),
          .text(scan.picture == nil ? "typed" : "image"), .decimal(Double(scan.screen) / 1_000, places: 3),
          .text(scan.review.name), .timestamp(scan.at),
        ]
      })
    try context.terminal.emit(document)
    if let next {
      context.terminal.noteMore("the same with --before \(next)")
    } else if shown.isEmpty {
      let isNarrowed = self.user != nil || gtin != nil || review != nil || before != nil
      context.terminal.note(
        isNarrowed
          ? "No scan that counted is like that."
          : "No scan has counted so far; `qix shake list --type scan` shows all attempts.")
    }
  }
}
