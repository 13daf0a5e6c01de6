internal import IdentityContract
internal import QixBatch
internal import QixShake

/// A line of a batch of shakes.
enum ShakeLine {
  static let example = "{\"user\": \"shop-4711\", \"type\": \"tv\", \"key\": \"tv-981\"}"
  fileprivate static let form: Sentence = "Write each line as \(example)."

  private static let texts = ["user", "type", "campaign", "link", "session", "place", "device", "key"]

  /// - Returns: the shake, without a key where the line has none.
  /// - Throws: `Failure`, `JSONError`, `UserError.notFound`.
  static func request(_ line: [UInt8], _ users: any UserDirectory, in connection: Connection) throws -> ShakeRequest {
    guard let object = try JSONValue(parsing: line).object else { throw malformed("it is not a JSON object") }
    for member in object.members {
      guard member.key == "evidence" || texts.contains(member.key) else {
        throw malformed(
          "unknown key '\(member.key.prefix(40))'; the keys are: \(texts.joined(separator: ", ")), evidence")
      }
    }
    func text(_ name: String) throws -> String? {
      guard let value = object[name], !value.isNull else { return nil }
      guard let text = value.string else { throw malformed("'\(name)' is not a text") }
      return text
    }
    guard let reference = try text("user") else { throw malformed("'user' is missing") }
    var evidence = Evidence()
    if let value = object["evidence"], !value.isNull {
      guard let members = value.object else { throw malformed("'evidence' is not an object") }
      // The line is no shorter than the evidence in it.
      guard line.count <= Evidence.mostBytes || value.serialized().count <= Evidence.mostBytes else {
        throw ShakesError.evidenceTooLong
      }
      evidence = Evidence(members)
    }
    let key = try text("key")
    guard !(key?.hasPrefix(BatchRows.keyPrefix) ?? false) else {
      throw malformed("a key that begins with '\(BatchRows.keyPrefix)' is reserved for lines without a key")
    }
    guard !(key.map(IdempotencyKey.looksLikeCustomers) ?? false) else {
      throw malformed("keys that begin with '\(IdempotencyKey.reserved)' are reserved for customers")
    }
    let user = try users.required(reference, in: connection)
    return ShakeRequest(
      user: user, type: try text("type"), campaign: try text("campaign"),
      context: ShakeContext(
        link: try text("link"), session: try text("session"), place: try text("place"), device: try text("device")),
      evidence: evidence, key: key)
  }

  private static func malformed(_ problem: String) -> Failure {
    Failure("shakes.line-malformed", .usage, "\(problem)", hint: form)
  }

  /// Whom a line names, whatever else is wrong with it.
  static func user(_ line: [UInt8]) -> String? { (try? JSONValue(parsing: line))?.object?["user"]?.string }
}

/// Lines of a batch were no attempts, so that nothing could be decided about them.
struct SomeAreNoAttempts: Diagnosable {
  let count: Int64
  let first: LineFault
  /// Whether the batch ended before its first line was sent.
  let isNothingSent: Bool
  let isDryRun: Bool

  /// Those of the first line, so that a script can tell malformed lines from unknown users.
  var category: ErrorCategory { first.category }
  var code: String { first.code }

  var sentence: Sentence {
    let others = count > 1 ? "\(count) lines are invalid; the first: " : ""
    return "\(others)\(first)\(isNothingSent ? "; nothing was sent" : "")"
  }

  var hint: Sentence? {
    let rest: Sentence =
      isDryRun
      ? "Without --keep-going, nothing would be sent."
      : isNothingSent
        ? "Fix these lines. Or skip them with --keep-going."
        : "The other lines were sent. --results FILE lists the invalid lines."
    let hint = first.cause is RecordError ? ShakeLine.form : first.hint
    return hint.map { "\($0) \(rest)" } ?? rest
  }
}
