internal import QixGS1
internal import QixShake

/// `qix scan show`
struct ShowScan: Command {
  static let declaration = Declaration(
    "show", "Show a scan that counted.", roles: [.operator, .support, .auditor],
    examples: [Example("qix scan show shk_01j8zzzzzzzzzzzzzzzzzzzzzz", "the product and code")],
    answer: AnswerShape("scan.show/1", fields))

  private static let fields: [Field<(scan: Scan, product: String?)>] = [
    Field("shake", .id) { $0.scan.shake },
    Field("user", .id) { $0.scan.user },
    Field("campaign", .id) { $0.scan.campaign },
    Field("gtin", .text) { $0.scan.gtin.short }.labelled("GTIN"),
    Field("product", .text) { $0.product },
    Field("batch", .text) { $0.scan.batch },
    Field("serial", .text) { $0.scan.serial },
    Field("symbology", .text) { $0.scan.symbology },
    Field("picture_sha256", .text, "picture's SHA-256") { $0.scan.picture.map { "\($0)" } },
    Field("screen", .share(places: 3), "looks like a screen") { Double($0.scan.screen) / 1_000 },
    Field("place", .text) { $0.scan.place },
    Field("review", .text) { $0.scan.review.name },
    Field("at", .time) { $0.scan.at },
  ]

  private let subject = ScanNamed()

  func run(in context: Context) throws -> Document {
    let shake = subject.shake
    let (scan, product) = try context.database.read { connection in
      let scan = try Scan.require(shake, in: connection)
      let product: String? = try connection.fetchOne(
        "SELECT name FROM scanshake_products WHERE gtin = \(scan.gtin.digits)")
      return (scan, product)
    }
    var document = Document("scan.show/1", Self.fields, of: (scan: scan, product: product))
    document.primary = "\(shake)"
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

}
