internal import QixModule

/// A brand's list of codes, read piece by piece: CSV or JSON Lines with a column `code`, or a line for each code.
final class CodeList {
  private var reader: RecordReader
  private let column: Int
  /// Lines that were read already: of a list without a header its first code, which the reader has taken for one, and
  /// what was looked at to find out whether it is a code.
  private var ahead: ArraySlice<Raw> = []
  let name: String

  /// A line as it stands there.
  private struct Raw {
    let number: Int
    let code: Result<[UInt8], CodeFault>

    /// Whether there are digits in it; nil where nothing can be read.
    var hasDigit: Bool? {
      guard case .success(let bytes) = code else { return nil }
      return bytes.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
  }

  /// A line of it.
  struct Line: Sendable {
    let number: Int
    let code: Result<VoucherCode, CodeFault>
  }

  /// The layout of the codes in it.
  struct Shape: Sendable {
    let mapping: ColumnMapping
    /// Whether its first line is a code, whatever it looks like.
    let hasNoHeader: Bool
  }

  /// So many lines are looked at to find out whether the first is a code.
  private static let sample = 256

  /// - Throws: `InputError`, `RecordError`, `vouchers.column-missing`, `.title`.
  init(_ path: String, _ shape: Shape, _ face: any Face) throws {
    reader = try face.records(in: path, mapping: shape.mapping)
    name = reader.name
    let named = shape.hasNoHeader && reader.format == .csv ? nil : reader.column(named: "code")
    column = named ?? 0
    let isList = named == nil && reader.format == .csv && reader.columns.count == 1
    // The header may be a code, so it isn't repeated.
    if named == nil, !isList {
      throw Failure(
        "vouchers.column-missing", .usage,
        "\(name): none of its \(reader.columns.count.counted("column")) is called 'code'",
        hint: "Name the column with the codes: --map code=HEADER. Or give a file with only a code on each line.")
    }
    if isList {
      if !shape.mapping.isEmpty {
        let headers = shape.mapping.headers.map { "'\($0)'" }.joined(separator: ", ")
        throw Failure(
          "vouchers.column-missing", .usage, "\(name): --map: there is no header \(headers)",
          hint: "Look at the first line of the file.")
      }
      ahead = [Raw(number: 1, code: .success(Array(reader.columns[0].utf8)))]
      if !shape.hasNoHeader { try requireCode() }
    }
  }

  /// Makes sure that the first line of a list without a header is a code as the others are, and not what they are called.
  private func requireCode() throws {
    guard ahead.first?.hasDigit == false else { return }
    while ahead.count <= Self.sample, let line = try read() {
      ahead.append(line)
      if line.hasDigit == false { return }
    }
    guard ahead.count > 1 else { return }
    throw Failure(
      "vouchers.title", .usage,
      "\(name), line 1: it looks like a header: it has no digit, and all lines after it have one",
      hint: "If it is the header, add --map code=HEADER. If it is a code, add --no-header."
    )
  }

  /// The next line; nil at the end.
  /// - Throws: `RecordError` for what can't be read at all.
  func next(_ symbology: SeriesTerms.Symbology) throws -> Line? {
    guard let line = try ahead.popFirst() ?? read() else { return nil }
    return Line(
      number: line.number, code: line.code.flatMap { $0.withUnsafeBytes { Self.read($0, symbology) } })
  }

  private func read() throws -> Raw? {
    switch reader.step() {
    case .end: return nil
    case .fault(let error):
      if error.endsReading { throw error }
      // The sentence of such an error has places in it, and no values.
      return Raw(number: error.line ?? reader.line, code: .failure(.unreadable))
    case .record:
      guard let bytes = reader.field(column), !bytes.isEmpty else {
        return Raw(number: reader.line, code: .failure(.missing))
      }
      return Raw(number: reader.line, code: .success(Array(bytes)))
    }
  }

  /// Characters that spreadsheets take for the beginning of a formula, which could send what else is in the sheet to strangers
  /// (OWASP, CSV Injection). What is exported is opened in them, and a mark in front of a code would be printed.
  private static let formulas = Array("=+-@".utf8)

  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ symbology: SeriesTerms.Symbology
  ) -> Result<VoucherCode, CodeFault> {
    // A code is read without blanks, so that these hide no damage.
    let text = bytes.filter { $0 != UInt8(ascii: " ") }
    if let damage = text.withUnsafeBytes({ CellDamage($0) }) { return .failure(.damaged(damage)) }
    guard let code = VoucherCode(printed: bytes) else { return .failure(.malformed) }
    if let first = code.bytes.first, formulas.contains(first) { return .failure(.formula) }
    // A till would take it for one, and never find it.
    if SignedVoucher.isMeant(by: code.plain) { return .failure(.signed) }
    if symbology == .ean13, !EAN13.isValid(code.folded.bytes) {
      return .failure(EAN13.hasLostZeros(code.folded.bytes) ? .lostZeros : .notEAN13)
    }
    return .success(code)
  }
}
