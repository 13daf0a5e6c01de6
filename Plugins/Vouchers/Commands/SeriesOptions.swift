internal import QixKernel
internal import QixStorage
internal import QixTerminal
internal import VouchersContract

/// What a series promises, as a command line says it: given when the series is made, and compared with it later.
struct SeriesWish: Sendable {
  static let title = OldOption("title", .text, "What it is, for people: 'Two euros off coffee'; a new series needs one")
  static let value = OldOption(
    "value", .money, "What one is worth, such as '2.00 EUR'; leave it out for a good, which the title names")
  static let minimum = OldOption("minimum-purchase", .money, "What a purchase must come to")
  static let keepRest = OldFlag(
    "keep-rest", "What a purchase leaves of the value stays on the voucher: a gift card")
  static let from = OldOption("from", .timestamp, placeholder: "TIME", "Good from this moment on")
  static let until = OldOption(
    "until", .timestamp, placeholder: "TIME", "Good until before this moment: of a day, its first in UTC")
  static let validFor = OldOption(
    "valid-for", .period, "Good for so long after it is handed over, such as P30D; --until holds too")
  static let uses = OldOption<Int64>(
    "uses", .integer(in: 1...SeriesTerms.mostUses), placeholder: "N", "How often one can be used; 1 unless said here")
  static let barcode = OldOption(
    "barcode", .choice(SeriesTerms.Symbology.allCases.map(\.name)), "What scanners read; qr unless said here")
  static let prefix = OldOption(
    "prefix", .choice(EAN13.prefixes), placeholder: "NN", "How EAN-13 codes begin: inside of a company, or coupons")

  static let parameters: [any Parameter] = [title, value, minimum, keepRest, from, until, validFor, uses, barcode]

  let name: String
  private let title: String?
  private let value: Money?
  private let minimum: Money?
  private let keepsRest: Bool
  private let start: Timestamp?
  private let end: Timestamp?
  private let validity: Period?
  private let uses: Int64?
  private let symbology: SeriesTerms.Symbology?
  private let prefix: String?
  private let source: SeriesTerms.Source?

  /// - Parameters:
  ///   - prefix: of codes that are made here.
  ///   - source: nil for that of the series, and stock for a new one.
  init(_ arguments: Arguments, name: String, prefix: String?, source: SeriesTerms.Source?) {
    self.name = name
    title = arguments[Self.title]
    value = arguments[Self.value]
    minimum = arguments[Self.minimum]
    keepsRest = arguments[Self.keepRest]
    start = arguments[Self.from]
    end = arguments[Self.until]
    validity = arguments[Self.validFor]
    uses = arguments[Self.uses]
    symbology = arguments[Self.barcode].flatMap { word in SeriesTerms.Symbology.allCases.first { $0.name == word } }
    self.prefix = prefix
    self.source = source
  }

  /// For people, to whom `--until 2027-12-31` may mean the whole of that day; nil where the end is no midnight.
  var lastDay: String? {
    guard let end, end.microseconds % Timestamp.day == 0 else { return nil }
    let day = CalendarDate(daysSinceEpoch: end.microseconds / Timestamp.day - 1)
    return "The last day on which they are good is \(day), by UTC."
  }

  /// - Throws: `UsageError` where a number of uses is asked for too: it is the value that is used up.
  func checkRest() throws(UsageError) {
    if keepsRest, uses != nil {
      throw UsageError(
        "--keep-rest and --uses can't be given together", hint: "It is used until its value is spent.")
    }
  }

  /// - Throws: `TillError.restNotSigned`.
  func requireSignable(in database: Database) throws {
    let known = try database.read { try Series.named(name, in: $0)?.terms.keepsRest }
    if known ?? keepsRest { throw TillError.restNotSigned }
  }

  /// Those of a new series.
  /// - Throws: `SeriesError`.
  func terms() throws(SeriesError) -> SeriesTerms {
    guard let title else { throw .titleNeeded(name) }
    let terms = SeriesTerms(
      name: name, title: title, value: value, minimumPurchase: minimum, keepsRest: keepsRest, start: start, end: end,
      validity: validity, uses: uses ?? (keepsRest ? SeriesTerms.mostUses : 1), source: source ?? .stock,
      symbology: symbology ?? .qr, prefix: prefix)
    try terms.check()
    return terms
  }

  /// Makes sure that a series is what was said.
  /// - Throws: `SeriesError.differs`, `SeriesError.otherSource`.
  func check(_ series: Series) throws(SeriesError) {
    let terms = series.terms
    let told: [(option: String, isSame: Bool)] = [
      ("--title", title.map { $0 == terms.title } ?? true),
      ("--value", value.map { $0 == terms.value } ?? true),
      ("--minimum-purchase", minimum.map { $0 == terms.minimumPurchase } ?? true),
      ("--keep-rest", !keepsRest || terms.keepsRest),
      ("--from", start.map { $0 == terms.start } ?? true),
      ("--until", end.map { $0 == terms.end } ?? true),
      ("--valid-for", validity.map { $0 == terms.validity } ?? true),
      ("--uses", uses.map { $0 == terms.uses } ?? true),
      ("--barcode", symbology.map { $0 == terms.symbology } ?? true),
      ("--prefix", prefix.map { $0 == terms.prefix } ?? true),
    ]
    if let other = told.first(where: { !$0.isSame }) { throw .differs(name, option: other.option) }
    guard (source ?? .stock) == terms.source else { throw .otherSource(name, terms.source) }
  }
}

extension ValueType where Value == Money {
  /// An amount of a currency: `2.50 EUR`.
  static var money: ValueType<Money> {
    ValueType(placeholder: "MONEY") { text throws(ValueError) in
      do throws(MoneyError) { return try Money(text) } catch { throw ValueError("\(error)") }
    }
  }
}

extension ValueType where Value == Period {
  /// An ISO 8601 period of a century at most.
  static var period: ValueType<Period> {
    ValueType(placeholder: "PERIOD") { text throws(ValueError) in
      guard let period = Period(iso8601: text) else {
        throw ValueError("a period is written P30D, P6M, P1Y or PT12H")
      }
      // Written down in months, days and seconds, it has to be read back.
      guard period.months <= 1_200, period.days <= 9_999, period.microseconds <= 9_999 * Timestamp.day else {
        throw ValueError("a period is a century at the most, and 9999 days where it is in weeks, days or hours")
      }
      return period
    }
  }
}
