package import QixCommands
internal import QixKernel

/// Why an external id that a user would be made of may be none.
package enum DoubtfulName: CaseIterable, Sendable {
  /// `4.9E+11`: a spreadsheet has rounded it, so that several customers may be one by now.
  case rounded
  /// `Total`: a row below the table.
  case sum
  /// `NULL`, `nan`: how programs write that there is no value.
  case missing
  /// `ada@example.org`: personal data, where they aren't encrypted.
  case address
  /// `+393391234567`, `(339) 123 4567`: the same, and whoever has the number would be taken for this user.
  case number
  /// `#NAME?`, `=HYPERLINK(A1)`: what a spreadsheet writes where there is no value, or in its place.
  case formula

  package init?(_ name: String) {
    // A file makes a hundred thousand users in a second: nearly all names are told by a look at their bytes.
    var name = name
    let (first, hasAt, hasPlus, hasBlank, hasDigit) = name.withUTF8 { bytes in
      (
        bytes.first, bytes.contains(UInt8(ascii: "@")), bytes.contains(UInt8(ascii: "+")),
        bytes.contains(UInt8(ascii: " ")),
        bytes.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      )
    }
    if let first, Self.marks.contains(first), Self.isFormula(name) {
      self = .formula
    } else if hasPlus, CellDamage(name) == .rounded {
      self = .rounded
    } else if hasPlus, TelephoneForm.number(name) != nil {
      self = .number
    } else if hasBlank, TelephoneForm.number("+" + name) != nil {
      // Digits with blanks between are a number as people write it, without its country or with 00 before it.
      self = .number
    } else if !hasDigit, CellDamage(name) == .truth {
      self = .formula
    } else if !hasDigit, let word = Self.word(in: name) {
      self = word
    } else if hasAt, let at = name.firstIndex(of: "@"), at > name.startIndex, name[at...].contains(".") {
      self = .address
    } else {
      return nil
    }
  }

  private static let marks = Array("=@+-#".utf8)

  private static func isFormula(_ name: String) -> Bool {
    let rest = name.dropFirst()
    switch name.first {
    case "=": return !rest.isEmpty
    case "#": return CellDamage(name) == .error
    // `@SUM(A1)`, `+SUM(A1)`: formulas of other spreadsheets, which those of today still take.
    default: return rest.first.map(\.isLetter) == true && rest.contains("(") && rest.hasSuffix(")")
    }
  }

  /// The doubt about a name without a digit, of whose words there are lists.
  private static func word(in name: String) -> DoubtfulName? {
    let lower = name.lowercased()
    if blanks.contains(lower) { return .missing }
    // `Sous-total :`, `ZWISCHEN SUMME`.
    let words = lower.split { " -:".contains($0) }
    return words.count <= 3 && sums.contains(words.joined(separator: " ")) ? .sum : nil
  }

  private static let blanks: Set = [
    "null", "<null>", "(null)", "none", "nil", "k.a.", "?", "nan", "na", "<na>", "n/a", "n.a.", "undefined", "\\n", "-",
    "--", "–", "—",
  ]

  /// What spreadsheets and shops write below a column, in the languages of the receipts that qix reads and some others.
  private static let sums: Set = [
    "total", "totals", "grand total", "grand totals", "subtotal", "subtotals", "sub total", "overall total", "sum",
    "summe", "summen", "gesamt", "gesamtsumme", "gesamtbetrag", "gesamtergebnis", "zwischensumme", "zwischen summe",
    "teilsumme", "teilergebnis", "endsumme", "insgesamt", "totale", "totali", "totale generale", "totale complessivo",
    "totale parziale", "subtotale", "somma", "totales", "total general", "suma", "suma total", "totals generals",
    "total parcial", "total général", "total generale", "totaux", "sous total", "sous totaux", "somme", "totaal",
    "eindtotaal", "subtotaal", "som", "total geral", "totais", "soma", "total parțial", "total parţial", "totaluri",
    "toplam", "genel toplam", "ara toplam", "razem", "suma częściowa", "suma końcowa", "ogółem", "łącznie", "celkem",
    "celkový součet", "mezisoučet", "součet", "spolu", "celkom", "súčet", "medzisúčet", "összesen", "részösszeg",
    "végösszeg", "ukupno", "sveukupno", "skupaj", "totalt", "summa", "delsumma", "slutsumma", "delsum", "i alt",
    "yhteensä", "välisumma", "kokku", "kopā", "iš viso", "σύνολο", "γενικό σύνολο", "μερικό σύνολο", "итого", "всего",
    "общий итог", "разом", "усього", "общо", "jumlah", "jumlah keseluruhan", "tổng", "tổng cộng", "合計", "小計", "総計",
    "总计", "合计", "小计", "總計", "합계", "총계", "소계",
  ]

  /// Makes sure, before a user is made of a name out of a file, that it can be a customer's. An address or a number is.
  /// - Parameter isExact: whether words that customers may be called by are names, such as `Total`. What a spreadsheet
  ///   has damaged is none in any case.
  /// - Throws: `BatchError.doubtfulName`
  package static func check(_ name: String, isExact: Bool = false) throws(BatchError) {
    guard let doubt = DoubtfulName(name), !doubt.isPersonal, !(isExact && doubt.isWord) else { return }
    throw .doubtfulName(name, doubt)
  }

  private var isWord: Bool { self == .sum || self == .missing }

  /// Whether customers are really called so, and better weren't.
  fileprivate var isPersonal: Bool { self == .address || self == .number }

  /// What it looks like, and what to do then.
  private var told: (looks: String, remedy: String) {
    switch self {
    case .rounded:
      ("looks like a number that a spreadsheet has rounded", "format the column as text, and export it again")
    case .sum: ("looks like a totals row", "remove that row from the file")
    case .missing:
      ("looks like a placeholder for a missing value", "remove the row from the file, or write the customer's id")
    case .address:
      (
        "contains an email address, but external ids are not encrypted like profiles",
        "use the customer's number from your own systems"
      )
    case .number:
      (
        "looks like a phone number, so it can be confused with a user who has that number",
        "use the customer's number from your own systems"
      )
    case .formula:
      (
        "is an error value of a spreadsheet",
        "fix the cell, format the column as text, and export it again"
      )
    }
  }

  /// The rest of a sentence about the name: `has an e-mail address in it`.
  package var looks: String { told.looks }
  package var remedy: String { told.remedy }
}

/// The names of new users of a file that can be customers' and are doubtful all the same.
package struct DoubtfulNames: Sendable {
  private var found: [DoubtfulName: (count: Int, first: String)] = [:]

  package init() {}

  package mutating func add(_ name: String) {
    guard let doubt = DoubtfulName(name), doubt.isPersonal else { return }
    found[doubt, default: (0, name)].count += 1
  }

  /// - Parameter namesOne: whether the caller may know what stands in the file.
  package func tell(in document: inout Document, namesOne: Bool) {
    for doubt in DoubtfulName.allCases {
      guard let (count, first) = found[doubt] else { continue }
      let names = count == 1 ? "One new user's name" : "Each of \(count) new users' names"
      let example = namesOne ? ", such as '\(first)'" : ""
      document.warn("\(names) \(doubt.looks)\(example): \(doubt.remedy).")
    }
  }
}
