internal import QixFormats
internal import QixKernel

/// The evidence for a country on a receipt, from `data/receipts/countries.json`.
struct ReceiptCountry: Sendable {
  let code: String
  let currency: Currency
  /// Forms of its tax numbers: `d` is a digit, `a` a letter, `*` either, a blank none to two marks, `_` one mark; any other
  /// character is itself.
  let numbers: [[UInt8]]
  /// Forms of its telephone numbers and post codes, likewise.
  let phones: [[UInt8]]
  /// Rates of its taxes that few others have: `7.7`.
  let rates: Set<String>
  let words: Set<[UInt8]>
  let towns: Set<[UInt8]>

  init(_ json: JSONValue) throws(LocaleError) {
    func texts(_ key: String) throws(LocaleError) -> [String] {
      guard let values = json[key]?.array?.map(\.string), values.allSatisfy({ $0 != nil }) else {
        throw LocaleError(key: key)
      }
      return values.compactMap(\.self)
    }
    guard let code = json["code"]?.string else { throw LocaleError(key: "code") }
    guard let currency = json["currency"]?.string.flatMap({ Currency($0) }) else { throw LocaleError(key: "currency") }
    (self.code, self.currency) = (code, currency)
    numbers = try texts("numbers").map { Array($0.utf8) }
    phones = try texts("phones").map { Array($0.utf8) }
    rates = Set(try texts("rates"))
    words = Set(try texts("words").map { Array($0.utf8) })
    towns = Set(try texts("towns").map { Array($0.utf8) })
  }

  static let all: [ReceiptCountry] = {
    do {
      let json = try JSONValue(parsing: PackageResources.countries_json)
      guard let countries = json.array else { throw LocaleError(key: "countries") }
      return try countries.map { value throws(LocaleError) in try ReceiptCountry(value) }
    } catch {
      // No input leads here: the file is a part of the program, and CountryTests read all of it.
      fatalError("the countries of the program can't be read: \(error)")
    }
  }()
}

/// Finds the currency of a receipt by its country.
struct CountryFinder {
  let rows: [Row]
  let classes: [RowClass]

  /// The currency of the likeliest country.
  struct Found: Equatable {
    var currency: Currency
    /// Whether a tax number says so, or two pieces of evidence together.
    var isSure: Bool
  }

  /// The least weights of a country that is guessed, and that is sure.
  private static let (named, sure) = (3, 4)

  /// Returns the currency with the most evidence; nil if there is little, or as much for another currency.
  func find() -> Found? {
    // Names of goods are not towns.
    let words = Set(
      rows.filter { $0.amounts.isEmpty || classes[$0.index] != .other }.flatMap { row in
        Self.joined(row.folded.bytes.split { !$0.isCapital }.map { Array($0) })
      })
    let rates = Set(rows.flatMap { Self.rates(in: $0.folded.bytes) })
    func isPrinted(_ forms: [[UInt8]]) -> Bool {
      forms.contains { form in rows.contains { Self.has($0.folded.bytes, form) } }
    }
    var weights: [Currency: Int] = [:]
    for country in ReceiptCountry.all {
      var weight = 0
      if isPrinted(country.numbers) { weight += 4 }
      if !country.words.isDisjoint(with: words) { weight += 3 }
      if isPrinted(country.phones) { weight += 3 }
      if !country.towns.isDisjoint(with: words) { weight += 2 }
      if !country.rates.isDisjoint(with: rates) { weight += 2 }
      weights[country.currency] = max(weight, weights[country.currency] ?? 0)
    }
    guard let best = weights.max(by: { $0.value < $1.value }), best.value >= Self.named,
      !weights.contains(where: { $0.key != best.key && $0.value >= best.value - 1 })
    else { return nil }
    return Found(currency: best.key, isSure: best.value >= Self.sure)
  }

  /// Up to three printed words side by side, put together.
  private static func joined(_ printed: [[UInt8]]) -> [[UInt8]] {
    printed.indices.flatMap { start in
      (1...3).compactMap { count in
        start + count <= printed.count ? Array(printed[start..<start + count].joined()) : nil
      }
    }
  }

  /// Shares of a hundred, without zeros at their end: `7.7` for `7,70 %`.
  static func rates(in text: [UInt8]) -> [String] {
    text.indices.filter { text[$0] == UInt8(ascii: "%") }.compactMap { sign in
      var end = sign
      while end > 0, text[end - 1] == 0x20 { end -= 1 }
      var start = end
      while start > 0, text[start - 1].isASCIIDigit || ".,".utf8.contains(text[start - 1]) { start -= 1 }
      let parts = text[start..<end].split { !$0.isASCIIDigit }.map { String(decoding: $0, as: UTF8.self) }
      guard (1...2).contains(parts.count) else { return nil }
      var decimals = parts.count == 2 ? parts[1][...] : ""
      while decimals.last == "0" { decimals.removeLast() }
      return decimals.isEmpty ? parts[0] : "\(parts[0]).\(decimals)"
    }
  }

  /// Whether a text has a form; no digit stands before or behind one that begins or ends with digits.
  static func has(_ text: [UInt8], _ form: [UInt8]) -> Bool {
    text.indices.contains { start in
      var (index, place) = (start, 0)
      func byte() -> UInt8 { index < text.count ? text[index] : 0 }
      if start > 0, text[start - 1].isASCIIDigit || form[0].isCapital && text[start - 1].isCapital { return false }
      while place < form.count {
        switch form[place] {
        case UInt8(ascii: "d"): guard byte().isASCIIDigit else { return false }
        case UInt8(ascii: "a"): guard byte().isCapital else { return false }
        case UInt8(ascii: "*"): guard byte().isWordCharacter else { return false }
        case UInt8(ascii: "_"): guard index < text.count, !byte().isWordCharacter else { return false }
        case 0x20:
          for _ in 0..<2 where index < text.count && !byte().isWordCharacter { index += 1 }
          index -= 1
        case let other: guard byte() == other else { return false }
        }
        index += 1
        place += 1
      }
      // A telephone number goes on behind its country's.
      return form.first == UInt8(ascii: "+") || !byte().isASCIIDigit
    }
  }
}
