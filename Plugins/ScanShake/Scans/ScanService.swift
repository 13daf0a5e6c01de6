internal import QixCrypto
internal import QixGS1
internal import QixShake

/// One scan before the rules of its campaign, inside the shake's transaction.
struct ScanService {
  let terms: ScanTerms
  let attempt: Attempt
  let connection: Connection

  /// - Throws: `Refusal` where it doesn't count.
  func scan() throws -> Proof {
    let sight = attempt.sight("image"), typed = attempt.evidence.text("code")
    guard (sight == nil) != (typed == nil) else { throw ScanRefusal.oneOfTwo }
    if !terms.places.isEmpty, attempt.context.place.map(terms.places.contains) != true { throw ScanRefusal.elsewhere }
    let shown: Shown
    if let sight {
      shown = try Shown(sight)
      if terms.screens == .refuse, shown.isScreen { throw ScanRefusal.screen }
      if try Scan.isKnown(picture: sight.digest, in: attempt.campaign, connection) { throw ScanRefusal.pictureUsed }
    } else {
      guard terms.takesTyped else { throw ScanRefusal.typed }
      let items = ScannedItem.typed(typed ?? "")
      guard !items.isEmpty else { throw ScanRefusal.malformed }
      shown = Shown(items)
    }
    let (found, item) = try product(of: shown.items)
    do {
      try check(item, of: found)
    } catch let refusal as Refusal {
      throw refusal.seeing([("gtin", found.gtin.short), ("product", found.name)] + item.details)
    }
    let flagged = terms.screens == .flag && shown.isScreen
    let scan = Scan(
      shake: attempt.shake, user: attempt.user, campaign: attempt.campaign, gtin: found.gtin, batch: item.batch,
      serial: item.serial, picture: sight?.digest, symbology: shown.symbology, screen: shown.screen,
      place: attempt.context.place, review: flagged ? .waiting : .none, at: attempt.at)
    try scan.insert(connection)
    return proof(found, item, isTyped: sight == nil, isReviewed: flagged)
  }

  /// The product of a typed or scanned code, with the proof that a scan of it would bring, or why it doesn't count.
  /// - Throws: `Refusal` where the code has no product that counts.
  func foretell(_ items: [ScannedItem], isTyped: Bool) throws -> (product: Product, outcome: Result<Proof, Refusal>) {
    let (found, item) = try product(of: items)
    if isTyped, !terms.takesTyped { return (found, .failure(ScanRefusal.typed)) }
    do {
      try check(item, of: found)
    } catch let refusal as Refusal {
      return (found, .failure(refusal))
    }
    return (found, .success(proof(found, item, isTyped: isTyped, isReviewed: false)))
  }

  /// - Throws: `Refusal` where this piece of a product doesn't count, or doesn't count again.
  private func check(_ item: ScannedItem, of product: Product) throws {
    try checkPace()
    if let serial = item.serial, try Scan.isKnown(serial: serial, of: product.gtin, connection) {
      throw ScanRefusal.serialUsed
    }
    switch terms.serials {
    case .any: try checkPeriod(of: product.gtin)
    case .listed:
      guard let serial = item.serial else { throw ScanRefusal.noSerial }
      guard try Serial.isListed(serial, of: product.gtin, in: connection) else { throw ScanRefusal.unknownSerial }
    }
  }

  /// The first code of the picture whose product counts.
  private func product(of items: [ScannedItem]) throws -> (Product, ScannedItem) {
    guard !items.isEmpty else { throw ScanRefusal.noCode }
    var isKnown = false
    for item in items {
      guard let product = try Product.meant(by: item.gtin, in: connection) else { continue }
      if terms.takes(product, in: attempt.campaign) { return (product, item) }
      isKnown = true
    }
    let refusal = isKnown ? ScanRefusal.otherProduct : ScanRefusal.unknownProduct
    let codes = items.prefix(Self.mostShown).map(\.gtin.short).joined(separator: ", ")
    throw refusal.seeing([("gtin", codes)] + (items.count == 1 ? items[0].details : []))
  }

  /// Codes of one picture that an explanation names, if none of them counts.
  private static let mostShown = 5

  private func checkPace() throws {
    for (most, span) in [(terms.perMinute, Timestamp.day / 1_440), (terms.perDay, Timestamp.day)] {
      let since = attempt.at.advanced(byMicroseconds: -span)
      let count = try Scan.count(of: attempt.user, in: attempt.campaign, since: since, connection)
      if count >= most { throw ScanRefusal.tooFast }
    }
  }

  /// Once for a user and period, whatever serial number stands in the code: anybody can write one.
  private func checkPeriod(of gtin: GTIN) throws {
    let last = try Scan.last(of: attempt.user, gtin, in: attempt.campaign, connection)
    guard let last else { return }
    guard let wait = terms.againAfter else { throw ScanRefusal.hadAlready }
    if attempt.at.microseconds - last.microseconds < wait { throw ScanRefusal.tooSoon }
  }

  private func proof(_ product: Product, _ item: ScannedItem, isTyped: Bool, isReviewed: Bool) -> Proof {
    var facts = JSONObject()
    facts["gtin"] = .string(product.gtin.short)
    facts["product"] = .string(product.name)
    if let brand = product.brand { facts["brand"] = .string(brand) }
    if let category = product.category { facts["category"] = .string(category) }
    if let coins = product.coins { facts["product-coins"] = .integer(coins) }
    facts["source"] = .string(isTyped ? "typed" : "image")
    if let batch = item.batch { facts["batch"] = .string(batch) }
    if let expiry = item.expiry { facts["expiry"] = .string(expiry) }
    if isReviewed { facts["review"] = .string("screen") }
    let use: SingleUse? =
      if let serial = item.serial {
        SingleUse(.everybody, "serial:\(product.gtin.digits):\(serial)")
      } else if terms.againAfter == nil {
        SingleUse(.user, "gtin:\(product.gtin.digits)")
      } else {
        nil
      }
    return Proof(units: terms.units == .coins ? product.coins ?? 1 : 1, facts: facts, use: use)
  }
}

/// The codes that the user has shown, in a picture or by typing.
struct Shown {
  let items: [ScannedItem]
  let symbology: String?
  /// Thousandths.
  let screen: Int64

  init(_ items: [ScannedItem]) { (self.items, symbology, screen) = (items, nil, 0) }

  init(_ sight: Sight) throws {
    guard let reading = BarcodesReading(sight.reading) else { throw ScanRefusal.noCode }
    let codes = reading.codes.map { ($0, $0.item) }
    items = codes.compactMap(\.1)
    symbology = (codes.first { $0.1 != nil } ?? codes.first)?.0.symbology
    screen = Int64(reading.screen * 1_000)
  }

  /// From which on a picture is flagged: photos of paper and of packs stay below it (decision 0055).
  var isScreen: Bool { screen >= 300 }
}

extension ScannedItem {
  /// What stands in a code beside the product's number.
  fileprivate var details: [(name: String, value: String)] {
    [("serial", serial), ("batch", batch)].compactMap { name, value in value.map { (name, $0) } }
  }
}
