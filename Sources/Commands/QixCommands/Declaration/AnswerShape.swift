package import QixKernel

/// The answer of a command: under each schema the members of its JSON, with their types and units.
///
/// It is made of the fields that fill the answer, on demand, so that it costs a start nothing:
///
///     AnswerShape("tier.list/1", TierList.fields)
///
/// As a text it reads so:
///
///     "tier.list/1: counted text, zone text, tiers [tier text, from coins, until time?, note? text]"
///
/// A member is a key and a type. A type is one of `Scalar`; `text*` is an array of them; `[…]` an array of objects with
/// these members, `{…}` one object. A `?` behind the type says that the value may be null: unknown, or not for the
/// caller; one behind the key, that the member may be left out. `|` stands between two answers of one command. Members
/// common to all aren't written: `schema`, the `dry_run` of changes, and what tells where a list goes on.
package struct AnswerShape: Sendable {
  private let makers: [@Sendable () throws(Fault) -> Answer]
  /// The roles that are answered so: what may be withheld from one of them must be declared as one that may be null.
  package var readers: Roles = []

  /// The type of the file that is answered instead of JSON; nil for none.
  package private(set) var file: FileType?

  private init(makers: [@Sendable () throws(Fault) -> Answer]) { self.makers = makers }

  /// A file: the command returns a `FileAnswer`.
  package init(file: FileType) {
    self.init(makers: [])
    self.file = file
  }

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
    makers = [make]
  }

  /// An answer that is one table.
  package init<Row>(
    _ schema: String, _ key: String, rows fields: @autoclosure @escaping @Sendable () -> [Field<Row>]
  ) {
    let make = { @Sendable () throws(Fault) -> Answer in
      Answer(schema: schema, members: [Member(key: key, type: .rows(try Self.members(of: fields())))])
    }
    makers = [make]
  }

  private static func members<Row>(of fields: [Field<Row>]) throws(Fault) -> [Member] {
    var members: [Member] = []
    for field in fields {
      if members.contains(where: { $0.key == field.member.key }) {
        throw Fault(description: "'\(field.member.key)' is there twice")
      }
      members.append(field.member)
    }
    return members
  }

  /// Either of them.
  package static func | (first: Self, second: Self) -> Self { Self(makers: first.makers + second.makers) }

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
    for make in makers { answers.append(try make()) }
    return answers
  }

  /// A shape with a member that is there twice.
  package struct Fault: Error, CustomStringConvertible {
    package let description: String
  }
}
