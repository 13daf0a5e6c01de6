internal import QixFormats
internal import QixKernel
internal import QixTerminal

/// A brand's list of codes, read piece by piece: CSV or JSON Lines with a column `code`, or a line for each code.
final class CodeList {
  private var reader: RecordReader
  private let column: Int
  /// Of a list without a header: its first code, which the reader has taken for one.
  private var first: [UInt8]?
  let name: String

  /// A line of it.
  struct Line: Sendable {
    let number: Int
    let code: Result<VoucherCode, CodeFault>
  }

  /// - Throws: `InputError`, `RecordError`, `CodeListError.noColumn`.
  init(_ path: String, _ mapping: ColumnMapping, _ terminal: Terminal) throws {
    name = path == "-" ? "standard input" : path
    let input = try terminal.keptInput(from: path)
    reader = try RecordReader(source: .reading { try input.read(into: $0) }, name: name, mapping: mapping)
    let named = reader.column(named: "code")
    column = named ?? 0
    let isList = named == nil && reader.format == .csv && reader.columns.count == 1
    first = isList ? Array(reader.columns[0].utf8) : nil
    // What stands there may be a code, so it isn't repeated.
    if named == nil, !isList { throw CodeListError.noColumn(file: name, columns: reader.columns.count) }
  }

  /// The next line; nil at the end.
  /// - Throws: `RecordError` for what can't be read at all.
  func next(_ symbology: SeriesTerms.Symbology) throws -> Line? {
    if let first {
      self.first = nil
      return Line(number: 1, code: first.withUnsafeBytes { Self.read($0, symbology) })
    }
    do throws(RecordError) {
      if try !reader.next() { return nil }
    } catch {
      if error.endsReading { throw error }
      // The sentence of such an error has places in it, and no values.
      return Line(number: error.line ?? reader.line, code: .failure(.unreadable))
    }
    guard let bytes = reader.field(column), !bytes.isEmpty else {
      return Line(number: reader.line, code: .failure(.missing))
    }
    return Line(number: reader.line, code: Self.read(bytes, symbology))
  }

  /// What spreadsheets take for the beginning of a formula, which could send what else is in the sheet to strangers
  /// (OWASP, CSV Injection). What is exported is opened in them, and a mark in front of a code would be printed.
  private static let formulas = Array("=+-@".utf8)

  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ symbology: SeriesTerms.Symbology
  ) -> Result<VoucherCode, CodeFault> {
    guard let code = VoucherCode(printed: bytes) else { return .failure(.malformed) }
    if let first = code.bytes.first, formulas.contains(first) { return .failure(.formula) }
    // A till would take it for one, and never find it.
    if SignedVoucher.isMeant(by: code.plain) { return .failure(.signed) }
    if symbology == .ean13, !EAN13.isValid(code.folded.bytes) { return .failure(.notEAN13) }
    return .success(code)
  }
}

/// What is wrong with a line of a list: never the code itself.
enum CodeFault: Error, Sendable, Equatable {
  case unreadable
  /// There is nothing where the code should be.
  case missing
  case malformed
  case notEAN13
  case formula
  case signed
  /// An earlier line has the same.
  case duplicate
  /// Another series has the same.
  case taken

  var sentence: String {
    switch self {
    case .unreadable: "the line is not written as the first one is"
    case .missing: "there is no code in it"
    case .malformed: "a code has 4 to 64 printable ASCII characters, blanks and dashes not counted"
    case .notEAN13: "a code of EAN-13 has thirteen digits, the last of which checks the others"
    case .formula: "it begins with =, +, - or @, by which a spreadsheet would take it for a formula"
    case .signed: "it begins with \(SignedVoucher.mark), as signed vouchers do"
    case .duplicate: "an earlier line has the same code; capitals, blanks and dashes make no difference"
    case .taken: "another series has the same code"
    }
  }
}

/// Why a list is not imported, or not whole.
enum CodeListError: Diagnosable, Equatable {
  case noColumn(file: String, columns: Int)
  case line(file: String, Int, CodeFault)
  case some(file: String, count: Int64, first: Int, CodeFault)
  case empty(file: String)

  private var fault: CodeFault? {
    switch self {
    case .line(_, _, let fault), .some(_, _, _, let fault): fault
    case .noColumn, .empty: nil
    }
  }

  var category: ErrorCategory {
    switch fault {
    case .duplicate, .taken: .conflict
    default: .usage
    }
  }

  var code: String {
    switch self {
    case .noColumn: "vouchers.column-missing"
    case .line: "vouchers.line"
    case .some: "vouchers.lines-refused"
    case .empty: "vouchers.list-empty"
    }
  }

  var description: String {
    switch self {
    case .noColumn(let file, let columns):
      "\(file): none of its \(columns.counted("column")) is called 'code'"
    case .line(let file, let line, let fault): "\(file), line \(line): \(fault.sentence)"
    case .some(let file, let count, let first, let fault):
      "\(count.counted("line was", "lines were")) not imported; the first: \(file), line \(first): \(fault.sentence)"
    case .empty(let file): "\(file): there is no code in it"
    }
  }

  var hint: String? {
    switch self {
    case .noColumn: "Name the column with the codes 'code', or give a file with a code on each line and nothing else."
    case .line: "Lines before it may be in. Mend it and import the file again: what is in stays; or add --keep-going."
    case .some: "All others are in. Mend these and import the file again: what is in stays."
    case .empty: "Check that the export was complete."
    }
  }
}
