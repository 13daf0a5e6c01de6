internal import QixModule

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
  var remedy: Sentence? {
    switch self {
    case .lostZeros, .damaged: "\(CellDamage.remedy) Then import that file: imported codes stay."
    default: nil
    }
  }

  var sentence: Sentence {
    switch self {
    case .unreadable: "the line does not have the form of the first one"
    case .missing: "there is no code in it"
    case .malformed: "a code has 4 to 64 printable ASCII characters, blanks and dashes not counted"
    case .notEAN13: "a code of EAN-13 has thirteen digits, and the last one checks the others"
    case .lostZeros: "a spreadsheet has removed the leading zeros of a code of EAN-13"
    case .damaged(let damage): "it \(damage.sentence)"
    case .formula: "it begins with =, +, - or @, so a spreadsheet would take it for a formula"
    case .signed: "it begins with \(SignedVoucher.mark), as signed vouchers do"
    case .duplicate: "an earlier line has the same code; capitals, blanks and dashes make no difference"
    case .taken: "another series has the same code"
    }
  }
}

extension CodeFault {
  /// The failure of a list by its first faulty line.
  func failure(of line: Int, in file: String) -> Failure {
    Failure(
      "vouchers.line", category, "\(file), line \(line): \(sentence)",
      hint: remedy
        ?? "Fix it and import the file again: imported codes stay. To skip lines that fail, add --keep-going.")
  }
}
