internal import QixModule

/// Why a list is not imported, or not whole.
enum CodeListError: Failing, Equatable {
  case noColumn(file: String, columns: Int)
  /// The file has no header that `--map` names.
  case noHeader(file: String, [String])
  /// The first line of a list looks like what the others are called.
  case title(file: String)
  case line(file: String, Int, CodeFault)
  case some(file: String, count: Int64, first: Int, CodeFault)
  case empty(file: String)

  var failure: Failure {
    switch self {
    case .noColumn(let file, let columns):
      Failure(
        "vouchers.column-missing", .usage, "\(file): none of its \(columns.counted("column")) is called 'code'",
        hint: "Say which one has the codes with --map code=HEADER, or give a file with a code on each line and nothing "
          + "else.")
    case .noHeader(let file, let headers):
      Failure(
        "vouchers.column-missing", .usage,
        "\(file): --map: there is no header \(headers.map { "'\($0)'" }.joined(separator: ", "))",
        hint: "Look at the first line of the file.")
    case .title(let file):
      Failure(
        "vouchers.title", .usage,
        "\(file), line 1: it has no digit, and all lines behind it have: it looks like what they are called, and not "
          + "like a code",
        hint: "If it is the header, say so: --map code=HEADER. If it is a code, say that there is no header: "
          + "--no-header.")
    case .line(let file, let line, let fault):
      Failure(
        "vouchers.line", fault.category, "\(file), line \(line): \(fault.sentence)",
        hint: fault.remedy ?? "Mend it and import the file again: what is in stays; or add --keep-going.")
    case .some(let file, let count, let first, let fault):
      Failure(
        "vouchers.lines-refused", fault.category,
        "\(count.counted("line was", "lines were")) not imported; the first: \(file), line \(first): "
          + "\(fault.sentence)",
        hint: fault.remedy ?? "Mend these and import the file again: what is in stays.")
    case .empty(let file):
      Failure(
        "vouchers.list-empty", .usage, "\(file): there is no code in it", hint: "Check that the export was complete.")
    }
  }
}

/// A fault in a line of a list: never the code itself.
enum CodeFault: Error, Sendable, Equatable {
  case unreadable
  /// There is nothing where the code should be.
  case missing
  case malformed
  case notEAN13
  /// A code of EAN-13 without the zeros in front.
  case lostZeros
  case damaged(CellDamage)
  case formula
  case signed
  /// An earlier line has the same.
  case duplicate
  /// Another series has the same.
  case taken

  var category: ErrorCategory {
    switch self {
    case .duplicate, .taken: .conflict
    case .unreadable, .missing, .malformed, .notEAN13, .lostZeros, .damaged, .formula, .signed: .usage
    }
  }

  /// How to mend what a spreadsheet has done; nil for other faults.
  var remedy: String? {
    switch self {
    case .lostZeros, .damaged: "\(CellDamage.remedy) Then import that file: what is in stays."
    default: nil
    }
  }

  var sentence: String {
    switch self {
    case .unreadable: "the line is not written as the first one is"
    case .missing: "there is no code in it"
    case .malformed: "a code has 4 to 64 printable ASCII characters, blanks and dashes not counted"
    case .notEAN13: "a code of EAN-13 has thirteen digits, the last of which checks the others"
    case .lostZeros: "a spreadsheet has taken the zeros in front of it away, with which it would be a code of EAN-13"
    case .damaged(let damage): "it \(damage.sentence)"
    case .formula: "it begins with =, +, - or @, by which a spreadsheet would take it for a formula"
    case .signed: "it begins with \(SignedVoucher.mark), as signed vouchers do"
    case .duplicate: "an earlier line has the same code; capitals, blanks and dashes make no difference"
    case .taken: "another series has the same code"
    }
  }
}
