internal import CoinsContract
internal import QixBatch
internal import QixCalendar
internal import QixModule

/// How the lines of a batch turn into operations.
protocol BatchLines {
  /// Finds the columns.
  /// - Throws: `FieldFault` when a column that is needed is missing.
  mutating func bind(_ reader: inout RecordReader) throws

  /// The operation of the record that the reader stands on; every value is checked before users are looked up or made.
  /// - Throws: `FieldFault`, `UserError`.
  mutating func operation(
    _ reader: borrowing RecordReader, _ users: inout UserResolver, in connection: Connection
  ) throws -> Operation

  /// Whether the line is done only together with the one that follows it.
  func isLinked(_ reader: borrowing RecordReader) throws -> Bool

  /// Whether a line that can't be read could be done only together with the one that follows it.
  func mayBeLinked(_ reader: borrowing RecordReader) -> Bool

  /// Whether all lines grant coins and nothing else, so that none needs what another has done: then a dry run can take
  /// them back in parts.
  static var areGrants: Bool { get }

  /// What besides the file's content decides what its lines do, for whoever approves it.
  var scope: [String?] { get }
  /// What the coins of lines that name no expiry get.
  var expires: Expiry? { get }

  /// Who pays for all lines; nil where each says it.
  var payer: AccountReference? { get }

  /// A line of JSON Lines, for who has written others.
  static var example: String { get }

  /// The columns of the line that are kept with the transfer.
  func keptColumns(_ reader: borrowing RecordReader) -> KeptColumns

  /// Whom the line is about, as it names them; nil where it names nobody.
  func user(_ reader: borrowing RecordReader) -> String?

  /// Columns that are kept with the transfers because they mean nothing to qix.
  var kept: [String] { get }
}

extension BatchLines {
  static var areGrants: Bool { false }
  var scope: [String?] { [] }
  var expires: Expiry? { nil }
  var payer: AccountReference? { nil }
  func keptColumns(_ reader: borrowing RecordReader) -> KeptColumns { KeptColumns() }
  func isLinked(_ reader: borrowing RecordReader) -> Bool { false }
  func mayBeLinked(_ reader: borrowing RecordReader) -> Bool { false }
}

/// The columns that both kinds of batch have.
struct CommonColumns {
  private var amount: Int?
  private var key: Int?
  private var expires: Int?
  private var at: Int?
  private var reason: Int?
  private let shape: RecordShape
  /// By whose clock days and times are that say none; nil for UTC.
  private let zone: TimeZone?

  init(_ shape: RecordShape) {
    self.shape = shape
    zone = shape.zone == .utc ? nil : shape.zone
  }

  static let names = ["amount", "key", "expires", "at", "reason"]

  mutating func bind(_ reader: inout RecordReader) {
    amount = reader.column(named: "amount")
    key = reader.column(named: "key")
    expires = reader.column(named: "expires")
    at = reader.column(named: "at")
    reason = reader.column(named: "reason")
  }

  var hasAmount: Bool { amount != nil }

  func amount(_ reader: borrowing RecordReader) throws(FieldFault) -> Int64 {
    guard let amount = try optionalAmount(reader) else { throw FieldFault(amount, "\(CoinAmountError.empty)") }
    return amount
  }

  /// Nil when the line leaves the amount out.
  func optionalAmount(_ reader: borrowing RecordReader) throws(FieldFault) -> Int64? {
    guard let amount, let bytes = reader.field(amount), !bytes.isEmpty else { return nil }
    switch shape.coins(bytes) {
    case .success(let value)?: return value
    case .failure(let error)?: throw FieldFault(amount, "\(error)", hint: shape.decimalAdvice(for: bytes))
    case nil:
      throw FieldFault(
        amount, "the amount is not a whole number of coins in the form that --decimal gives",
        hint: "Group thousands in threes. After the decimal mark, write only zeros.")
    }
  }

  /// The line's own key; nil where it has none.
  func key(_ reader: borrowing RecordReader) throws(Located) -> String? {
    // Spaces at the ends are a spreadsheet's, not the key's; they would make two keys of one.
    if let key, let text = reader.field(key).map(Self.trimmed), !text.isEmpty {
      do {
        try Ledger.check(key: text)
      } catch {
        throw Located(field: key, cause: error)
      }
      if IdempotencyKey.looksLikeCustomers(text) {
        throw Located(field: key, cause: CoinsError.reservedKey(IdempotencyKey.reserved))
      }
      return text
    }
    return nil
  }

  func expires(_ reader: borrowing RecordReader, default fallback: Expiry?) throws(FieldFault) -> Expiry? {
    try expiry(reader) ?? fallback
  }

  func at(_ reader: borrowing RecordReader) throws(FieldFault) -> Timestamp? {
    try moment(reader)?.start(in: zone)
  }

  /// Nil when the line names none.
  private func expiry(_ reader: borrowing RecordReader) throws(FieldFault) -> Expiry? {
    guard let expires, let field = reader.field(expires), !field.isEmpty else { return nil }
    let bytes = Self.trim(field)
    if shape.dates == nil, let moment = LineMoment(utf8: bytes) {
      return .at(moment.end(in: zone))
    }
    if let period = Period(String(decoding: bytes, as: UTF8.self)) { return .after(period) }
    if let dates = shape.dates {
      let moment = try moment(expires, "expires", bytes, dates)
      return .at(moment.end(in: zone))
    }
    throw FieldFault(
      expires, "'expires' is neither a date, a date and time, nor a period",
      hint: """
        Write 2027-06-30 (good until the end of that day), 2027-06-30T18:00:00Z, or a period such as P12M. If a \
        file writes dates in another form, name it with --date-format.
        """)
  }

  private func moment(_ reader: borrowing RecordReader) throws(FieldFault) -> LineMoment? {
    guard let at, let bytes = reader.field(at), !bytes.isEmpty else { return nil }
    if let dates = shape.dates { return try moment(at, "at", Self.trim(bytes), dates) }
    if let moment = LineMoment(utf8: Self.trim(bytes)) { return moment }
    throw FieldFault(
      at, "'at' is neither a date nor a date and time",
      hint: """
        Write 2027-06-30, 2027-06-30T18:00:00Z, or with an offset 2027-06-30T18:00:00+02:00. If a file writes dates \
        in another form, name it with --date-format.
        """)
  }

  private func moment(
    _ column: Int, _ name: String, _ bytes: UnsafeRawBufferPointer, _ dates: DatePattern
  ) throws(FieldFault) -> LineMoment {
    switch dates.parse(bytes) {
    case .success(let found): return LineMoment(found.date, found.time)
    case .failure(let fault):
      throw FieldFault(
        column, "'\(name)' \(dates.sentence(fault))",
        hint: "Check the order of day and month. All dates in a file have one form.")
    }
  }

  func reason(_ reader: borrowing RecordReader, default fallback: String?) -> String? {
    guard let reason, let bytes = reader.field(reason), !bytes.isEmpty else { return fallback }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text as lines are known by it, however a program has saved it: without blanks at its ends, with lines that end in
  /// a line feed, composed as NFC has it (UAX #15).
  static func meant<Result>(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let trimmed = trim(bytes)
    // Most texts are nothing else.
    guard !trimmed.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) else { return try body(trimmed) }
    var lines: [UInt8] = []
    for (index, byte) in trimmed.enumerated() where byte != UInt8(ascii: "\n") || index == 0 || trimmed[index - 1] != 13
    {
      lines.append(byte == UInt8(ascii: "\r") ? UInt8(ascii: "\n") : byte)
    }
    return try Array(String(decoding: lines, as: UTF8.self).composed.utf8).withUnsafeBytes(body)
  }

  /// A text in that form; nil where nothing is left of it.
  static func meantText(_ text: String) -> String? {
    let bytes = meant(text)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  static func meant(_ text: String) -> [UInt8] {
    var text = text
    return text.withUTF8 { meant(UnsafeRawBufferPointer($0)) { Array($0) } }
  }

  static func trimmed(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: trim(bytes), as: UTF8.self) }

  /// Without the spaces at both ends.
  private static func trim(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var (first, end) = (0, bytes.count)
    while first < end, bytes[first] == UInt8(ascii: " ") { first += 1 }
    while end > first, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[first..<end])
  }
}
