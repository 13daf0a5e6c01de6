internal import CoinsContract
internal import QixBatch
internal import QixModule

/// A batch of grants: `user` and `amount`, and where they are there `key`, `expires`, `at`, `reason`. Other columns
/// are kept with the transfer.
struct GrantLines: BatchLines {
  let kind: TransferKind
  let from: AccountReference
  let expires: Expiry?
  let reason: String?
  private var common: CommonColumns
  private var user: Int?
  /// By the index of a column: what its name comes to where its values are kept, however it is spelt; nil where they
  /// aren't. Columns beyond were not met yet.
  private var keptNames: [[UInt8]?] = []
  /// Those among them whose names promise more.
  private var mistaken: [MistakenColumn] = []
  private var metadata = JSONWriter()

  init(_ kind: TransferKind, from: AccountReference, expires: Expiry?, reason: String?, shape: RecordShape) {
    common = CommonColumns(shape)
    self.kind = kind
    self.from = from
    self.expires = expires
    self.reason = reason
  }

  var payer: AccountReference? { kind == .issue ? from : nil }
  var scope: [String?] { [kind.name, "\(from)", expires.map { "\($0)" }, reason] }

  static var areGrants: Bool { true }
  private(set) var kept: [String] = []
  static let example = "{\"user\":\"shop-4711\",\"amount\":10}"
  static let columns = ["user"] + CommonColumns.names
  private static let known = Set((columns + [RejectedRecord.column]).map { ColumnName($0) })

  mutating func bind(_ reader: inout RecordReader) throws {
    common.bind(&reader)
    user = reader.column(named: "user")
    for (name, isThere) in [("user", user != nil), ("amount", common.hasAmount)] where !isThere {
      throw FieldFault(
        nil, "there is no column '\(name)'; the header has \(reader.columns.map { "'\($0)'" }.joined(separator: ", "))",
        hint: """
          The first line names the columns: user and amount are required; key, expires, at and reason are optional. \
          Other columns are kept with the transfer. If a column has another name, add --map \(name)=HEADER.
          """)
    }
    (keptNames, mistaken) = ([], [])
    meetColumns(reader)
    // In JSON Lines any line may bring others.
    guard reader.format == .csv else { return }
    try refuseMistaken(reader)
    kept = zip(reader.columns, keptNames).filter { $0.1 != nil }.map(\.0)
  }

  /// Of a header both names may stand side by side, and then each is meant; in JSON Lines each line tells.
  private func refuseMistaken(_ reader: borrowing RecordReader) throws {
    let isHeader = reader.format == .csv
    for column in mistaken where isHeader || reader.field(column.index) != nil {
      if let meant = column.meant.map({ ColumnName($0) }),
        let other = reader.columns.firstIndex(where: { ColumnName($0) == meant }),
        isHeader || reader.field(other) != nil
      {
        continue
      }
      throw column.fault(isHeader ? nil : column.index)
    }
  }

  mutating func operation(
    _ reader: borrowing RecordReader, _ users: inout UserResolver, in connection: Connection
  ) throws -> Operation {
    meetColumns(reader)
    if reader.format != .csv, !mistaken.isEmpty { try refuseMistaken(reader) }
    guard let user, let name = reader.field(user).map(CommonColumns.trimmed), !name.isEmpty else {
      throw FieldFault(user, "the line names no user", hint: "Put a usr_… or an external id into 'user'.")
    }
    let amount = try common.amount(reader)
    let expires = try common.expires(reader, default: expires)
    let key = try common.key(reader)
    let at = try common.at(reader)
    let wallet: AccountReference
    do {
      wallet = .wallet(try users.user(name, .credit, key: key, in: connection))
    } catch let error as any Diagnosable {
      throw Located(field: user, cause: error)
    }
    var operation: Operation =
      kind == .import
      ? .import(amount, to: wallet, expires: expires) : .issue(amount, from: from, to: wallet, expires: expires)
    operation.key = key
    operation.at = at
    operation.reason = common.reason(reader, default: reason)
    operation.metadata = metadata(reader)
    return operation
  }

  func keptColumns(_ reader: borrowing RecordReader) -> KeptColumns {
    var columns = KeptColumns()
    guard reader.format != .csv || !kept.isEmpty else { return columns }
    for index in keptNames.indices {
      guard let name = keptNames[index], let value = reader.field(index) else { continue }
      CommonColumns.meant(value) { value in
        if !value.isEmpty { columns.add(name, value) }
      }
    }
    return columns
  }

  func user(_ reader: borrowing RecordReader) -> String? {
    user.flatMap { reader.field($0) }.map(CommonColumns.trimmed)
  }

  /// The other columns, as the text of a JSON object; nil when there are none with a value.
  private mutating func metadata(_ reader: borrowing RecordReader) -> String? {
    if reader.format == .csv, kept.isEmpty { return nil }
    metadata.removeAll()
    var isEmpty = true
    metadata.beginObject()
    for index in keptNames.indices where keptNames[index] != nil {
      guard let value = reader.field(index), !value.isEmpty else { continue }
      metadata.key(reader.columns[index])
      metadata.string(value)
      isEmpty = false
    }
    metadata.endObject()
    return isEmpty ? nil : metadata.text
  }

  /// Takes note of columns that have appeared since the last line.
  private mutating func meetColumns(_ reader: borrowing RecordReader) {
    while keptNames.count < reader.columns.count {
      let name = ColumnName(reader.columns[keptNames.count])
      let isOfPlace = reader.isOfPlace(keptNames.count)
      if !isOfPlace, let column = MistakenColumn(keptNames.count, name, in: kind) { mistaken.append(column) }
      keptNames.append(isOfPlace || Self.known.contains(name) ? nil : Array(name.description.utf8))
    }
  }
}

/// An error of another part, with the column that brought it about.
struct Located: Error {
  let field: Int?
  let cause: any Diagnosable
}
