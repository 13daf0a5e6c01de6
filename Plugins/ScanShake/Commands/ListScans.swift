internal import IdentityContract
internal import QixGS1
internal import QixShake

/// `qix scan list`
struct ListScans: Command {
  static let declaration = Declaration(
    "list", "List scans that counted, newest first.", roles: [.operator, .support, .auditor],
    discussion: "For scans that didn't count, see `qix shake list --type scan --outcome refused`.",
    examples: [
      Example("qix scan list --user shop-4711", "one user's scans"),
      Example("qix scan list --review waiting", "scans pending review"),
    ],
    answer: AnswerShape("scan.list/1", "scans", rows: Scan.fields))

  @Option("user", .user, placeholder: "USER", "Only this user's: usr_… or external id") private var user: String?
  @Option("product", .text, placeholder: "GTIN", "Of this product") private var gtin: String?
  @Option(
    "review", .choice(Scan.Review.allCases, named: \.name), placeholder: "STATE", "Only with this review state")
  private var review: Scan.Review?
  private let page = PageOptions("Scans", before: .identifier(ShakeID.self), placeholder: "SHAKE")

  func run(in context: Context) throws -> Document {
    let directory = try context.service(Users.directory)
    let number = try gtin.map { try ProductDraft.gtin($0) }
    let found = try context.database.read { connection in
      let user = try user.map { try directory.required($0, in: connection) }
      return try connection.fetchAll(
        """
        SELECT \(sql: Scan.columns) FROM scanshake_scans
        WHERE (\(user) IS NULL OR user_id = \(user))
          AND (\(number?.digits) IS NULL OR gtin = \(number?.digits))
          AND (\(review?.rawValue) IS NULL OR review = \(review?.rawValue))
          AND (\(page.after) IS NULL OR shake < \(page.after))
        ORDER BY shake DESC LIMIT \(page.sought)
        """, Scan.init)
    }
    var document = Document("scan.list/1")
    document.page("scans", Scan.fields, found: found, page)
    if found.isEmpty {
      let isNarrowed = user != nil || gtin != nil || review != nil || page.after != nil
      document.note(
        isNarrowed
          ? "No scan matches."
          : "No scan has counted yet. `qix shake list --type scan` shows all attempts.")
    }
    return document
  }
}

extension Scan {
  fileprivate static let fields: [Field<Scan>] = [
    Field("shake", .id) { $0.shake },
    Field("user", .id) { $0.user },
    Field("gtin", .text) { $0.gtin.short },
    Field("source", .text) { $0.picture == nil ? "typed" : "image" },
    Field("screen", .share(places: 3)) { Double($0.screen) / 1_000 },
    Field("review", .text) { $0.review.name },
    Field("at", .time) { $0.at },
  ]
}
