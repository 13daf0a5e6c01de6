internal import QixGS1
internal import QixShake

/// `qix scan show`
struct ShowScan: Command {
  static let declaration = Declaration(
    "show", "Show a scan that counted.", roles: [.operator, .support, .auditor],
    examples: [Example("qix scan show shk_01j8zzzzzzzzzzzzzzzzzzzzzz", "the product and code")],
    answer: """
      scan.show/1: shake id, user id, campaign id, gtin text, product text?, batch text?, serial text?, symbology text?,
      picture_sha256 text?, screen decimal, place text?, review text, at time
      """)

  private let subject = ScanNamed()

  func run(in context: Context) throws -> Document {
    let shake = subject.shake
    let (scan, product) = try context.database.read { connection in
      let scan = try Scan.require(shake, in: connection)
      let product: String? = try connection.fetchOne(
        "SELECT name FROM scanshake_products WHERE gtin = \(scan.gtin.digits)")
      return (scan, product)
    }
    var document = Document("scan.show/1")
    scan.describe(in: &document, product: product)
    document.next("`qix shake explain \(shake)` says what it won and why")
    return document
  }
}

/// The scan that a command is about.
struct ScanNamed {
  @Positional("shake", .identifier(ShakeID.self), "The shake, shk_…") var shake: ShakeID
}

extension Scan {
  /// Nil for a shake that was no scan, or didn't count.
  static func find(_ shake: ShakeID, in connection: Connection) throws -> Scan? {
    try connection.fetchOne("SELECT \(sql: columns) FROM scanshake_scans WHERE shake = \(shake)", Scan.init)
  }

  /// - Throws: `scanshake.scan-not-found`.
  static func require(_ shake: ShakeID, in connection: Connection) throws -> Scan {
    guard let scan = try find(shake, in: connection) else {
      throw Failure(
        "scanshake.scan-not-found", .notFound, "no scan that counted has the id '\(shake)'",
        hint: "`qix scan list` shows scans that counted. `qix shake explain` says why a scan didn't count.")
    }
    return scan
  }

  func describe(in document: inout Document, product: String?) {
    document.primary = "\(shake)"
    document.field("shake", .identifier(shake))
    document.field("user", .identifier(user))
    document.field("campaign", .identifier(campaign))
    document.field("gtin", "GTIN", .text(gtin.short))
    document.field("product", .text(product))
    document.field("batch", .text(batch))
    document.field("serial", .text(serial))
    document.field("symbology", .text(symbology))
    document.field("picture_sha256", "picture's SHA-256", picture.map { .text("\($0)") } ?? .missing)
    document.field("screen", "looks like a screen", .share(Double(screen) / 1_000, places: 3))
    document.field("place", .text(place))
    document.field("review", .text(review.name))
    document.field("at", .timestamp(at))
  }
}
