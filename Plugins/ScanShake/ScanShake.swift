internal import QixGS1
internal import QixShake

/// Scanning a product's barcode: a photo of it, which the server reads, or its digits where the campaign takes them.
struct ScanShake: ShakeType {
  static let name = "scan"
  static let summary = "scans the barcode of a product"

  enum Screens: String, CaseIterable { case flag, refuse, ignore }
  enum Units: String, CaseIterable { case one, coins }
  enum Serials: String, CaseIterable { case any, listed }

  static let settings = [
    ShakeSetting(
      "products", .list(of: .text(most: 40), most: 1_000), "the GTINs that count (default: the whole catalogue)"),
    ShakeSetting("brands", .list(of: .text(most: 100), most: 200), "the brands whose products count"),
    ShakeSetting("categories", .list(of: .text(most: 100), most: 200), "the categories whose products count"),
    ShakeSetting("typed", .boolean, "whether typed codes count, although they prove nothing", default: false),
    ShakeSetting(
      "again-after", .period,
      "when the same product counts again for a user, with any serial number; at most P366D (default: never)"),
    ShakeSetting(
      "serials", .choice(Serials.allCases.map(\.rawValue)),
      """
      any: a product counts once per user and period, with or without a serial number; listed: only imported serial \
      numbers count, each once for all users
      """, default: "any"),
    ShakeSetting("per-minute", .integer(1...1_000), "scans per user that count in a minute", default: 6),
    ShakeSetting("per-day", .integer(1...10_000), "scans per user that count in 24 hours", default: 50),
    ShakeSetting(
      "places", .list(of: .text(most: 200), most: 1_000), "the places where it counts (default: everywhere)"),
    ShakeSetting(
      "screens", .choice(Screens.allCases.map(\.rawValue)),
      "what happens to a photo that looks like one of a screen: flagged for review, refused, or nothing",
      default: "flag"),
    ShakeSetting(
      "units", .choice(Units.allCases.map(\.rawValue)), "what a per-unit award counts: one, or the product's coins",
      default: "one"),
  ]

  static let evidence = [
    EvidenceField("code", .text(most: 2_000), "the digits below the bars, (01)…(21)…, or a GS1 Digital Link")
  ]

  static let sights = [
    SightField("image", operation: BarcodesOperation.name, "a photo of the product's barcode")
  ]

  /// Whoever makes up codes would find out which count.
  static let isForetold = false

  let terms: ScanTerms

  init(_ settings: ShakeSettings) { terms = ScanTerms(settings) }

  func faults(in connection: Connection) throws -> [String] { try terms.faults(in: connection) }

  static func lack(in context: Context) throws -> Sentence? {
    guard try !context.database.read({ try Product.areThere(in: $0) }) else { return nil }
    return """
      The product catalogue is empty, so no scan counts. Add products with `qix product import` or `qix product add`.
      """
  }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try .deciding { .accepted(try ScanService(terms: terms, attempt: attempt, connection: connection).scan()) }
  }
}
