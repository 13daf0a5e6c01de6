package import QixCalendar
package import QixCommands
package import QixFormats
package import QixKernel

/// The differences of a file from what qix writes: the names of its columns, its dates, its numbers.
package struct RecordShape: Sendable {
  package enum DecimalMark: String, Sendable, CaseIterable {
    case comma = ","
    case point = "."
  }

  package let mapping: ColumnMapping
  package let dates: DatePattern?
  /// By whose clock days and times are that say none.
  package let zone: TimeZone
  private let decimal: DecimalMark?

  package init() { (mapping, dates, zone, decimal) = (ColumnMapping(), nil, .utc, nil) }

  init(dates: DatePattern?, zone: TimeZone, decimal: String?, mapping: ColumnMapping) {
    self.dates = dates
    self.zone = zone
    self.decimal = decimal.flatMap { DecimalMark(rawValue: $0) }
    self.mapping = mapping
  }

  /// The options that were given, as they are written, in one order.
  package var words: [String] {
    mapping.words + (dates.map { ["--date-format '\($0.text)'"] } ?? [])
      + (decimal.map { ["--decimal '\($0.rawValue)'"] } ?? [])
  }

  /// The options that would read an amount which can't be read without: `--decimal , (as 1000)`; nil where none would.
  package func decimalAdvice(for bytes: UnsafeRawBufferPointer) -> Sentence? {
    guard decimal == nil else { return nil }
    let readings = DecimalMark.allCases.compactMap { mark -> String? in
      let shape = RecordShape(dates: dates, zone: zone, decimal: mark.rawValue, mapping: mapping)
      guard case .success(let coins)? = shape.coins(bytes) else { return nil }
      return "--decimal \(mark.rawValue) reads it as \(coins)"
    }
    return readings.isEmpty ? nil : "\(readings.joined(separator: ", "))."
  }

  /// Reads an amount of coins, which are whole: thousands may be parted, and what stands behind a decimal mark is zeros.
  /// - Returns: nil where it isn't written so.
  package func coins(_ bytes: UnsafeRawBufferPointer) -> Result<Int64, CoinAmountError>? {
    guard let decimal, bytes.contains(where: { $0 &- UInt8(ascii: "0") >= 10 }) else { return CoinAmount.parse(bytes) }
    if CoinAmount.hasExponent(bytes) { return .failure(.exponential) }
    let mark = decimal == .comma ? UInt8(ascii: ",") : UInt8(ascii: ".")
    let thousands = decimal == .comma ? UInt8(ascii: ".") : UInt8(ascii: ",")
    let halves = bytes.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
    if halves.count == 2 {
      guard !halves[1].isEmpty, halves[1].allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
    }
    let groups = halves[0].split(separator: thousands, omittingEmptySubsequences: false)
    guard groups.count == 1 || (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return groups.joined().withContiguous { CoinAmount.parse($0) }
  }
}

extension Sequence<UInt8> {
  fileprivate func withContiguous<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    Array(self).withUnsafeBytes(body)
  }
}

/// `--map`, `--date-format` and `--decimal`, of every command that reads lines with dates or amounts.
package struct ShapeOptions: Sendable {
  private let map = MapOption()
  private let dateFormat = DateFormatOption()
  @Option(
    "decimal", .choice(RecordShape.DecimalMark.allCases.map(\.rawValue)), placeholder: "MARK",
    "The decimal separator in the file's amounts; the other one separates thousands")
  private var decimal: String?

  package init() {}

  package var slots: [ParameterSlot] { [map.slot, dateFormat.slot, $decimal] }

  /// - Parameter columns: the names that mean something to the command.
  /// - Throws: `UsageError`
  package func shape(columns: [String], in context: Context) throws -> RecordShape {
    try RecordShape(
      dates: dateFormat.pattern(), zone: context.zone(), decimal: decimal, mapping: map.mapping(columns: columns))
  }
}

/// `--date-format`, of every command that reads dates in a file.
package struct DateFormatOption: Sendable {
  @Option(
    "date-format", .text, placeholder: "FORM", "How the file writes dates, such as dd.MM.yyyy or M/d/yyyy HH:mm")
  private var text: String?

  package init() {}

  package var slot: ParameterSlot { $text }

  /// - Throws: `UsageError`
  package func pattern() throws(UsageError) -> DatePattern? {
    do throws(ValueError) {
      return try text.map { text throws(ValueError) in try DatePattern(text) }
    } catch {
      throw UsageError("--date-format: \(error.description)")
    }
  }
}
