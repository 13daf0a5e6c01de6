internal import QixModule
internal import VouchersContract

extension SeriesTerms {
  static let mostUses: Int64 = 1_000_000
  /// Vouchers of one series on which the rest stays, and the value of one in smallest units: what is left on all of them
  /// together can always be counted.
  static let mostCards: Int64 = 1_000_000_000
  static let mostOnCard = Int64.max / mostCards

  /// - Throws: the fault of terms that no series can have.
  func check() throws {
    guard PlainText.isName(name, 1...55), PlainText.beginsWithWord(name), SeriesID(name) == nil, VoucherID(name) == nil
    else {
      throw Failure(
        "vouchers.name-malformed", .usage,
        "'\(name)' can't be a series' name: use 1 to 55 lower-case letters, digits, '-' and '_', beginning with a "
          + "letter or digit")
    }
    guard (1...200).contains(title.unicodeScalars.count), PlainText.isVisible(title), !PlainText.isBlank(title) else {
      throw Failure(
        "vouchers.title", .usage, "a title is one line of 1 to 200 characters, not blank and none of them hidden")
    }
    for (option, amount) in [("--value", value), ("--minimum-purchase", minimumPurchase)] {
      guard amount.map({ $0.minorUnits > 0 }) ?? true else {
        throw Failure("vouchers.value", .usage, "\(option) has to be more than zero")
      }
    }
    if keepsRest {
      guard let value else { throw Failure("vouchers.value", .usage, "--keep-rest needs a --value") }
      guard value.minorUnits <= Self.mostOnCard else {
        let most = Money(minorUnits: Self.mostOnCard, currency: value.currency)
        throw Failure("vouchers.value", .usage, "--value can be \(most) at most with --keep-rest")
      }
    }
    if let value, let minimumPurchase, value.currency != minimumPurchase.currency {
      throw Failure(
        "vouchers.value", .usage,
        "the value is in \(value.currency) and the minimum purchase in \(minimumPurchase.currency), which no till can "
          + "compare", hint: "Give both in the same currency.")
    }
    if let start, let end, end <= start {
      throw Failure(
        "vouchers.period", .usage, "the series would end before it begins",
        hint: "Give an --until that is later than --from.")
    }
    guard (1...Self.mostUses).contains(uses) else {
      throw Failure("vouchers.uses", .usage, "a voucher can be used 1 to 1000000 times, not \(uses)")
    }
    let prefixes: Sentence = "Give --prefix 20 to 29, or 99, if nothing else in the shop begins with it."
    if let prefix {
      guard symbology == .ean13, source != .imported else {
        throw Failure(
          "vouchers.prefix", .usage, "--prefix is for EAN-13 codes that are made here",
          hint: "Leave --prefix out, or give --barcode ean13.")
      }
      guard EAN13.prefixes.contains(prefix) else {
        throw Failure(
          "vouchers.prefix", .usage,
          "'\(prefix)' can't be a prefix of vouchers: products of other companies may begin with it", hint: prefixes)
      }
    } else if symbology == .ean13, source != .imported {
      throw Failure("vouchers.prefix", .usage, "--barcode ean13 needs --prefix", hint: prefixes)
    }
  }
}

extension SeriesTerms {
  static var malformedKey: Failure { IdempotencyKey.malformed(in: "vouchers", example: "print-2027-03") }

  /// The failure of a command for another source of codes.
  var otherSource: Failure {
    switch source {
    case .stock:
      Failure(
        "vouchers.series-source", .conflict, "the codes of '\(name)' are generated",
        hint: "Make more with `qix voucher generate \(name) --count N`.")
    case .onDemand:
      Failure(
        "vouchers.series-source", .conflict, "the codes of '\(name)' are made at each hand-over",
        hint: "There is nothing to make. A list needs a series of its own.")
    case .imported:
      Failure(
        "vouchers.series-source", .conflict, "the codes of '\(name)' were imported as a list",
        hint: "Import more with `qix voucher import \(name) FILE`.")
    }
  }
}

extension Series {
  /// Makes a series without vouchers.
  static func create(
    _ terms: SeriesTerms, at now: Timestamp, random: any RandomSource, in connection: Connection
  ) throws -> Series {
    try terms.check()
    if let end = terms.end, end <= now {
      throw Failure(
        "vouchers.series-over", .refused, "--until is \(end), which is in the past", hint: "Give a later time.")
    }
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
