internal import QixFormats
internal import QixKernel

/// The words of receipts of one language and its countries, from a file of `data/receipts`.
package struct ReceiptLocale: Sendable {
  /// `it`
  package let name: String
  /// Other locales whose words stand on such receipts as well.
  let with: [String]
  /// Words that tell that a receipt is of this locale.
  let markers: Set<[UInt8]>
  /// Signs in capitals, with the currencies they may stand for, the likeliest first.
  let currencies: [(sign: String, currencies: [Currency])]
  let order: DateScanner.Order
  let months: [(name: [UInt8], month: Int64)]
  /// Names and abbreviations of the days of the week, with 0 for Monday.
  let weekdays: [[UInt8]: Int]
  /// A tax that was raised in these years only: a date outside of them is misread.
  let taxPeriod: (word: [UInt8], from: CalendarDate, to: CalendarDate)?
  /// Whether a shop is known by the name that stands above its firm's, and not by the firm's.
  let isBrandFirst: Bool
  /// Words of names that readers get wrong, with what they are.
  let misread: [[UInt8]: String]
  fileprivate let words: [String: [[UInt8]]]

  /// Reads a description.
  /// - Throws: `LocaleError`, `JSONError`.
  package init(parsing text: [UInt8]) throws {
    let json = try JSONValue(parsing: text)
    func need<Value>(_ key: String, _ value: Value?) throws(LocaleError) -> Value {
      guard let value else { throw LocaleError(key: key) }
      return value
    }
    func list(_ json: JSONValue?, _ key: String) throws(LocaleError) -> [String] {
      guard let json else { return [] }
      return try need(key, json.array?.map { $0.string ?? "" })
    }
    name = try need("name", json["name"]?.string)
    with = try list(json["with"], "with")
    markers = Set(try list(json["markers"], "markers").map { Array($0.utf8) })
    currencies = try need("currencies", json["currencies"]?.array).map { entry in
      let codes = try entry["code"].map { [$0] } ?? need("codes", entry["codes"]?.array)
      return (
        try need("sign", entry["sign"]?.string),
        try codes.map { try need("code", $0.string.flatMap { Currency($0) }) }
      )
    }
    order = try need("dateOrder", json["dateOrder"]?.string.flatMap { DateScanner.Order(rawValue: $0) })
    months = try need("months", json["months"]?.object).members.map { member in
      (Array(member.key.utf8), try need("months", member.value.integer.flatMap { (1...12).contains($0) ? $0 : nil }))
    }
    let names = try list(json["weekdays"], "weekdays").enumerated().flatMap { day, names in
      names.split(separator: " ").map { (Array($0.utf8), day) }
    }
    weekdays = Dictionary(names) { first, _ in first }
    taxPeriod = try json["taxPeriod"].map { period in
      (
        Array(try need("word", period["word"]?.string).utf8),
        try need("from", period["from"]?.string.flatMap { CalendarDate($0) }),
        try need("to", period["to"]?.string.flatMap { CalendarDate($0) })
      )
    }
    isBrandFirst = json["brandFirst"]?.bool ?? true
    misread = (json["misread"]?.object ?? [:]).members.reduce(into: [:]) { known, member in
      known[Array(member.key.utf8)] = member.value.string
    }
    var words: [String: [[UInt8]]] = [:]
    for member in try need("words", json["words"]?.object).members {
      _ = try need(member.key, WordKind(rawValue: member.key))
      words[member.key] = try list(member.value, member.key).map { Array($0.utf8) }
    }
    self.words = words
  }

  /// The locales that are part of the program, in the order of their names.
  package static let all: [ReceiptLocale] = {
    let files = [
      PackageResources.ca_json, PackageResources.de_json, PackageResources.en_json, PackageResources.es_json,
      PackageResources.fr_json, PackageResources.it_json, PackageResources.ms_json, PackageResources.ro_json,
    ]
    do {
      return try files.map { try ReceiptLocale(parsing: $0) }
    } catch {
      fatalError("a locale of the program can't be read: \(error)")
    }
  }()
}

/// Why a file is no locale.
package struct LocaleError: Error, Equatable, CustomStringConvertible {
  let key: String
  package var description: String { "a locale needs '\(key)', with a valid value" }
}

/// The meaning of a word for its row, or of the receipt.
enum WordKind: String, CaseIterable {
  case total, surely, likely, payable, subtotal, net, uncounted, tax, taxTotal, taxNames, rounding, adjustment, adjusted
  case change, notChange, balance, cash, card, paid, discount, moneyOff, summary, columns, table
  case date, notDate, besideDate, person, receipt, till, taxNumber, noise, noPurchase, formerly
  case deposit, noGoods, address, legal, business, tails, itemEnd, inWords, converted, chains
}

/// The words that count on one receipt: those of its locale and of the locales it goes with.
struct Vocabulary: Sendable {
  let locale: ReceiptLocale
  private let words: [WordKind: [[UInt8]]]
  /// The words for other days than a purchase's, in all languages, but for short ones, which begin others.
  let otherDays: [[UInt8]]
  let months: [(name: [UInt8], month: Int64)]
  /// Of the locale, and those of three letters and more of all others, which are no other day's anywhere.
  let weekdays: [[UInt8]: Int]
  /// All signs of currencies, long ones first.
  let signs: [[UInt8]]
  let currencies: [(sign: String, currencies: [Currency])]

  init(_ locale: ReceiptLocale, among all: [ReceiptLocale]) {
    self.locale = locale
    let locales = [locale] + all.filter { locale.with.contains($0.name) }
    var words: [WordKind: [[UInt8]]] = [:]
    for kind in WordKind.allCases { words[kind] = locales.flatMap { $0.words[kind.rawValue] ?? [] } }
    // What is no purchase is said in the language of whoever brings it, and in English everywhere.
    for other in all where !locales.contains(where: { $0.name == other.name }) {
      // Tills print these in any language, too: words beside the day, for top-ups and deposits, for the amount payable.
      for kind in [
        WordKind.noPurchase, .besideDate, .person, .deposit, .noGoods, .surely, .payable, .converted, .chains,
      ] {
        words[kind, default: []] += other.words[kind.rawValue] ?? []
      }
      // Long ones are no words of another language.
      words[.address, default: []] += (other.words[WordKind.address.rawValue] ?? []).filter { $0.count >= 5 }
    }
    self.words = words
    otherDays = all.flatMap { $0.words[WordKind.notDate.rawValue] ?? [] }.filter { $0.count >= 4 }
    // English names of months stand on receipts everywhere.
    months = (locales + all.filter { $0.name == "en" }).flatMap(\.months).sorted { $0.name.count > $1.name.count }
    weekdays = (locales.map(\.weekdays) + all.map { $0.weekdays.filter { $0.key.count >= 3 } }).reduce(into: [:]) {
      $0.merge($1) { first, _ in first }
    }
    // Words of one language are signs of currencies in another (LEI); a symbol is unambiguous.
    var currencies = locales.flatMap(\.currencies)
    for found in all.flatMap(\.currencies) where !currencies.contains(where: { $0.sign == found.sign }) {
      if !found.sign.utf8.contains(where: \.isCapital) { currencies.append(found) }
    }
    self.currencies = currencies
    signs = currencies.map { Array($0.sign.utf8) }.filter { $0.allSatisfy(\.isCapital) }.sorted { $0.count > $1.count }
  }

  subscript(kind: WordKind) -> [[UInt8]] { words[kind] ?? [] }

  /// Counts the rows that bear each sign; signs of one currency, or of the same several, together.
  func signs(in rows: [Row]) -> [(currencies: [Currency], count: Int)] {
    var counts: [(currencies: [Currency], count: Int)] = []
    for (sign, currencies) in currencies {
      let folded = Array(sign.utf8)
      let count = rows.count { row in
        folded.allSatisfy(\.isCapital)
          ? DetailFinder.end(of: folded, in: row.folded.bytes) != nil : Self.has(row.text, sign)
      }
      guard count > 0 else { continue }
      if let index = counts.firstIndex(where: { $0.currencies == currencies }) {
        counts[index].count += count
      } else {
        counts.append((currencies, count))
      }
    }
    return counts
  }

  /// Whether a sign stands in a text, and not as the end of a longer one: `S$` in `US$`, `A$` in `VISA$`.
  private static func has(_ text: String, _ sign: String) -> Bool {
    let (text, sign) = (Array(text.unicodeScalars), Array(sign.unicodeScalars))
    guard let first = sign.first, text.count >= sign.count else { return false }
    return (0...(text.count - sign.count)).contains { start in
      text[start..<start + sign.count].elementsEqual(sign)
        && !(first.properties.isAlphabetic && start > 0 && text[start - 1].properties.isAlphabetic)
    }
  }

  private static let telephones = ["TEL", "TELP", "PHONE", "FAX", "TELEFON", "TELEFONO", "MOBILE", "HP"].map {
    Array($0.utf8)
  }

  /// Whether it has the word for a telephone, in any of the languages.
  func isTelephone(_ row: Row) -> Bool {
    row.folded.bytes.split { !$0.isCapital }.contains { word in Self.telephones.contains { word.elementsEqual($0) } }
  }

  /// Whether a row has a word of that kind, also where a letter was misread.
  func has(_ row: Row, _ kind: WordKind) -> Bool { self[kind].contains { row.key.has($0) } }

  /// Whether it stands there letter for letter.
  func contains(_ row: Row, _ kind: WordKind) -> Bool { self[kind].contains { row.key.contains($0) } }

  /// Whether one of the row's printed words is one of that kind.
  func hasWord(_ row: Row, _ kind: WordKind) -> Bool {
    let printed = Set(row.folded.bytes.split { !$0.isCapital }.map { Array($0) })
    return self[kind].contains { printed.contains($0) }
  }

  /// Whether up to three printed words side by side, put together, are one of that kind.
  func says(_ row: Row, _ kind: WordKind) -> Bool {
    let printed = row.folded.bytes.split { !$0.isCapital }
    return printed.indices.contains { start in
      let rest = printed[start...].prefix(3)
      return (1...rest.count).contains { count in self[kind].contains { $0.elementsEqual(rest.prefix(count).joined()) }
      }
    }
  }

  /// The locale whose markers are found most often; English where none is.
  static func fitting(_ rows: [Row], among all: [ReceiptLocale]) -> Vocabulary {
    var printed: Set<[UInt8]> = []
    for row in rows {
      for word in row.folded.bytes.split(whereSeparator: { !$0.isCapital }) { printed.insert(Array(word)) }
    }
    var best: (locale: ReceiptLocale, count: Int)?
    for locale in all {
      var markers = locale.markers
      for other in all where locale.with.contains(other.name) { markers.formUnion(other.markers) }
      // Markers shared with its companion locale are no sign of it.
      let own = locale.markers.intersection(printed).count
      let count = own == 0 ? 0 : markers.intersection(printed).count * 2 + (locale.name == "en" ? 1 : 0)
      if best.map({ count > $0.count }) ?? (count > 0) { best = (locale, count) }
    }
    let locale = best?.locale ?? all.first { $0.name == "en" } ?? all[0]
    return Vocabulary(locale, among: all)
  }
}
