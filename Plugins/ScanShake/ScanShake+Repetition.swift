internal import QixShake

extension ScanShake {
  /// Each product that counts is scanned as often as every other; with `serials: listed` each serial number is.
  func repetition(
    of campaign: CampaignID, from start: Timestamp, until end: Timestamp, in connection: Connection
  ) throws -> Repetition {
    let products = try Product.counting(by: terms, in: campaign, connection)
    var units: [Int64] = []
    for product in products {
      let each = terms.units == .coins ? product.coins ?? 1 : 1
      let count = try terms.serials == .listed ? Serial.count(of: product.gtin, in: connection) : 1
      units += repeatElement(each, count: Int(count))
    }
    let had: Refusal =
      switch (terms.serials, terms.againAfter) {
      case (.listed, _): ScanRefusal.serialUsed
      case (.any, nil): ScanRefusal.hadAlready
      case (.any, _): ScanRefusal.tooSoon
      }
    let nothing = terms.serials == .listed && !products.isEmpty ? ScanRefusal.noSerial : ScanRefusal.unknownProduct
    var repetition = Repetition(
      .oneOf(Int64(units.count)), perMinute: terms.perMinute, perDay: terms.perDay,
      units: terms.units == .coins ? .ofThings(units) : .one,
      codes: Repetition.Codes(had: had.code, nothing: nothing.code, pace: ScanRefusal.tooFast.code))
    switch terms.serials {
    case .listed: repetition.scope = .everybody
    case .any: if let againAfter = terms.againAfter { repetition.again = .after(againAfter) }
    }
    return repetition
  }
}

extension Product {
  /// Those that count by a campaign's terms.
  static func counting(by terms: ScanTerms, in campaign: CampaignID, _ connection: Connection) throws -> [Product] {
    var counting: [Product] = []
    try connection.forEach("SELECT \(sql: columns) FROM scanshake_products WHERE removed_at IS NULL ORDER BY gtin") {
      let product = try Product($0)
      if terms.takes(product, in: campaign) { counting.append(product) }
    }
    return counting
  }
}
