package import QixFormats
package import QixKernel

/// One value of a document, typed so that each format can show it in its own way.
package enum Cell: Sendable, Equatable {
  case text(String)
  /// A text with moments, users and commands in it, which each face writes for its reader.
  case sentence(Sentence)
  case integer(Int64)
  case coins(Int64)
  case timestamp(Timestamp)
  /// The moment before which a span ends: a person reads midnight as the end of the day before.
  case end(Timestamp)
  case date(CalendarDate)
  case boolean(Bool)
  /// A number with a fixed count of decimals; not a number and infinity are missing values.
  case decimal(Double, places: Int)
  /// A part of a whole, 0…1: per cent with one decimal for a person, and for a program the number that is declared, a
  /// fraction or per cent.
  indirect case share(Double, as: Cell)
  case identifier(String)
  /// Several values: an array in JSON, a text elsewhere. Nil is what has no list, null in JSON.
  /// - Parameters:
  ///   - none: the text in place of nothing; else `-` for a person, and nothing for a program.
  ///   - separator: between two in a text.
  indirect case list([Cell]?, none: String = "", separator: String = ", ")
  /// Members that depend on what the row is about: an object in JSON, a list of keys and values elsewhere.
  case object([CellMember])
  /// Masked, unless the document that has it is revealed.
  case personal(String, PersonalData)
  case missing
  /// A value that some callers of the command may not know; each face decides by its caller.
  /// - Parameter instead: what those are told who may not know it.
  indirect case confidential(Confidential, Cell, instead: Cell = .withheld)
  /// A value that exists and is not told: `…` for a person, like a missing value for a program.
  case withheld
}

extension Cell {
  /// The text for a program: undecorated; empty for a missing value.
  package var plain: String {
    switch self {
    case .text(let text), .identifier(let text): text
    case .sentence(let sentence): sentence.description
    case .confidential(_, let cell, _), .share(_, let cell): cell.plain
    case .withheld: ""
    case .personal(let text, let kind): kind.masked(text)
    case .integer(let value), .coins(let value): String(value)
    case .timestamp(let value), .end(let value): value.description
    case .date(let value): value.description
    case .boolean(let value): value ? "true" : "false"
    case .decimal(let value, let places) where value.isFinite: Self.fixed(value, places)
    case .decimal, .missing: ""
    case .list(let cells?, _, let separator) where !cells.isEmpty: cells.map(\.plain).joined(separator: separator)
    case .list(_, let none, _): none
    case .object(let members): members.map { "\($0.key)=\($0.cell.plain)" }.joined(separator: " ")
    }
  }

  package func write(to json: inout JSONWriter) {
    switch self {
    case .text, .sentence, .identifier, .personal, .timestamp, .end, .date: json.string(plain)
    case .integer(let value), .coins(let value): json.integer(value)
    case .boolean(let value): json.bool(value)
    case .decimal(let value, _) where value.isFinite: json.raw(plain)
    case .decimal, .missing, .withheld, .list(nil, _, _): json.null()
    case .confidential(_, let cell, _), .share(_, let cell): cell.write(to: &json)
    case .list(let cells?, _, _):
      json.beginArray()
      for cell in cells { cell.write(to: &json) }
      json.endArray()
    case .object(let members):
      json.beginObject()
      for member in members {
        json.key(member.key)
        member.cell.write(to: &json)
      }
      json.endObject()
    }
  }

  /// A copy with personal data as it is.
  var unmasked: Cell {
    switch self {
    case .personal(let text, _): .text(text)
    case .confidential(let datum, let cell, let instead): .confidential(datum, cell.unmasked, instead: instead)
    case .list(let cells, let none, let separator):
      .list(cells?.map(\.unmasked), none: none, separator: separator)
    case .object(let members): .object(members.map { CellMember($0.key, $0.cell.unmasked) })
    default: self
    }
  }

  /// A share of 1 that programs read as a fraction.
  package static func share(_ share: Double?, places: Int = 4) -> Cell {
    share.map { .share($0, as: .decimal($0, places: places)) } ?? .missing
  }

  /// A share that programs read in per cent.
  package static func percent(_ percent: Double?, places: Int = 1) -> Cell {
    percent.map { .share($0 / 100, as: .decimal($0, places: places)) } ?? .missing
  }

  /// Texts as a list.
  package static func texts(_ texts: some Sequence<String>, none: String = "", separator: String = ", ") -> Cell {
    .list(texts.map(Cell.text), none: none, separator: separator)
  }

  /// Rounds half away from zero on the value scaled by a power of ten, the way a person would on paper.
  package static func fixed(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<max(0, min(places, 9)) { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard places > 0, abs(scaled) < 9e18 else { return Int64(exactly: value.rounded()).map(String.init) ?? "\(value)" }
    let digits = String(Int64(abs(scaled)))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return (scaled < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
  }
}

/// A member of an object in a cell.
package struct CellMember: Sendable, Equatable {
  package let key: String
  package let cell: Cell

  package init(_ key: String, _ cell: Cell) { (self.key, self.cell) = (key, cell) }
}

/// A column of a table.
package struct Column: Sendable, Equatable {
  package enum Alignment: Sendable { case leading, trailing }

  package let key: String
  package let title: String
  package let alignment: Alignment
  /// The kind of its cells, where some callers may not know them.
  package let datum: Confidential?
  package let isAside: Bool

  /// - Parameters:
  ///   - key: names it in JSON and TSV; part of the schema.
  ///   - alignment: numbers belong at the trailing edge.
  ///   - datum: the kind of its cells, where some callers of the command may not know them. A person who may not is
  ///     shown the table without the column; programs find it empty, so that what they read keeps its shape.
  ///   - isAside: whether a person is shown the table without it where a row doesn't fit on a line; `--wide` and
  ///     `--columns` show it.
  package init(
    _ key: String, _ title: String, alignment: Alignment = .leading, confidential datum: Confidential? = nil,
    isAside: Bool = false
  ) {
    self.key = key
    self.title = title
    self.alignment = alignment
    self.datum = datum
    self.isAside = isAside
  }
}
