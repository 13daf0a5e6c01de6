internal import QixModule
internal import VouchersContract

extension SeriesTerms {
  static let mostUses: Int64 = 1_000_000
  /// Vouchers of one series on which the rest stays, and the value of one in smallest units: what is left on all of them
  /// together can always be counted.
  static let mostCards: Int64 = 1_000_000_000
  static let mostOnCard = Int64.max / mostCards

  /// - Throws: `SeriesError` for terms that no series can have.
  func check() throws(SeriesError) {
    guard PlainText.isName(name, 1...55), PlainText.beginsWithWord(name), SeriesID(name) == nil, VoucherID(name) == nil
    else { throw .malformedName(name) }
    guard (1...200).contains(title.unicodeScalars.count), PlainText.isUncontrolled(title) else {
      throw .malformedTitle
    }
    guard value.map({ $0.minorUnits > 0 }) ?? true else { throw .nothing("--value") }
    guard minimumPurchase.map({ $0.minorUnits > 0 }) ?? true else { throw .nothing("--minimum-purchase") }
    if keepsRest {
      guard let value else { throw .restOfNothing }
      guard value.minorUnits <= Self.mostOnCard else {
        throw .tooMuchOnCard(most: Money(minorUnits: Self.mostOnCard, currency: value.currency))
      }
    }
    if let value, let minimumPurchase, value.currency != minimumPurchase.currency {
      throw .currencies(value.currency, minimumPurchase.currency)
    }
    if let start, let end, end <= start { throw .endsBeforeStart }
    guard (1...Self.mostUses).contains(uses) else { throw .badUses(uses) }
    if let prefix {
      guard symbology == .ean13, source != .imported else { throw .prefixWithoutEAN }
      guard EAN13.prefixes.contains(prefix) else { throw .badPrefix(prefix) }
    } else if symbology == .ean13, source != .imported {
      throw .prefixNeeded
    }
  }
}

extension Series {
  /// Makes a series without vouchers.
  /// - Throws: `SeriesError`.
  static func create(
    _ terms: SeriesTerms, at now: Timestamp, random: any RandomSource, in connection: Connection
  ) throws -> Series {
    try terms.check()
    if let end = terms.end, end <= now { throw SeriesError.endsInThePast(end) }
    var generator = IdentifierGenerator(random: random)
    let id: SeriesID = generator.next(at: now)
    try connection.execute(
      """
      INSERT INTO vouchers_series (\(sql: columns))
      VALUES (\(id), \(terms.name), \(terms.title), \(terms.value?.minorUnits), \(terms.value?.currency.code),
        \(terms.minimumPurchase?.minorUnits), \(terms.minimumPurchase?.currency.code), \(terms.start), \(terms.end),
        \(terms.validity.map { "\($0)" }), \(terms.uses), \(terms.source.rawValue), \(terms.symbology.rawValue),
        \(terms.prefix), \(now), 0, 0, NULL, \(terms.keepsRest))
      """)
    return try require(terms.name, in: connection)
  }
}
