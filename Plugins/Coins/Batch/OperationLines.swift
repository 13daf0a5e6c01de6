internal import CoinsContract
internal import QixBatch
internal import QixModule

/// A batch of any operations: `op` and what it needs of `from`, `to`, `amount`, `transfer`, `expires`, and `key`, `at`,
/// `reason`. A line whose `linked` is true is done only together with the one that follows it.
struct OperationLines: BatchLines {
  private var common: CommonColumns
  private var columns: [String: Int] = [:]
  /// Columns that mean nothing here, among those seen so far: JSON Lines show theirs one by one.
  private var odd: [Int] = []
  private var seen = 0

  init(_ shape: RecordShape) { common = CommonColumns(shape) }

  static let columnNames = own + CommonColumns.names

  func user(_ reader: borrowing RecordReader) -> String? {
    for name in ["from", "to"] {
      if let text = text(name, reader), AccountNames.fixed(text) == nil { return text }
    }
    return nil
  }

  let kept: [String] = []
  static let example = "{\"op\":\"redeem\",\"from\":\"shop-4711\",\"amount\":5}"

  private static let own = ["op", "from", "to", "transfer", "linked"]
  private static let known = Set((columnNames + [RejectedRecord.column]).map { ColumnName($0) })
  static let operations = ["issue", "fund", "transfer", "redeem", "hold", "capture", "void", "reverse"]

  mutating func bind(_ reader: inout RecordReader) throws {
    common.bind(&reader)
    for name in Self.own { columns[name] = reader.column(named: name) }
    guard columns["op"] != nil else {
      throw FieldFault(
        nil, "there is no column 'op'; the header has \(reader.columns.map { "'\($0)'" }.joined(separator: ", "))",
        hint:
          """
          It names each line's operation: \(Self.operations.joined(separator: ", ")). If the column has another \
          name, add --map op=HEADER.
          """)
    }
    (odd, seen) = ([], 0)
    noteColumns(reader)
    if let first = odd.first { throw Self.isOdd(reader.columns[first], at: nil) }
  }

  func isLinked(_ reader: borrowing RecordReader) throws -> Bool {
    // Spreadsheets write TRUE and FALSE.
    switch text("linked", reader)?.lowercased() {
    case nil, "false", "no", "0": false
    case "true", "yes", "1": true
    default:
      throw FieldFault(
        columns["linked"], "'linked' is neither true nor false",
        hint: """
          Write true if the line is done only together with the next one. Otherwise write false, or leave 'linked' \
          empty.
          """)
    }
  }

  func mayBeLinked(_ reader: borrowing RecordReader) -> Bool {
    columns["linked"] != nil
      && (reader.format == .csv || String(decoding: reader.raw(), as: UTF8.self).contains("linked"))
  }

  mutating func operation(
    _ reader: borrowing RecordReader, _ users: inout UserResolver, in connection: Connection
  ) throws -> Operation {
    if reader.columns.count > seen { noteColumns(reader) }
    for column in odd where reader.field(column) != nil { throw Self.isOdd(reader.columns[column], at: column) }
    let name = text("op", reader) ?? ""
    let amount = try common.optionalAmount(reader)
    let expires = try common.expires(reader, default: nil)
    let key = try common.key(reader)
    let at = try common.at(reader)
    func needed() throws(FieldFault) -> Int64 {
      guard let amount else {
        throw FieldFault(nil, "'\(name)' needs an amount", hint: "Put a whole number of coins into 'amount'.")
      }
      return amount
    }
    var operation: Operation
    switch name {
    case "issue":
      operation = .issue(
        try needed(), from: try account("from", reader, &users, connection, default: .issuer),
        to: try account("to", reader, &users, connection), expires: expires)
    case "fund": operation = .fund(try needed(), to: try account("to", reader, &users, connection))
    case "transfer":
      operation = .transfer(
        try needed(), from: try account("from", reader, &users, connection),
        to: try account("to", reader, &users, connection))
    case "redeem": operation = .redeem(try needed(), from: try account("from", reader, &users, connection))
    case "hold":
      operation = .hold(
        try needed(), from: try account("from", reader, &users, connection),
        to: try account("to", reader, &users, connection, default: .redeemed), timesOut: expires)
    case "capture": operation = .capture(try transfer(reader), amount: amount, expires: expires)
    case "void": operation = .void(try transfer(reader))
    case "reverse": operation = .reverse(try transfer(reader), amount: amount)
    default:
      throw FieldFault(
        columns["op"], name.isEmpty ? "the line names no operation" : "there is no operation '\(name)'",
        hint: "Put one of these into 'op': \(Self.operations.joined(separator: ", ")).")
    }
    operation.key = key
    operation.at = at
    operation.reason = common.reason(reader, default: nil)
    return operation
  }

  private mutating func noteColumns(_ reader: borrowing RecordReader) {
    for (index, name) in reader.columns.enumerated().dropFirst(seen)
    where !Self.known.contains(ColumnName(name)) && !reader.isOfPlace(index) {
      odd.append(index)
    }
    seen = reader.columns.count
  }

  /// A slip such as `expire` could cost coins, so it is not passed over.
  private static func isOdd(_ column: String, at index: Int?) -> FieldFault {
    FieldFault(
      index, "the column '\(column)' has no meaning here",
      hint: "The columns are \((own + CommonColumns.names).joined(separator: ", ")).")
  }

  private func text(_ name: String, _ reader: borrowing RecordReader) -> String? {
    guard let column = columns[name], let text = reader.field(column).map(CommonColumns.trimmed) else { return nil }
    return text.isEmpty ? nil : text
  }

  private func account(
    _ name: String, _ reader: borrowing RecordReader, _ users: inout UserResolver, _ connection: Connection,
    default fallback: AccountReference? = nil
  ) throws -> AccountReference {
    guard let text = text(name, reader) else {
      if let fallback { return fallback }
      throw FieldFault(
        columns[name], "the line has no '\(name)'", hint: "Put a usr_…, an external id or budget:NAME into this column."
      )
    }
    if let account = AccountNames.fixed(text) { return account }
    do {
      return .wallet(try users.user(text, name == "from" ? .debit : .credit, key: common.key(reader), in: connection))
    } catch let error as any Diagnosable {
      throw Located(field: columns[name], cause: error)
    }
  }

  private func transfer(_ reader: borrowing RecordReader) throws(FieldFault) -> TransferID {
    let text = text("transfer", reader)
    guard let id = text.flatMap({ TransferID($0) }) else {
      throw FieldFault(
        columns["transfer"],
        text == nil ? "the line has no 'transfer'" : "the value in 'transfer' is not the id of a transfer",
        hint: "Put the transfer's trf_… into 'transfer', as it was printed when the transfer was made.")
    }
    return id
  }
}
