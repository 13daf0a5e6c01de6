import Foundation

/// The sentences for customers in the sources, as far as they are literals.
struct SourceSentences {
  /// The kinds of the values of a sentence, as its words show them.
  struct Values: Equatable {
    /// Those that say what they are: `coins`, `more time`, `option`.
    var typed: [String] = []
    /// How many others there are: texts, numbers, moments.
    var others = 0
    /// Whether it is a hint: whole sentences, each with its full stop.
    var isHint = false
  }

  /// By the error's code, or the key of the sentence.
  private(set) var values: [String: Values] = [:]
  /// What can't be told apart: several sentences under one code.
  private(set) var faults: [String] = []

  /// Read once for all tests.
  static let all = Result { try ofSources() }

  init() {}

  private static func ofSources() throws -> SourceSentences {
    var found = SourceSentences()
    let root = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    for folder in ["Sources", "Plugins"] {
      let path = root.appendingPathComponent(folder).path
      for case let name as String in FileManager.default.enumerator(atPath: path) ?? .init()
      where name.hasSuffix(".swift") {
        let text = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        // Most files tell customers nothing.
        guard marks.contains(where: { text.contains($0) }) else { continue }
        found.read(text, name)
      }
    }
    return found
  }

  /// Adds the sentences of a source.
  mutating func read(_ text: String, _ file: String) { read(Swift(bytes: Array(text.utf8)), file) }

  private static let marks = ["forUser:", ".forEverybody", ".keyed(", "Problem(", "Refusal(", "Notice("]

  private mutating func read(_ source: Swift, _ file: String) {
    for call in source.calls("Failure") + source.calls("UsageError") {
      let code = call.arguments.first.flatMap { source.literal($0) }
      for argument in call.arguments where source.text(argument).hasPrefix("forUser:") {
        add(source, argument, code, file)
      }
      let behind = source.text(call.end..<min(call.end + 200, source.bytes.count))
      let isForEverybody = behind.drop { $0.isWhitespace }.hasPrefix(".forEverybody")
      if isForEverybody, call.arguments.count > 2 { add(source, call.arguments[2], code, file) }
    }
    for call in source.calls("keyed") where call.arguments.count == 2 {
      add(source, call.arguments[1], source.literal(call.arguments[0]), file)
    }
    // Refusals, and notices of shakes that wait: the code is the key, and `CODE.hint` that of a hint.
    for call in source.calls("Refusal") + source.calls("refuse") + source.calls("Notice")
    where call.arguments.count > 1 && !source.text(call.arguments[1]).hasPrefix("given:") {
      guard let code = source.literal(call.arguments[0]), code.contains(".") else { continue }
      add(source, call.arguments[1], code, file)
      for hint in call.arguments.dropFirst(2) where source.text(hint).hasPrefix("hint:") {
        add(source, hint, "\(code).hint", file)
      }
    }
    // What the server itself tells, to customers too.
    for call in source.calls("Problem") where call.arguments.count > 2 && source.text(call.arguments[0]) == "429" {
      add(source, call.arguments[2], source.literal(call.arguments[1]), file)
    }
  }

  private mutating func add(_ source: Swift, _ argument: Range<Int>, _ code: String?, _ file: String) {
    let (literals, isJoined) = source.literals(in: argument)
    guard let code, !literals.isEmpty else { return }
    if literals.count > 1, !isJoined { faults.append("\(file): \(code) has several sentences") }
    var found = Values()
    for literal in literals { source.count(literal, into: &found) }
    // A text from elsewhere has nothing to translate.
    guard literals.contains(where: source.hasWords) else { return }
    found.isHint = literals.first.map { source.text($0).first { $0.isLetter }?.isUppercase ?? false } ?? false
    if let earlier = values[code], earlier != found { faults.append("\(file): \(code) has other values elsewhere") }
    values[code] = found
  }
}

/// Swift as far as calls and literals go.
private struct Swift {
  struct Call {
    let arguments: [Range<Int>]
    let end: Int
  }

  let bytes: [UInt8]

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func isAt(_ position: Int, _ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// The calls of a name.
  func calls(_ name: String) -> [Call] {
    let opening = Array("\(name)(".utf8)
    var (found, position): ([Call], Int) = ([], 0)
    while position + opening.count <= bytes.count {
      defer { position += 1 }
      guard bytes[position] == opening[0], bytes[position...].starts(with: opening),
        position == 0 || !Self.isOfName(bytes[position - 1])
      else { continue }
      found.append(call(position + opening.count - 1))
    }
    return found
  }

  /// - Parameter open: of the parenthesis.
  private func call(_ open: Int) -> Call {
    var (arguments, start, position, depth): ([Range<Int>], Int, Int, Int) = ([], open + 1, open + 1, 1)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position = endOfLiteral(position)
        continue
      case UInt8(ascii: "/") where isAt(position, "//"):
        while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { position += 1 }
        continue
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { break }
        arguments.append(trimmed(start..<position))
        return Call(arguments: arguments, end: position + 1)
      case UInt8(ascii: ",") where depth == 1:
        arguments.append(trimmed(start..<position))
        start = position + 1
      default: break
      }
      position += 1
    }
    return Call(arguments: [], end: bytes.count)
  }

  /// - Parameter start: of the opening quote.
  /// - Returns: what is behind the closing one.
  private func endOfLiteral(_ start: Int) -> Int {
    let quote = isAt(start, "\"\"\"") ? "\"\"\"" : "\""
    var position = start + quote.utf8.count
    while position < bytes.count {
      if isAt(position, quote) { return position + quote.utf8.count }
      if isAt(position, "\\(") {
        position = call(position + 1).end
      } else {
        position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
      }
    }
    return bytes.count
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= UInt8(ascii: " ") { start += 1 }
    while end > start, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    return start..<end
  }

  /// What an argument says that is one literal.
  func literal(_ range: Range<Int>) -> String? {
    guard range.count >= 2, bytes[range.lowerBound] == UInt8(ascii: "\"") else { return nil }
    return text(range.lowerBound + 1..<range.upperBound - 1)
  }

  /// The literals of an argument, but for those that have a key of their own, and whether they are one joined by `+`.
  func literals(in range: Range<Int>) -> (found: [Range<Int>], isJoined: Bool) {
    var (found, isJoined, position): ([Range<Int>], Bool, Int) = ([], false, range.lowerBound)
    while position < range.upperBound {
      if isAt(position, ".keyed(") {
        position = call(position + ".keyed".utf8.count).end
      } else if bytes[position] == UInt8(ascii: "\"") {
        let end = endOfLiteral(position)
        found.append(position..<end)
        position = end
      } else {
        if bytes[position] == UInt8(ascii: "+") { isJoined = true }
        position += 1
      }
    }
    return (found, isJoined)
  }

  /// Whether there are letters outside of its values.
  func hasWords(_ literal: Range<Int>) -> Bool {
    var position = literal.lowerBound
    while position < literal.upperBound {
      if isAt(position, "\\(") {
        position = call(position + 1).end
      } else {
        if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[position]) { return true }
        position += 1
      }
    }
    return false
  }

  /// Counts the values in a literal, and the options.
  func count(_ literal: Range<Int>, into values: inout SourceSentences.Values) {
    var position = literal.lowerBound
    while position < literal.upperBound {
      guard isAt(position, "\\(") else {
        // No sentence for customers has dashes elsewhere.
        if isAt(position, " --") { values.typed.append("option") }
        position += 1
        continue
      }
      let call = call(position + 1)
      position = call.end
      if call.arguments.count == 2, let noun = self.literal(call.arguments[1]) {
        values.typed.append(noun)
      } else if let first = call.arguments.first, text(first).hasPrefix("coins:") {
        values.typed.append("coins")
      } else {
        values.others += 1
      }
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
