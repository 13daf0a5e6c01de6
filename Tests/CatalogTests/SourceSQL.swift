/// A statement as it stands in a source, with how its rows are read.
struct SourceSQL {
  /// The method that it is handed to.
  let call: String
  /// The literal, with `§` for each fragment and `?` for each value in place.
  let text: String
  /// The columns that the closure behind it reads, by name.
  let read: [String]
  let line: Int

  /// Methods that take values in place.
  private static let calls: Set<String> = ["execute", "fetchOne", "fetchAll", "fetchWhile", "forEach", "has"]
  private static let verbs = ["SELECT ", "INSERT ", "UPDATE ", "DELETE ", "WITH "]
  /// Words that only one of the engines takes, or that make a database depend on when it was made.
  static var foreign: Regex<Substring> {
    /(?i)\b(?:AUTOINCREMENT|CURRENT_TIMESTAMP|CURRENT_DATE|DATETIME|JSON_\w+|STRFTIME|RANDOM)\b/
  }

  var faults: [String] {
    var faults: [String] = []
    if let word = text.firstMatch(of: Self.foreign) { faults.append("\(line): only one engine takes \(word.output)") }
    guard Self.calls.contains(call) else { return faults }
    if text.contains(/\?[0-9]/) { faults.append("\(line): a number beside values in place would mean one of them") }
    guard !read.isEmpty, let columns else { return faults }
    if columns.contains(nil) {
      faults.append("\(line): an expression that is read by name has none; give it one by AS")
    }
    let names = columns.compactMap { $0 }
    if Set(names).count < names.count { faults.append("\(line): two columns have one name") }
    for name in read where !names.contains(name) { faults.append("\(line): there is no column \(name)") }
    return faults
  }

  /// The names of the columns, nil for one without; nil for what gives no rows, or where fragments stand for some.
  private var columns: [String?]? {
    let words = text.replacing(/\s+/, with: " ")
    guard let start = words.firstMatch(of: /^ ?SELECT (?:DISTINCT )?/)?.range.upperBound else { return nil }
    var (items, item, depth, rest) = ([String](), "", 0, words[start...])
    while let letter = rest.first, depth > 0 || !rest.hasPrefix(" FROM ") {
      if letter == "(" { depth += 1 } else if letter == ")" { depth -= 1 }
      if letter == ",", depth == 0 { items.append(item) }
      item = letter == "," && depth == 0 ? "" : item + String(letter)
      rest = rest.dropFirst()
    }
    items.append(item)
    guard !items.contains(where: { $0.contains(/^ ?§/) }) else { return nil }
    return items.map { item in
      (item.firstMatch(of: #/ AS ([a-z_0-9]+) ?$/#) ?? item.firstMatch(of: /^ ?(?:[a-z_]+\.)?([a-z_][a-z_0-9]*) ?$/))
        .map { String($0.1) }
    }
  }

  /// Every literal of a source that is a statement.
  static func all(in source: String) -> [SourceSQL] {
    var reader = SourceReader(bytes: Array(source.utf8))
    var found: [SourceSQL] = []
    while let start = reader.nextLiteral() {
      guard let text = reader.literal(at: start) else { continue }
      let words = text.drop(while: \.isWhitespace)
      guard verbs.contains(where: words.hasPrefix) else { continue }
      let call = reader.call(before: start)
      let line = reader.bytes[..<start].count { $0 == UInt8(ascii: "\n") } + 1
      let read = reader.closure().matches(of: /(?:\$0|row)(?:\.bytes\(|\[)"([a-z_0-9]+)"/).map { String($0.1) }
      found.append(SourceSQL(call: call, text: text, read: read, line: line))
    }
    return found
  }
}

/// Finds literals in a source, and what stands around them.
private struct SourceReader {
  let bytes: [UInt8]
  private var place = 0

  private static let (quote, backslash, newline) = (UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "\n"))

  init(bytes: [UInt8]) { self.bytes = bytes + [0, 0, 0] }

  private func isLong(at place: Int) -> Bool {
    bytes[place] == Self.quote && bytes[place + 1] == Self.quote && bytes[place + 2] == Self.quote
  }

  /// The start of the next literal that isn't in a comment.
  mutating func nextLiteral() -> Int? {
    let slash = UInt8(ascii: "/")
    while bytes[place] != 0 {
      if bytes[place] == Self.quote { return place }
      if bytes[place] == slash, bytes[place + 1] == slash {
        while bytes[place] != Self.newline, bytes[place] != 0 { place += 1 }
      } else {
        place += 1
      }
    }
    return nil
  }

  /// The word in front of the bracket in which a literal begins.
  func call(before start: Int) -> String {
    let before = bytes[..<start].reversed().drop { [0x20, 0x0A, 0x28].contains($0) }
    let word = before.prefix { $0 >= 0x41 && $0 <= 0x5A || $0 >= 0x61 && $0 <= 0x7A }
    return String(decoding: word.reversed(), as: UTF8.self)
  }

  /// The content of a literal; nil for what is none after all.
  mutating func literal(at start: Int) -> String? {
    let isLong = isLong(at: start)
    place = start + (isLong ? 3 : 1)
    var content: [UInt8] = []
    while bytes[place] != 0, !(isLong ? self.isLong(at: place) : bytes[place] == Self.quote) {
      if bytes[place] == Self.backslash, bytes[place + 1] == UInt8(ascii: "(") {
        let isFragment = bytes[(place + 2)...].starts(with: Self.fragment)
        content += isFragment ? Array("§".utf8) : [UInt8(ascii: "?")]
        place += 1
        skipBrackets()
      } else if !isLong, bytes[place] == Self.newline {
        return nil
      } else {
        content.append(bytes[place])
        place += bytes[place] == Self.backslash ? 2 : 1
      }
    }
    place += isLong ? 3 : 1
    return String(decoding: content, as: UTF8.self)
  }

  private static let fragment = Array("sql:".utf8)

  /// Goes behind the bracket that closes the one at this place.
  private mutating func skipBrackets() {
    var depth = 0
    while bytes[place] != 0 {
      switch bytes[place] {
      case Self.quote:
        _ = literal(at: place)
        continue
      case 0x28, 0x5B, 0x7B: depth += 1
      case 0x29, 0x5D, 0x7D: depth -= 1
      default: break
      }
      place += 1
      if depth == 0 { return }
    }
  }

  /// The closure behind the call whose last argument was read, as text. The place stays, for the literals in it.
  mutating func closure() -> String {
    let end = place
    defer { place = end }
    while [0x20, 0x0A, 0x29].contains(bytes[place]) { place += 1 }
    guard bytes[place] == 0x7B else { return "" }
    let start = place
    skipBrackets()
    return String(decoding: bytes[start..<place], as: UTF8.self)
  }
}
