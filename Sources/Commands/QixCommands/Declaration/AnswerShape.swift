package import QixKernel

/// The answer of a command: under each schema the members of its JSON, with their types and units.
///
/// It is written as a text, which is parsed on demand and costs a start nothing:
///
///     "tier.list/1: counted text, zone text, tiers [tier text, from coins, until time?, note? text]"
///
/// A member is a key and a type. A type is one of `Scalar`; `text*` is an array of them; `[…]` an array of objects with
/// these members, `{…}` one object. A `?` behind the type says that the value may be null: unknown, or not for the
/// caller; one behind the key, that the member may be left out. `|` stands between two answers of one command. Members
/// common to all aren't written: `schema`, the `dry_run` of changes, and what tells where a list goes on.
package struct AnswerShape: ExpressibleByStringInterpolation, Sendable {
  package let text: String
  /// The roles that are answered so: what may be withheld from one of them must be declared as one that may be null.
  package var readers: Roles = []

  package init(stringLiteral text: String) { self.text = text }

  /// Either of them.
  package static func | (first: Self, second: Self) -> Self { Self(stringLiteral: "\(first.text) | \(second.text)") }

  /// A type of one value, and its unit where it has one.
  package enum Scalar: String, CaseIterable {
    case text, id, time, date, boolean, decimal
    /// Whole numbers: how many of something, or of the unit.
    case integer, coins, bytes, seconds, milliseconds
    /// Text in one row, a number in another.
    case any
    /// An object whose members depend on what the row is about.
    case object
  }

  package indirect enum MemberType: Equatable, CustomStringConvertible {
    case scalar(Scalar)
    case list(Scalar)
    case rows([Member])
    case object([Member])

    package var description: String {
      switch self {
      case .scalar(let scalar): "\(scalar)"
      case .list(let scalar): "\(scalar)*"
      case .rows(let members): "[\(Member.text(members))]"
      case .object(let members): "{\(Member.text(members))}"
      }
    }
  }

  package struct Member: Equatable {
    package let key: String
    package let type: MemberType
    package var isNullable = false
    package var isOptional = false

    static func text(_ members: [Member]) -> String {
      members.map { "\($0.key)\($0.isOptional ? "?" : "") \($0.type)\($0.isNullable ? "?" : "")" }.joined(
        separator: ", ")
    }
  }

  package struct Answer: Equatable, CustomStringConvertible {
    package let schema: String
    package let members: [Member]

    package var description: String { "\(schema): " + Member.text(members) }
  }

  /// - Throws: `Fault`
  package func answers() throws(Fault) -> [Answer] {
    var reader = Reader(text)
    return try reader.answers()
  }

  /// A text that isn't a shape.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }
}

extension AnswerShape {
  private struct Reader {
    private var words: ArraySlice<Substring>

    init(_ text: String) {
      var words: [Substring] = []
      var rest = text.utf8[...]
      while let first = rest.first {
        let word = first.isPart ? rest.prefix(while: \.isPart) : rest.prefix(1)
        if first > UInt8(ascii: " ") { words.append(Substring(word)) }
        rest = rest[word.endIndex...]
      }
      self.words = words[...]
    }

    mutating func answers() throws(Fault) -> [Answer] {
      var answers: [Answer] = []
      repeat {
        guard let schema = words.popFirst(), schema.contains("/") else {
          throw fault("a schema such as a.b/1 is missing")
        }
        var members: [Member] = []
        if take(":") { members = try self.members() }
        answers.append(Answer(schema: String(schema), members: members))
      } while take("|")
      if let word = words.first { throw fault("'\(word)' comes too much") }
      return answers
    }

    private mutating func members() throws(Fault) -> [Member] {
      var members: [Member] = []
      repeat {
        guard let key = words.popFirst(), key.utf8.first?.isPart == true else { throw fault("a key is missing") }
        let isOptional = take("?")
        let type = try type(of: key)
        members.append(Member(key: String(key), type: type, isNullable: take("?"), isOptional: isOptional))
      } while take(",")
      if let twice = Dictionary(grouping: members, by: \.key).first(where: { $1.count > 1 })?.key {
        throw fault("'\(twice)' is there twice")
      }
      return members
    }

    private mutating func type(of key: Substring) throws(Fault) -> MemberType {
      if take("[") { return .rows(try members(until: "]")) }
      if take("{") { return .object(try members(until: "}")) }
      let word = words.popFirst() ?? ""
      guard let scalar = Scalar(rawValue: String(word)) else { throw fault("'\(key)' has no type '\(word)'") }
      return take("*") ? .list(scalar) : .scalar(scalar)
    }

    private mutating func members(until end: Substring) throws(Fault) -> [Member] {
      let members = try members()
      guard take(end) else { throw fault("'\(end)' is missing") }
      return members
    }

    private mutating func take(_ word: Substring) -> Bool {
      guard words.first == word else { return false }
      words.removeFirst()
      return true
    }

    private func fault(_ problem: String) -> Fault {
      Fault(description: "\(problem), before: \(words.prefix(6).joined(separator: " "))")
    }
  }
}

extension UInt8 {
  /// Whether it is part of a key, a type or a schema.
  fileprivate var isPart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "-")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
