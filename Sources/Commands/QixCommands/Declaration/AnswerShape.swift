package import QixKernel

/// The answer of a command: under each schema the members of its JSON, with their types and units.
///
/// It is made of the fields that fill the answer, on demand, so that it costs a start nothing:
///
///     AnswerShape("tier.list/1", TierList.fields)
///
/// It reads as a text, in which it can also be written:
///
///     "tier.list/1: counted text, zone text, tiers [tier text, from coins, until time?, note? text]"
///
/// A member is a key and a type. A type is one of `Scalar`; `text*` is an array of them; `[…]` an array of objects with
/// these members, `{…}` one object. A `?` behind the type says that the value may be null: unknown, or not for the
/// caller; one behind the key, that the member may be left out. `|` stands between two answers of one command. Members
/// common to all aren't written: `schema`, the `dry_run` of changes, and what tells where a list goes on.
package struct AnswerShape: ExpressibleByStringInterpolation, Sendable {
  private enum Source: Sendable {
    case text(String)
    case fields(@Sendable () throws(Fault) -> Answer)
  }

  private let sources: [Source]
  /// The roles that are answered so: what may be withheld from one of them must be declared as one that may be null.
  package var readers: Roles = []

  package init(stringLiteral text: String) { sources = [.text(text)] }

  private init(sources: [Source]) { self.sources = sources }

  /// An answer with these fields.
  /// - Parameter last: keys of members that are declared after the others, as they were when the shape shipped,
  ///   wherever they stand in an answer.
  package init<Row>(
    _ schema: String, _ fields: @autoclosure @escaping @Sendable () -> [Field<Row>], last: [String] = []
  ) {
    let make = { @Sendable () throws(Fault) -> Answer in
      // Members that any answer may have.
      let members = try Self.members(of: fields()).filter { !Self.common.contains($0.key) }
      let ends = last.compactMap { key in members.first { $0.key == key } }
      return Answer(schema: schema, members: members.filter { !last.contains($0.key) } + ends)
    }
    sources = [.fields(make)]
  }

  /// An answer that is one table.
  package init<Row>(
    _ schema: String, _ key: String, rows fields: @autoclosure @escaping @Sendable () -> [Field<Row>]
  ) {
    let make = { @Sendable () throws(Fault) -> Answer in
      Answer(schema: schema, members: [Member(key: key, type: .rows(try Self.members(of: fields())))])
    }
    sources = [.fields(make)]
  }

  private static func members<Row>(of fields: [Field<Row>]) throws(Fault) -> [Member] {
    var members: [Member] = []
    for field in fields {
      guard let member = field.member else { throw Fault(description: "'\(field.column.key)' has no type") }
      if members.contains(where: { $0.key == member.key }) {
        throw Fault(description: "'\(member.key)' is there twice")
      }
      members.append(member)
    }
    return members
  }

  /// Either of them.
  package static func | (first: Self, second: Self) -> Self { Self(sources: first.sources + second.sources) }

  /// The members that any answer may have, which aren't declared.
  static let common: Set<String> = ["dry_run", "more", "next"]

  /// A type of one value, and its unit where it has one.
  package enum Scalar: String, CaseIterable, Sendable {
    case text, id, time, date, boolean, decimal
    /// Whole numbers: how many of something, or of the unit.
    case integer, coins, bytes, seconds, milliseconds
    /// Text in one row, a number in another.
    case any
    /// An object whose members depend on what the row is about.
    case object
  }

  package indirect enum MemberType: Equatable, Sendable, CustomStringConvertible {
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

  package struct Member: Equatable, Sendable {
    package let key: String
    package let type: MemberType
    package var isNullable = false
    package var isOptional = false

    static func text(_ members: [Member]) -> String {
      members.map { "\($0.key)\($0.isOptional ? "?" : "") \($0.type)\($0.isNullable ? "?" : "")" }.joined(
        separator: ", ")
    }
  }

  package struct Answer: Equatable, Sendable, CustomStringConvertible {
    package let schema: String
    package let members: [Member]

    package var description: String { "\(schema): " + Member.text(members) }
  }

  /// - Throws: `Fault`
  package func answers() throws(Fault) -> [Answer] {
    var answers: [Answer] = []
    for source in sources {
      switch source {
      case .text(let text):
        var reader = Reader(text)
        answers += try reader.answers()
      case .fields(let make): answers.append(try make())
      }
    }
    return answers
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
