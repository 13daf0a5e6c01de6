internal import QixFormats
internal import QixKernel

/// The shape of an answer as JSON Schema (2020-12), for programs that check what they read or make types of it.
struct AnswerSchema {
  private let answer: AnswerShape.Answer
  private let isChange: Bool

  /// - Parameter isChange: whether a command that changes something answers it: it says then whether it did.
  init(_ answer: AnswerShape.Answer, isChange: Bool) {
    self.answer = answer
    self.isChange = isChange
  }

  var json: String {
    var json = JSONWriter.indented()
    json.beginObject()
    json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
    json.member("title", answer.schema)
    json.member("type", "object")
    json.key("required")
    json.beginArray()
    for key in ["schema"] + (isChange ? ["dry_run"] : []) + Self.required(answer.members) { json.string(key) }
    json.endArray()
    json.key("properties")
    json.beginObject()
    json.key("schema")
    json.beginObject(inline: true)
    json.member("const", answer.schema)
    json.endObject()
    if isChange { Self.write(AnswerShape.Member(key: "dry_run", type: .scalar(.boolean)), to: &json) }
    for member in answer.members { Self.write(member, to: &json) }
    json.endObject()
    json.endObject()
    return json.text + "\n"
  }

  private static func required(_ members: [AnswerShape.Member]) -> [String] {
    members.filter { !$0.isOptional }.map(\.key)
  }

  private static func write(_ member: AnswerShape.Member, to json: inout JSONWriter) {
    json.key(member.key)
    switch member.type {
    case .scalar(let scalar):
      json.beginObject(inline: true)
      write(scalar, isNullable: member.isNullable, to: &json)
      json.endObject()
    case .list(let scalar):
      json.beginObject(inline: true)
      write(type: ["array"], isNullable: member.isNullable, to: &json)
      json.key("items")
      json.beginObject()
      write(scalar, isNullable: true, to: &json)
      json.endObject()
      json.endObject()
    case .rows(let members):
      json.beginObject()
      json.member("type", "array")
      json.key("items")
      json.beginObject()
      write(members, to: &json)
      json.endObject()
      json.endObject()
    case .object(let members):
      json.beginObject()
      write(members, to: &json)
      json.endObject()
    }
  }

  private static func write(_ members: [AnswerShape.Member], to json: inout JSONWriter) {
    json.member("type", "object")
    json.key("required")
    json.beginArray()
    for key in required(members) { json.string(key) }
    json.endArray()
    json.key("properties")
    json.beginObject()
    for member in members { write(member, to: &json) }
    json.endObject()
  }

  /// - Parameter isNullable: what not everybody may know is null for others, so an id always may be.
  private static func write(_ scalar: AnswerShape.Scalar, isNullable: Bool, to json: inout JSONWriter) {
    switch scalar {
    case .text: write(type: ["string"], isNullable: isNullable, to: &json)
    case .id: write(type: ["string"], isNullable: true, to: &json)
    case .time, .date:
      write(type: ["string"], isNullable: isNullable, to: &json)
      json.member("format", scalar == .time ? "date-time" : "date")
    case .boolean: write(type: ["boolean"], isNullable: isNullable, to: &json)
    case .decimal: write(type: ["number"], isNullable: isNullable, to: &json)
    case .integer: write(type: ["integer"], isNullable: isNullable, to: &json)
    case .coins, .bytes, .seconds, .milliseconds:
      write(type: ["integer"], isNullable: isNullable, to: &json)
      json.member("description", "\(scalar)")
    case .any: write(type: ["string", "number", "boolean"], isNullable: true, to: &json)
    case .object: write(type: ["object"], isNullable: isNullable, to: &json)
    }
  }

  private static func write(type names: [String], isNullable: Bool, to json: inout JSONWriter) {
    let names = names + (isNullable ? ["null"] : [])
    json.key("type")
    if names.count == 1 { return json.string(names[0]) }
    json.beginArray()
    for name in names { json.string(name) }
    json.endArray()
  }
}

extension CommandTree {
  /// The JSON Schema of an answer.
  /// - Parameter name: of the schema, `wallet.show/1`, or without its version, which is also the command's own.
  /// - Throws: `UsageError` where no command answers so.
  package func schema(of name: String) throws -> String {
    var known: [String] = []
    for place in places {
      guard let declaration = place.declaration else { continue }
      for answer in try declaration.answer?.answers() ?? [] {
        if [answer.schema, answer.name].contains(name) {
          return AnswerSchema(answer, isChange: declaration.effect == .changes).json
        }
        known.append(answer.name)
      }
    }
    throw UsageError(
      "no answer is called '\(name)'\(Suggestion.clause(for: name, among: known))",
      hint: "The first member of each answer's JSON is its schema; the help of a command names those it gives.")
  }
}

extension AnswerShape.Answer {
  /// The schema without its version.
  package var name: String { String(schema.prefix { $0 != "/" }) }
}

extension Declaration {
  /// The shapes of its answers as JSON Schema, each with its name: `wallet.show/1`.
  package var answerSchemas: [(name: String, json: String)] {
    ((try? answer?.answers()) ?? []).map { ($0.schema, AnswerSchema($0, isChange: effect == .changes).json) }
  }
}
