import Testing

@testable import QixCommands

/// Reads a line of data/answers, the text of a shape.
struct RecordedAnswer {
  private var rest: Substring

  static func read(_ line: some StringProtocol) throws -> AnswerShape.Answer {
    let parts = line.split(separator: ": ", maxSplits: 1)
    var reader = Self(rest: parts.count > 1 ? Substring(parts[1]) : "")
    let members = reader.rest.isEmpty ? [] : try reader.members()
    try #require(reader.rest.isEmpty, "'\(reader.rest)' comes too much")
    return AnswerShape.Answer(schema: String(parts[0]), members: members)
  }

  private mutating func members() throws -> [AnswerShape.Member] {
    var members: [AnswerShape.Member] = []
    repeat {
      let key = word()
      let isOptional = take("?")
      _ = take(" ")
      let type = try type()
      members.append(AnswerShape.Member(key: key, type: type, isNullable: take("?"), isOptional: isOptional))
    } while take(", ")
    return members
  }

  private mutating func type() throws -> AnswerShape.MemberType {
    if take("[") { return .rows(try members(until: "]")) }
    if take("{") { return .object(try members(until: "}")) }
    let scalar = try #require(AnswerShape.Scalar(rawValue: word()), "no type before '\(rest)'")
    return take("*") ? .list(scalar) : .scalar(scalar)
  }

  private mutating func members(until end: String) throws -> [AnswerShape.Member] {
    let members = try members()
    try #require(take(end), "no '\(end)' before '\(rest)'")
    return members
  }

  private mutating func word() -> String {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = rest.dropFirst(word.count)
    return String(word)
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.hasPrefix(text) else { return false }
    rest = rest.dropFirst(text.count)
    return true
  }
}
