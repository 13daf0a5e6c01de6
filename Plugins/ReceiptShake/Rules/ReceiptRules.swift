internal import QixCalendar
internal import QixReceipts
internal import QixShake

/// A campaign's rules for receipts.
struct ReceiptRules: Sendable {
  enum Units: String, CaseIterable, Sendable {
    case receipt, items, amount
  }

  var products: [Product]
  var leastItems: Int64
  var mostUnits: Int64?
  var units: Units
  /// Of the currency's unit.
  var per: Double
  var minimumSpend: Double?
  /// Whether what was spent on the products counts, and not the total.
  var isSpentOnProducts: Bool
  var age: Period
  var from: CalendarDate?
  var until: CalendarDate?
  var hours: DailyHours?
  var merchants: [[UInt8]]
  var taxNumbers: [[UInt8]]
  var regions: [[UInt8]]
  var currency: Currency?
  var zone: TimeZone?
  /// In which order the campaign's shops print day and month; nil where the currency says it.
  var order: DayOrder?
  /// From which worth on receipts of one shop with the same items are compared by a person, in the currency's units.
  var compareFrom: Double?
  /// From which worth on a receipt has to show most of what tells it; nil for `compareFrom`.
  var wholeFrom: Double?
  /// The least that a piece of the products costs, in the currency's units; nil for a hundredth of `compareFrom`'s default.
  var pieceFrom: Double?
  /// Below which a field isn't believed.
  var confidence: Double

  static let settings = [
    ShakeSetting(
      "products", .list(of: .object, most: 500),
      "Products that count, each {\"name\", \"words\", \"without\", \"gtins\"}; default: any receipt counts"),
    ShakeSetting("least-items", .integer(1...10_000), "The minimum quantity of the products", default: 1),
    ShakeSetting(
      "units", .choice(Units.allCases.map(\.rawValue)),
      "What an award per unit counts: the receipt, the quantity of the products, or the amount spent",
      default: "receipt"),
    ShakeSetting(
      "per", .number(0.01...1_000_000), "With units amount: the amount of currency per unit", default: 1),
    ShakeSetting("most-units", .integer(1...1_000_000), "The most units per receipt"),
    ShakeSetting("minimum-spend", .number(0...1_000_000_000), "The minimum amount, in the currency's units"),
    ShakeSetting(
      "spend-on", .choice(["receipt", "products"]),
      "Whether the minimum and units amount count the whole total or the products", default: "receipt"),
    ShakeSetting("age", .period, "The greatest age of a receipt", default: "P30D"),
    ShakeSetting("from", .text(most: 10), "The first day of purchase, such as 2027-06-01"),
    ShakeSetting("until", .text(most: 10), "The last day of purchase"),
    ShakeSetting("hours", .text(most: 11), "The shop's hours, such as 08:00-22:00 or 18:00-02:00"),
    ShakeSetting("merchants", .list(of: .text(most: 100), most: 1_000), "Names of shops that count"),
    ShakeSetting("tax-numbers", .list(of: .text(most: 40), most: 1_000), "Tax numbers of shops that count"),
    ShakeSetting(
      "regions", .list(of: .text(most: 60), most: 1_000), "Towns or postal codes; the address must show one of them"),
    ShakeSetting("currency", .text(most: 3), "The currency's code, such as EUR"),
    ShakeSetting("time-zone", .text(most: 60), "The time zone of the receipts, such as Europe/Rome", default: "UTC"),
    ShakeSetting(
      "date-order", .choice(DayOrder.allCases.map(\.rawValue)),
      "How shops print 3/11: as the third of November, or the eleventh of March; default: by the currency"),
    ShakeSetting(
      "compare-from", .number(0...1_000_000_000),
      "Two receipts of one shop with the same items go to review from this total on, in the currency's units; "
        + "default: 50, or 5000 in a currency without decimals"),
    ShakeSetting(
      "whole-from", .number(0...1_000_000_000),
      "From this total on, a receipt goes to review unless it shows its shop and two of these: number, time, items of "
        + "half its total; default: compare-from"),
    ShakeSetting(
      "piece-from", .number(0...1_000_000),
      "The minimum price of one product: a cheaper line goes to review; default: 0.5, or 50 in a currency without "
        + "decimals"),
    ShakeSetting(
      "confidence", .number(0...1), "Readings below this confidence go to review",
      default: 0.9),
  ]

  /// - Parameter faults: gets a sentence for each setting that can't be used, which then asks for nothing.
  init(_ settings: ShakeSettings, faults: inout [String]) {
    products = []
    if settings["products"].array?.isEmpty ?? false {
      faults.append("'products' is empty; remove it if all products count")
    }
    for (index, value) in (settings["products"].array ?? []).enumerated() {
      var fault: String?
      if let product = Product(value, fault: &fault) { products.append(product) }
      if let fault { faults.append("product \(index + 1) of 'products': \(fault)") }
    }
    leastItems = settings.integer("least-items") ?? 1
    mostUnits = settings.integer("most-units")
    units = settings.text("units").flatMap(Units.init) ?? .receipt
    per = settings.number("per") ?? 1
    minimumSpend = settings.number("minimum-spend")
    isSpentOnProducts = settings.text("spend-on") == "products"
    age = settings.period("age") ?? Period(days: 30)
    from = settings.text("from").flatMap { CalendarDate($0) }
    until = settings.text("until").flatMap { CalendarDate($0) }
    for (name, day) in [("from", from), ("until", until)] where day == nil {
      if let text = settings.text(name) { faults.append("'\(name)': '\(text)' is not a day; write it like 2027-06-01") }
    }
    if let from, let until, until < from { faults.append("'until' is before 'from'") }
    hours = nil
    if let text = settings.text("hours") {
      let times = text.split(separator: "-").map { ClockTime(String($0)) }
      if times.count == 2, let first = times[0], let last = times[1], first != last {
        hours = DailyHours(first: first, last: last)
      } else {
        faults.append("'hours': '\(text)' is not a range of times; write it like 08:00-22:00")
      }
    }
    func folded(_ name: String) -> [[UInt8]] {
      guard let values = settings[name].array else { return [] }
      // A list without a name would let everything count.
      if values.isEmpty { faults.append("'\(name)' is empty; remove it if all count") }
      for value in values.compactMap(\.string) where Folding.shapes(value).isEmpty {
        faults.append("'\(name)': '\(value)' has neither letters nor digits")
      }
      return values.compactMap(\.string).map(Folding.shapes).filter { !$0.isEmpty }
    }
    merchants = folded("merchants")
    taxNumbers = folded("tax-numbers")
    regions = folded("regions")
    currency = settings.text("currency").flatMap { Currency($0) }
    if let code = settings.text("currency"), currency == nil {
      faults.append("'currency': '\(code)' is not a currency; write its three capital letters of ISO 4217")
    }
    do {
      zone = try TimeZone(identifier: settings.text("time-zone") ?? "UTC")
    } catch {
      zone = nil
      faults.append("'time-zone': \(error)")
    }
    order = settings.text("date-order").flatMap(DayOrder.init)
    compareFrom = settings.number("compare-from")
    wholeFrom = settings.number("whole-from")
    pieceFrom = settings.number("piece-from")
    confidence = settings.number("confidence") ?? 0.9
    if products.isEmpty, isSpentOnProducts || units == .items {
      faults.append("'products' is required if products are counted")
    }
  }
}

/// From one time of day to another, both included; over midnight where the second is the earlier one.
struct DailyHours: Sendable {
  let first: ClockTime
  let last: ClockTime

  func contains(_ time: ClockTime) -> Bool {
    first < last ? first <= time && time <= last : first <= time || time <= last
  }
}

extension ClockTime {
  /// Since midnight.
  var minutes: Int { hour * 60 + minute }
}
