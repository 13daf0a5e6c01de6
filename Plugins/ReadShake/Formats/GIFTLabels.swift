internal import QixShake

/// Labels that comments give to the question below them: `[id:q1] [tag:easy]`, as Moodle since 3.9 takes them.
///
/// Two tags are qix's own: `attention` makes a question an attention check, `points=3` says what it counts.
struct GIFTLabels {
  static let attention = "attention"
  static let points = "points="

  private var id: String?
  private var tags: [String] = []
  private var isAttentionCheck = false
  private var points: Int64?

  var isSet: Bool { id != nil || !tags.isEmpty || isAttentionCheck || points != nil }

  /// Takes what a comment says.
  /// - Returns: whether it said nothing else.
  mutating func read(_ comment: Substring, at line: Int, _ reading: inout QuestionReading) -> Bool {
    var rest = comment[...], other = ""
    // Where one label has no end, no later one has: each would be looked for to the end of the line.
    var hasEnd = true
    while let scalar = rest.unicodeScalars.first {
      if let (value, end) = Self.label("[id:", at: rest, &hasEnd) {
        if let id, id != value {
          reading.note(.line(line), .lost, "a question can have only one id: the second id is not kept")
        }
        if value.isEmpty { reading.note(.line(line), .doubt, "the id is empty") }
        if id == nil, !value.isEmpty { id = value }
        rest = rest[end...]
      } else if let (value, end) = Self.label("[tag:", at: rest, &hasEnd) {
        take(tag: value, at: line, &reading)
        rest = rest[end...]
      } else {
        other.unicodeScalars.append(scalar)
        rest = Substring(rest.unicodeScalars.dropFirst())
      }
    }
    return isSet && other.trimmed.isEmpty
  }

  private mutating func take(tag: String, at line: Int, _ reading: inout QuestionReading) {
    if tag.isEmpty {
      reading.note(.line(line), .doubt, "a tag is empty")
    } else if tag == Self.attention {
      isAttentionCheck = true
    } else if tag.hasPrefix(Self.points) {
      guard let number = Int64(tag.dropFirst(Self.points.count)), (1...1_000).contains(number) else {
        return reading.fault(.line(line), "the tag points=N needs a whole number from 1 to 1,000")
      }
      points = number
    } else if !tags.contains(tag) {
      tags.append(tag)
    }
  }

  /// The text between `[id:` and `]`, where `\]` is a bracket of it.
  private static func label(
    _ start: String, at text: Substring, _ hasEnd: inout Bool
  ) -> (String, Substring.Index)? {
    guard hasEnd, text.hasPrefix(start) else { return nil }
    var value = String.UnicodeScalarView()
    let scalars = text.unicodeScalars
    var index = scalars.index(scalars.startIndex, offsetBy: start.unicodeScalars.count)
    while index < scalars.endIndex {
      let next = scalars.index(after: index)
      if scalars[index] == "]" { return (String(value).trimmed, next) }
      if scalars[index] == "\\", next < scalars.endIndex, scalars[next] == "]" {
        value.append("]")
        index = scalars.index(after: next)
      } else {
        value.append(scalars[index])
        index = next
      }
    }
    hasEnd = false
    return nil
  }

  func apply(to question: inout Question) {
    question.id = id
    question.tags = tags
    question.isAttentionCheck = isAttentionCheck
    question.points = points ?? 1
  }

  /// The comment of a question; nil where it needs none.
  static func comment(for question: Question) -> String? {
    var labels = question.id.map { ["[id:\(escaped($0))]"] } ?? []
    labels += question.tags.map { "[tag:\(escaped($0))]" }
    if question.isAttentionCheck { labels.append("[tag:\(attention)]") }
    if question.points != 1 { labels.append("[tag:\(points)\(question.points)]") }
    return labels.isEmpty ? nil : "// " + labels.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars { result += scalar == "]" ? "\\]" : String(Character(scalar)) }
    return result
  }
}
