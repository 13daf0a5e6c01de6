internal import DirectivesContract
internal import QixModule

/// Directives as a file or a source brings them: a JSON object that docs/directives.md describes.
struct DirectiveDocument: Sendable, Equatable {
  static let schema = "qix.directives/1"
  /// Bytes of one document.
  static let longest = 1 << 20
  static let most = 10_000

  /// Of a source alone: a number that never goes down, so that nobody can bring an old document back.
  var version: Int64?
  /// Of a source alone: until when the document holds; nil for as long as there is no other.
  var expires: Timestamp?
  var directives: [Directive]

  enum Origin: Sendable {
    /// A file of the operator's.
    case file
    case source
  }

  /// - Throws: `DirectiveError.malformed` with every fault there is.
  init(parsing bytes: [UInt8], from origin: Origin) throws(DirectiveError) {
    guard bytes.count <= Self.longest else {
      throw .malformed([DirectiveFault(place: "", problem: "it is longer than \(Self.longest) bytes")])
    }
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw .malformed([DirectiveFault(place: "", problem: error.description)])
    }
    var reader = DirectiveReader()
    let document = reader.document(value, from: origin)
    guard reader.faults.isEmpty else { throw .malformed(reader.faults) }
    self = document
  }

  init(version: Int64? = nil, expires: Timestamp? = nil, directives: [Directive]) {
    self.version = version
    self.expires = expires
    self.directives = directives
  }
}

extension Directive {
  /// - Throws: `DirectiveError.malformed`.
  init(parsing text: String) throws(DirectiveError) {
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONValue(parsing: text)
    } catch {
      throw .malformed([DirectiveFault(place: "", problem: error.description)])
    }
    var reader = DirectiveReader()
    let directive = reader.directive(value, at: "")
    guard reader.faults.isEmpty else { throw .malformed(reader.faults) }
    self = directive
  }

  /// As a document has it.
  var json: JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    if let when = condition.json { object["when"] = when }
    object["do"] = decision.json
    if priority != 0 { object["priority"] = .integer(priority) }
    object["from"] = from.map { .string("\($0)") }
    object["until"] = until.map { .string("\($0)") }
    return .object(object)
  }
}

extension DirectiveDecision {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    switch self {
    case .shake(let campaign, let type):
      object["campaign"] = campaign.map { .string($0) }
      object["type"] = type.map { .string($0) }
    case .nothing(let sentence, let hint):
      object["nothing"] = .string(sentence)
      object["hint"] = hint.map { .string($0) }
    }
    return .object(object)
  }

  /// `campaign summer, type tv`, or `nothing: …`
  var summary: String {
    switch self {
    case .shake(let campaign, let type):
      [campaign.map { "campaign \($0)" }, type.map { "type \($0)" }].compactMap { $0 }.joined(separator: ", ")
    case .nothing(let sentence, _): "nothing: \(sentence)"
    }
  }
}
