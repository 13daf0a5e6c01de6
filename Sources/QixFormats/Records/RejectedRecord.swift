/// A record that was refused, to be written out with the reason before it and read again when it was mended.
package struct RejectedRecord: Sendable {
  /// The column that says why; readers of batches pass it over.
  package static let column = "fault"

  fileprivate enum Form: Sendable {
    /// As it stands in the file, whether or not it has as many fields as the header: the reason before it keeps what is
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

  fileprivate init(_ raw: [UInt8], _ form: Form) { (self.raw, self.form) = (raw, form) }

  /// The record with its reason, without a line break.
  package func bytes(_ fault: String) -> [UInt8] {
    switch form {
    case .broken: return raw
    case .text(let delimiter): return Self.join([fault, ""], delimiter) + raw
    case .row(var fields, let place, let delimiter):
      fields[place] = fault
      return Self.join(fields, delimiter)
    case .object:
      guard case .object(var object)? = try? JSONValue(parsing: String(decoding: raw, as: UTF8.self)) else {
        return raw
      }
      object[Self.column] = .string(fault)
      return Array(JSONValue.object(object).text(.compact).utf8)
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
  /// The header with a column for the reasons; nil where there is no header. Call it before the first record.
  package mutating func rejectsHeader() -> [UInt8]? {
    guard format == .csv, let delimiter else { return nil }
    let raw = Array(self.raw())
    guard columnsByName[ColumnName(RejectedRecord.column)] == nil else { return raw }
    return RejectedRecord.join([RejectedRecord.column, ""], delimiter) + raw
  }

  /// The current record, as one that was refused.
  /// - Parameter error: why it could not be taken apart, where that is its fault.
  package func rejected(_ error: RecordError?) -> RejectedRecord {
    let raw = Array(self.raw())
    if let error {
      guard case .fieldCount = error.problem, let delimiter, columnsByName[ColumnName(RejectedRecord.column)] == nil
      else { return RejectedRecord(raw, .broken) }
      return RejectedRecord(raw, .text(delimiter))
    }
    guard format == .csv, let delimiter else { return RejectedRecord(raw, .object) }
    guard let fault = columnsByName[ColumnName(RejectedRecord.column)] else {
      return RejectedRecord(raw, .text(delimiter))
    }
    let fields = columns.indices.map { text($0) ?? "" }
    return RejectedRecord(raw, .row(fields, fault: fault, delimiter))
  }
}
