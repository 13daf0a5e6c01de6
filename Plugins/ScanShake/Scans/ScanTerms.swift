internal import QixGS1
internal import QixShake

/// A campaign's terms for scans.
struct ScanTerms: Sendable {
  let products: Set<GTIN>
  let brands: Set<String>
  let categories: Set<String>
  let takesTyped: Bool
  /// Microseconds; nil for once.
  let againAfter: Int64?
  let perMinute: Int64
  let perDay: Int64
  let places: Set<String>
  let screens: ScanShake.Screens
  let units: ScanShake.Units
  let serials: ScanShake.Serials
  private let malformed: [String]
  /// Lists that name nothing, though they are there: with them everything would count.
  private let empty: [String]

  init(_ settings: ShakeSettings) {
    func texts(_ name: String) -> [String] { (settings[name].array ?? []).compactMap(\.string) }
    let given = texts("products")
    products = Set(given.compactMap { try? GTIN($0) })
    malformed = given.filter { (try? GTIN($0)) == nil }
    empty = ["products", "brands", "categories", "places"].filter { settings[$0].array?.isEmpty ?? false }
    brands = Set(texts("brands"))
    categories = Set(texts("categories"))
    takesTyped = settings.boolean("typed")
    againAfter = settings.period("again-after").map { period in
      period.months == 0 && period.days <= 366 ? period.days * Timestamp.day + period.microseconds : .max
    }
    perMinute = settings.integer("per-minute") ?? 6
    perDay = settings.integer("per-day") ?? 50
    places = Set(texts("places"))
    screens = settings.text("screens").flatMap(ScanShake.Screens.init) ?? .flag
    units = settings.text("units").flatMap(ScanShake.Units.init) ?? .one
    serials = settings.text("serials").flatMap(ScanShake.Serials.init) ?? .any
  }

  func faults(in connection: Connection) throws -> [String] {
    var faults = malformed.map { "products has '\($0)', which is not a GTIN" }
    faults += empty.map { "\($0) is an empty list; leave it out if all count" }
    if let againAfter, againAfter > 366 * Timestamp.day {
      faults.append("again-after is longer than 366 days, or has months")
    }
    if serials == .listed, againAfter != nil {
      faults.append("again-after has no effect if each serial number counts once; leave one of both out")
    }
    if serials == .listed, try !Serial.areThere(in: connection) {
      faults.append("there are no serial numbers; import them with `qix product serial import`")
    }
    for gtin in products.sorted() where try Product.find(gtin, in: connection) == nil {
      faults.append("the catalogue has no product \(gtin.short); add it with `qix product add`")
    }
    for brand in brands.sorted() where try !Product.hasBrand(brand, in: connection) {
      faults.append("the catalogue has no product of the brand '\(brand)'")
    }
    for category in categories.sorted() where try !Product.hasCategory(category, in: connection) {
      faults.append("the catalogue has no product of the category '\(category)'")
    }
    return faults
  }

  /// Whether a product counts: any of the catalogue where nothing is named, else what any of the lists names.
  func takes(_ product: Product, in campaign: CampaignID) -> Bool {
    if let only = product.campaign, only != campaign { return false }
    if products.isEmpty, brands.isEmpty, categories.isEmpty { return true }
    return products.contains(product.gtin) || product.brand.map(brands.contains) == true
      || product.category.map(categories.contains) == true
  }
}
