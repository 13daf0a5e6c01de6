/// The place of a record that a batch has refused: the batch's name, and the line of the file that it was.
package struct RejectedPlace: Sendable, Equatable {
  package let batch: String
  package let line: Int

  package init(batch: String, line: Int) { (self.batch, self.line) = (batch, line) }
}

/// A record that was refused, to be written out with its place and the reason before it, and read again when it was
/// mended.
package struct RejectedRecord: Sendable {
  /// The column that says why; readers of batches pass it over.
  package static let column = "fault"
  /// The columns of the place, which are the first.
  package static let placeColumns = ["batch", "line"]

  fileprivate enum Form: Sendable {
    /// As it stands in the file, whether or not it has as many fields as the header: what stands before it keeps what is
    /// one too many from being taken for the reason.
    case text(Unicode.Scalar)
    /// It has a reason from the last time, in this column.
    case row([String], fault: Int, Unicode.Scalar)
    case object
    /// The end of the record can't be determined.
    case broken
  }

  private let raw: [UInt8]
  private let form: Form
  /// Whether it has its place from the last time.
  private let isPlaced: Bool

  fileprivate init(_ raw: [UInt8], _ form: Form, isPlaced: Bool) {
    (self.raw, self.form, self.isPlaced) = (raw, form, isPlaced)
  }

  /// The record with its place and its reason, without a line break.
  /// - Parameter place: nil where no batch is to go on with it.
  package func bytes(_ fault: String, at place: RejectedPlace?) -> [UInt8] {
    let front = isPlaced ? [] : place.map { [$0.batch, "\($0.line)"] } ?? []
    switch form {
    case .broken: return raw
    case .text(let delimiter): return Self.join(front + [fault, ""], delimiter) + raw
    case .row(var fields, let column, let delimiter):
      fields[column] = fault
      return Self.join(front + fields, delimiter)
    case .object:
      guard case .object(let object)? = try? JSONValue(parsing: String(decoding: raw, as: UTF8.self)) else {
        return raw
      }
      let own = [Self.column] + (front.isEmpty ? [] : Self.placeColumns)
      var placed = JSONObject()
      if isPlaced { for name in Self.placeColumns { placed[name] = object[name] } }
      if !front.isEmpty, let place {
        (placed[Self.placeColumns[0]], placed[Self.placeColumns[1]]) = (
          .string(place.batch), .integer(Int64(place.line))
        )
      }
      placed[Self.column] = .string(fault)
      for member in object.members where !own.contains(member.key) { placed[member.key] = member.value }
      return Array(JSONValue.object(placed).text(.compact).utf8)
    }
  }

  fileprivate static func join(_ fields: [String], _ delimiter: Unicode.Scalar) -> [UInt8] {
    let texts = fields.map { field -> String in
      let isPlain = field.unicodeScalars.allSatisfy { ![delimiter, "\"", "\n", "\r"].contains($0) }
      return isPlain && field.first != " " && field.last != " "
        ? field : "\"\(field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }
    return Array(texts.joined(separator: String(delimiter)).utf8)
  }
}

extension RecordReader {
  /// The header with columns for reasons, and for places where a batch goes on with what was refused; nil where there is no
  /// header. Call it before the first record.
  package mutating func rejectsHeader(hasPlaces: Bool) -> [UInt8]? {
    guard format == .csv, let delimiter else { return nil }
    let raw = Array(self.raw())
    let hasFault = columnsByName[ColumnName(RejectedRecord.column)] != nil
    let front = hasPlaces && !isOfRejects ? RejectedRecord.placeColumns : []
    let own = front + (hasFault ? [] : [RejectedRecord.column])
    return own.isEmpty ? raw : RejectedRecord.join(own + [""], delimiter) + raw
  }

  /// Whether its first columns are those of the places of refused records.
  package var isOfRejects: Bool {
    columnsByName[ColumnName(RejectedRecord.column)] != nil
      && (format == .csv ? columns.prefix(2).elementsEqual(RejectedRecord.placeColumns) : columnsOfPlace != nil)
  }

  /// In JSON Lines columns come in any order.
  private var columnsOfPlace: (batch: Int, line: Int)? {
    guard let batch = columnsByName[ColumnName(RejectedRecord.placeColumns[0])],
      let line = columnsByName[ColumnName(RejectedRecord.placeColumns[1])]
    else { return nil }
    return (batch, line)
  }

  /// The batch that has refused the current record, as it says; nil in a file of any others.
  package var refusingBatch: String? {
    isOfRejects ? columnsOfPlace.map { text($0.batch) ?? "" } : nil
  }

  /// The place of the current record in a file of refused ones; nil in any other, and where the record has none.
  package var rejectedPlace: RejectedPlace? {
    guard isOfRejects, let columnsOfPlace, let batch = text(columnsOfPlace.batch), !batch.isEmpty,
      let line = text(columnsOfPlace.line).flatMap({ Int($0) }), line > 0
    else { return nil }
    return RejectedPlace(batch: batch, line: line)
  }

  /// Whether a column says where a refused record stood, and means nothing else.
  package func isOfPlace(_ column: Int) -> Bool {
    guard isOfRejects, let columnsOfPlace else { return false }
    return column == columnsOfPlace.batch || column == columnsOfPlace.line
  }

  /// The current record, as one that was refused.
  /// - Parameter error: why it could not be taken apart, where that is its fault.
  package func rejected(_ error: RecordError?) -> RejectedRecord {
    let raw = Array(self.raw())
    let isPlaced = isOfRejects
    if let error {
      guard case .fieldCount = error.problem, let delimiter, columnsByName[ColumnName(RejectedRecord.column)] == nil
      else { return RejectedRecord(raw, .broken, isPlaced: isPlaced) }
      return RejectedRecord(raw, .text(delimiter), isPlaced: isPlaced)
    }
    guard format == .csv, let delimiter else { return RejectedRecord(raw, .object, isPlaced: isPlaced) }
    guard let fault = columnsByName[ColumnName(RejectedRecord.column)] else {
      return RejectedRecord(raw, .text(delimiter), isPlaced: isPlaced)
    }
    let fields = columns.indices.map { text($0) ?? "" }
    return RejectedRecord(raw, .row(fields, fault: fault, delimiter), isPlaced: isPlaced)
  }
}
