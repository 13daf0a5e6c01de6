internal import QixCalendar
internal import QixModule
internal import VouchersContract

/// The terms of a series, as a command line says them.
struct SeriesOptions: Sendable {
  @Option("title", .text, "The name for people: 'Two euros off coffee'; a new series needs one") var title: String?
  @Option(
    "value", .money, "What a voucher is worth, such as '2.00 EUR'; leave it out for goods that the title names")
  var value: Money?
  @Option("minimum-purchase", .money, "The smallest purchase that a voucher can be used for") var minimum: Money?
  @Flag("keep-rest", "Keep the remaining value on the voucher after a purchase: a gift card") var keepsRest: Bool
  @Option("from", .start, "First valid day, or exact time of the start") var start: Timestamp?
  @Option(
    "until", .end, "Last valid day, or exact time of expiry")
  var end: Timestamp?
  @Option(
    "valid-for", .period, "How long a voucher is valid after it is handed over, such as P30D; --until also applies")
  var validity: Period?
  @Option(
    "uses", .integer(in: 1...SeriesTerms.mostUses), placeholder: "N",
    "How often a voucher can be used; the default is 1")
  var uses: Int64?
  @Option(
    "barcode", .choice(SeriesTerms.Symbology.allCases.map(\.name)), "The barcode that scanners read; the default is qr")
  private var barcode: String?

  var symbology: SeriesTerms.Symbology? { SeriesTerms.Symbology.allCases.first { $0.name == barcode } }

  /// Says which is their last day; nil where their end is none of a day.
  func lastDay(in context: Context) throws -> Sentence? {
    let zone = try context.zone()
    guard let end, zone.start(of: zone.date(at: end)) == end else { return nil }
    let day = zone.date(at: end.advanced(byMicroseconds: -1))
    return "The last valid day is \(day), by \(zone.identifier)."
  }

  /// - Throws: `UsageError` where a number of uses is asked for too: it is the value that is used up.
  func check() throws(UsageError) {
    if keepsRest, uses != nil {
      throw UsageError(
        "--keep-rest and --uses can't be given together",
        hint: "With --keep-rest a voucher is used until its value is spent.")
    }
  }
}

/// A series that a command wants: its terms are given when it is made, and compared with it later.
struct SeriesWish: Sendable {
  let name: String
  private let wanted: SeriesOptions
  /// The prefix of codes that are made here.
  private let prefix: String?
  /// Nil for that of the series, and stock for a new one.
  private let source: SeriesTerms.Source?

  init(name: String, terms: SeriesOptions, prefix: String? = nil, source: SeriesTerms.Source?) {
    (self.name, wanted, self.prefix, self.source) = (name, terms, prefix, source)
  }

  /// - Throws: `TillError.restNotSigned`.
  func requireSignable(in database: Database) throws {
    let known = try database.read { try Series.named(name, in: $0)?.terms.keepsRest }
    if known ?? wanted.keepsRest { throw TillError.restNotSigned }
  }

  /// The terms of a new series.
  func terms() throws -> SeriesTerms {
    guard let title = wanted.title else {
      throw Failure(
        "vouchers.title", .usage, "there is no series '\(name)' yet, and a new one needs a title",
        hint: "Give --title TEXT and the other terms. To check the name: `qix voucher list`.")
    }
    let terms = SeriesTerms(
      name: name, title: title, value: wanted.value, minimumPurchase: wanted.minimum, keepsRest: wanted.keepsRest,
      start: wanted.start, end: wanted.end, validity: wanted.validity,
      uses: wanted.uses ?? (wanted.keepsRest ? SeriesTerms.mostUses : 1), source: source ?? .stock,
      symbology: wanted.symbology ?? .qr, prefix: prefix)
    try terms.check()
    return terms
  }

  /// Makes sure that a series is what was said.
  func check(_ series: Series) throws {
    let terms = series.terms
    func isSame<Term: Equatable>(_ wanted: Term?, _ term: Term?) -> Bool { wanted == nil || wanted == term }
    let told: [(option: String, isSame: Bool)] = [
      ("--title", isSame(wanted.title, terms.title)),
      ("--value", isSame(wanted.value, terms.value)),
      ("--minimum-purchase", isSame(wanted.minimum, terms.minimumPurchase)),
      ("--keep-rest", !wanted.keepsRest || terms.keepsRest),
      ("--from", isSame(wanted.start, terms.start)),
      ("--until", isSame(wanted.end, terms.end)),
      ("--valid-for", isSame(wanted.validity, terms.validity)),
      ("--uses", isSame(wanted.uses, terms.uses)),
      ("--barcode", isSame(wanted.symbology, terms.symbology)),
      ("--prefix", isSame(prefix, terms.prefix)),
    ]
    if let other = told.first(where: { !$0.isSame }) {
      throw Failure(
        "vouchers.series-differs", .conflict,
        "the series '\(name)' already exists with other terms: \(other.option) differs",
        hint: "See its terms with `qix voucher show \(name)`. Other terms need a series with another name.")
    }
    guard (source ?? .stock) == terms.source else { throw terms.otherSource }
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
        throw ValueError("a period is at most a century, or 9999 days if it is in weeks, days or hours")
      }
      return period
    }
  }
}
