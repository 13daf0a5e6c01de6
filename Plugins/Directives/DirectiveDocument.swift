internal import IdentityContract
internal import QixCalendar
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

extension DirectiveCondition {
  /// Nil where it says nothing.
  fileprivate var json: JSONValue? {
    var when = JSONObject()
    switch link {
    case .exact(let text): when["link"] = .string(text)
    case .prefix(let text): when["link_prefix"] = .string(text)
    case nil: break
    }
    when["session"] = session.map { .string($0) }
    when["place"] = place.map { .string($0) }
    switch asked {
    case .type(let type): when["asked"] = .string(type)
    case .nothing: when["asked"] = .string(DirectiveReader.nothing)
    case nil: break
    }
    when["mode"] = mode.map { .string($0.name) }
    when["segment"] = segment.map { .string($0) }
    if let hours {
      var object = JSONObject()
      object["from"] = .string(WeeklyHours.text(hours.from))
      object["until"] = .string(WeeklyHours.text(hours.until))
      if hours.days.count < 7 { object["days"] = .array(hours.dayList.map { .string($0) }) }
      object["zone"] = .string(hours.zone.identifier)
      when["hours"] = .object(object)
    }
    return when.members.isEmpty ? nil : .object(when)
  }

  /// In a few words, for lists: `link qix://acme/summer, place milan`.
  var summary: String {
    var parts: [String] = []
    switch link {
    case .exact(let text): parts.append("link \(text)")
    case .prefix(let text): parts.append("link \(text)…")
    case nil: break
    }
    if let session { parts.append("session \(session)") }
    if let place { parts.append("place \(place)") }
    switch asked {
    case .type(let type): parts.append("asked for \(type)")
    case .nothing: parts.append("asked for nothing")
    case nil: break
    }
    if let mode { parts.append("mode \(mode.name)") }
    if let segment { parts.append("segment \(segment)") }
    if let hours { parts.append(hours.summary) }
    return parts.isEmpty ? "always" : parts.joined(separator: ", ")
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
