internal import QixGS1
internal import QixShake

/// `qix scan show`
struct ShowScan: OldCommand {
  static let shake = OldPositional("shake", .identifier(ShakeID.self), "The shake, shk_…")

  static let declaration = Declaration(
    "show", "Show a scan that counted.", roles: [.operator, .support, .auditor], parameters: [shake],
    examples: [Example("qix scan show shk_01j8zzzzzzzzzzzzzzzzzzzzzz", "what was scanned")])

  private let shake: ShakeID

  init(_ arguments: Arguments) throws { shake = try arguments.require(Self.shake) }

  func run(in context: Context) throws {
    let (scan, product) = try context.database.read { connection in
      let scan = try Scan.require(shake, in: connection)
      let product = try connection.first(
        "SELECT name FROM scanshake_products WHERE gtin = ?1", .text(scan.gtin.digits)
      ) { $0.text(0) }
      return (scan, product)
    }
    var document = Document("scan.show/1")
    scan.describe(in: &document, product: product)
    try context.terminal.emit(document)
    context.terminal.note("Next: `qix shake explain \(shake)` says what it won and why.")
  }
}

extension Scan {
  /// - Throws: `ScanShakeError.noScan`.
  static func require(_ shake: ShakeID, in connection: Connection) throws -> Scan {
    let found = try connection.first(
      "SELECT \(columns) FROM scanshake_scans WHERE shake = ?1", .id(shake), read: Scan.init)
    guard let found else { throw ScanShakeError.noScan("\(shake)") }
    return found
  }

  func describe(in document: inout Document, product: String?) {
    document.primary = "\(shake)"
    document.field("shake", "shake", .identifier("\(shake)"))
    document.field("user", "user", .identifier("\(user)"))
    document.field("campaign", "campaign", .identifier("\(campaign)"))
    document.field("gtin", "GTIN", .text(gtin.short))
    document.field("product", "product", product.map(Cell.text) ?? .missing)
    document.field("batch", "batch", batch.map(Cell.text) ?? .missing)
    document.field("serial", "serial", serial.map(Cell.text) ?? .missing)
    document.field("symbology", "symbology", symbology.map(Cell.text) ?? .missing)
    document.field("picture_sha256", "picture's SHA-256", picture.map { .text("\($0)") } ?? .missing)
    document.field("screen", "looks like a screen", .decimal(Double(screen) / 1_000, places: 3))
    document.field("place", "place", place.map(Cell.text) ?? .missing)
    document.field("review", "review", .text(review.name))
    document.field("at", "at", .timestamp(at))
  }
}
