internal import QixModule
internal import VouchersContract

/// Marks a series' identifier: `vse_…`.
enum SeriesTag: IdentifierTag {
  static let prefix = "vse"
  static let place: String? = "vouchers_series.id"
}

typealias SeriesID = Identifier<SeriesTag>

/// The terms of a series, for ever: a voucher must not change once it was handed over.
struct SeriesTerms: Sendable, Equatable {
  let name: String
  let title: String
  /// The value of one voucher; nil for a good, which the title names.
  let value: Money?
  let minimumPurchase: Money?
  /// Whether what a purchase leaves of the value stays on the voucher; it has a value then, and as many uses as that takes.
  let keepsRest: Bool
  let start: Timestamp?
  /// Until before this moment.
  let end: Timestamp?
  /// The validity of one after it was handed over.
  let validity: Period?
  let uses: Int64
  let source: Source
  let symbology: Symbology
  /// The prefix of EAN-13 codes that are made here.
  let prefix: String?

  /// The origin of codes, as in the column `source`.
  enum Source: Int64, Sendable, CaseIterable {
    case stock = 1
    case onDemand
    case imported

    var name: String {
      switch self {
      case .stock: "generated"
      case .onDemand: "on-demand"
      case .imported: "imported"
      }
    }
  }

  /// The symbology that scanners read, as in the column `symbology`.
  enum Symbology: Int64, Sendable, CaseIterable {
    case qr = 1
    case code128
    case ean13

    var name: String {
      switch self {
      case .qr: "qr"
      case .code128: "code128"
      case .ean13: "ean13"
      }
    }
  }

  var recipe: CodeRecipe { prefix.map(CodeRecipe.ean13) ?? .symbols }

  /// Returns the code as people read it: a brand's code as the brand has printed it.
  func shown(_ code: VoucherCode) -> String {
    source == .imported || symbology == .ean13 ? code.plain : code.grouped
  }

  /// When one that is handed over at a moment is over by the series' own period after it; nil for never.
  func end(handedAt time: Timestamp, in connection: Connection) throws -> Timestamp? {
    try validity.map { try connection.end(of: $0, from: time) }
  }
}

/// A series as it is kept.
struct Series: Sendable, Equatable {
  let id: SeriesID
  let terms: SeriesTerms
  let created: Timestamp
  let made: Int64
  /// The number of these in stock.
  let free: Int64
  let voided: Timestamp?

  static let columns = """
    id, name, title, value, value_currency, minimum, minimum_currency, start_at, end_at, validity, uses, source, \
    symbology, prefix, created_at, made, free, voided_at, keeps_rest
    """

  init(_ row: Row) throws {
    id = try row["id"]
    guard let source = SeriesTerms.Source(rawValue: row["source"]),
      let symbology = SeriesTerms.Symbology(rawValue: row["symbology"])
    else { throw StorageError.corrupt("a series of vouchers is of no known kind") }
    let validity = try (row["validity"] as String?).map { text in
      guard let period = Period(iso8601: text) else {
        throw StorageError.corrupt("a series of vouchers is valid for no known time")
      }
      return period
    }
    terms = SeriesTerms(
      name: row["name"], title: row["title"], value: try row.money("value", "value_currency"),
      minimumPurchase: try row.money("minimum", "minimum_currency"), keepsRest: row["keeps_rest"],
      start: row["start_at"], end: row["end_at"], validity: validity, uses: row["uses"], source: source,
      symbology: symbology, prefix: row["prefix"])
    created = row["created_at"]
    made = row["made"]
    free = row["free"]
    voided = row["voided_at"]
  }

  static func named(_ name: String, in connection: Connection) throws -> Series? {
    try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_series WHERE name = \(name)", Series.init)
  }

  static func require(_ name: String, in connection: Connection) throws -> Series {
    guard let series = try named(name, in: connection) else {
      throw Failure(
        "vouchers.series-not-found", .notFound, "there is no series of vouchers '\(name)'",
        hint: "List the series with `qix voucher list`.")
    }
    return series
  }

  static func with(_ id: SeriesID, in connection: Connection) throws -> Series {
    let found = try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_series WHERE id = \(id)", Series.init)
    guard let found else { throw StorageError.corrupt("a voucher is of a series that isn't there") }
    return found
  }

  /// The series as other modules see it.
  var contract: VoucherSeries {
    VoucherSeries(
      name: terms.name, title: terms.title, value: terms.value, minimumPurchase: terms.minimumPurchase,
      start: terms.start, end: terms.end, uses: terms.uses, left: terms.source == .onDemand ? nil : free,
      isVoid: voided != nil)
  }
}

extension Row {
  /// Nil for none.
  func money(_ units: StaticString, _ currency: StaticString) throws(StorageError) -> Money? {
    guard let units = self[units] as Int64? else { return nil }
    guard let currency = Currency(self[currency] as String) else {
      throw .corrupt("an amount of money is in no known currency")
    }
    return Money(minorUnits: units, currency: currency)
  }
}
