internal import QixFormats
internal import QixHTTP
internal import QixModule

/// An error as HTTP tells it: a problem of RFC 9457 with qix's code and hint.
struct Problem: Error, Sendable {
  var status: Int
  let code: String
  var detail: String
  var hint: String?
  /// What stands in the detail as a value, for programs: `coins`.
  var values = JSONObject()
  var fields = HTTPFields()
  /// What the detail was made of; nil for words of the server's own.
  private var report: ErrorReport?

  init(_ status: Int, _ code: String, _ detail: String, hint: String? = nil, _ fields: HTTPFields = HTTPFields()) {
    (self.status, self.code, self.detail, self.hint, self.fields) = (status, code, detail, hint, fields)
  }

  init(_ error: ErrorReport, _ wording: Wording) {
    self.init(
      Self.status(of: error.code, error.category), error.code, error.message(wording),
      hint: error.advice(wording) ?? (error.hint?.namesHelp ?? false ? "/reference shows what it takes." : nil))
    let seconds = error.retryAfter ?? (status == 503 ? 1 : nil)
    if let seconds { fields.add("Retry-After", "\(seconds)") }
    report = error
    for (name, part) in error.values {
      if let value = part.json { values[name.replacing(" ", with: "_")] = value }
    }
  }

  /// Says the detail in a language, where it is there in it: to customers, and whatever becomes of that, in a response
  /// that says so.
  mutating func speak(_ translations: Translations, _ wording: Wording) {
    let report = report ?? ErrorReport(Failure(code, .refused, Sentence(text: detail)))
    let text = report.message(by: translations, wording)
    // A hint of the server's own is there in English alone.
    if let text { (detail, hint) = (text, nil) }
    fields.speak(text == nil ? .en : translations.language)
  }

  /// What HTTP has a status of its own for.
  private static let statuses = [
    // A token or a session that has ended since the request was let in.
    "access.token-revoked": 401, "access.token-expired": 401, "access.token-unknown": 401,
    "sessions.ended": 401, "sessions.unknown": 401, "staff.ended": 401,
    "identity.code-limit": 429, diskFull: 503,
  ]
  static let diskFull = "storage.disk-full"

  static func status(of code: String, _ category: ErrorCategory) -> Int { statuses[code] ?? category.status }

  /// The phrase of a status (RFC 9110 §15).
  static func title(_ status: Int) -> String {
    switch status {
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 422: "Unprocessable Content"
    case 424: "Failed Dependency"
    case 429: "Too Many Requests"
    case 499: "Client Closed Request"
    case 503: "Service Unavailable"
    default: "Internal Server Error"
    }
  }

  /// The last line of a batch that could not be answered to its end, or not be done for all of its lines.
  var line: String { "{\"problem\":" + String(decoding: json.dropLast(), as: UTF8.self) + "}\n" }

  private var json: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("type", "about:blank")
    writer.member("title", Self.title(status))
    writer.member("status", Int64(status))
    writer.member("code", code)
    writer.member("detail", detail)
    if let hint { writer.member("hint", hint) }
    if !values.members.isEmpty {
      writer.key("values")
      writer.value(.object(values))
    }
    writer.endObject()
    writer.newLine()
    return writer.bytes
  }

  var response: HTTPResponse {
    var all = fields
    all.add("Content-Type", "application/problem+json")
    all.add("Cache-Control", "no-store")
    all.add("X-Content-Type-Options", "nosniff")
    return HTTPResponse(status, all, body: json)
  }
}

extension HTTPFields {
  /// Says in which language a customer reads the sentences of a response.
  mutating func speak(_ language: Language) {
    add("Content-Language", language.rawValue)
    extend("Vary", by: "Accept-Language")
  }
}

extension ErrorCategory {
  /// The status of HTTP; docs/api.md shows it beside the exit codes.
  var status: Int {
    switch self {
    case .usage: 400
    case .notAllowed: 403
    case .notFound: 404
    case .conflict: 409
    case .refused: 422
    case .elsewhere: 424
    case .failed, .damaged: 500
    case .busy, .interrupted: 503
    }
  }
}

extension Sentence.Part {
  /// The value of a part that is one; nil for commands and options, which HTTP has no use for.
  fileprivate var json: JSONValue? {
    switch self {
    case .number(let number), .coins(let number), .count(let number, _): .integer(number)
    case .text(let text): .string(text)
    case .time(let time): .string("\(time)")
    case .user(let user): .string("\(user)")
    case .words, .stop, .command, .option, .argument, .placeholder, .exit, .secret: nil
    }
  }
}

extension Sentence {
  /// Whether it sends its reader to a command's help.
  fileprivate var namesHelp: Bool {
    parts.contains { if case .command(let line) = $0 { line.text.hasSuffix(" --help") } else { false } }
  }
}
