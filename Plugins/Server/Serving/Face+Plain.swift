internal import QixHTTP
internal import QixModule

/// What needs no command, and what every answer has.
extension Face {
  // MARK: What every answer has

  func headers(_ head: HTTPHead, _ type: String) -> HTTPFields {
    var fields = shared(head)
    fields.add("Content-Type", type)
    fields.add("Cache-Control", "no-cache, private")
    fields.add("X-Content-Type-Options", "nosniff")
    return fields
  }

  /// Fields for the scripts of web sites that may read answers (Fetch §3.2).
  func shared(_ head: HTTPHead) -> HTTPFields {
    guard let origin = head.fields["Origin"], trust.origins.contains(origin) else { return HTTPFields() }
    return [
      "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
      "Access-Control-Expose-Headers": "ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After",
    ]
  }

  func preflight(_ head: HTTPHead, _ methods: [String]) -> HTTPResponse {
    let all = Set(methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted().joined(separator: ", ")
    var fields = shared(head)
    fields.add("Allow", all)
    if !shared(head).all.isEmpty {
      fields.add("Access-Control-Allow-Methods", all)
      fields.add(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer")
      fields.add("Access-Control-Max-Age", "600")
    }
    return HTTPResponse(204, fields)
  }

  // MARK: What needs no command

  static func plainPath(_ target: HTTPTarget) -> String { "/" + target.path.joined(separator: "/") }

  func plain(_ head: HTTPHead, _ target: HTTPTarget) -> HTTPResponse? {
    guard head.method == "GET" || head.method == "HEAD" else { return nil }
    switch target.path {
    case ["healthz"]: return Self.text("alive\n")
    case ["readyz"]: return readiness
    case ["metrics"]:
      do {
        let principal = try self.principal(head, nil, base)
        guard [.admin, .operator, .auditor].contains(principal.role) else {
          return Problem(403, "access.role", "figures of the server are for operators and auditors").response
        }
      } catch {
        return ((error as? Problem) ?? Problem(ErrorTeller().told(error), wording)).response
      }
      return Self.text(
        metrics.text(
          counts(),
          waiting: waiting,
          listeners: listeners?.count ?? 0),
        "text/plain; version=0.0.4; charset=utf-8")
    case ["v1", "openapi.json"]: return documents.description(head)
    case ["reference"]: return documents.reference(head)
    default: return nil
    }
  }

  private var readiness: HTTPResponse {
    do {
      try base.database.reader().read { _ in }
      return Self.text("ready\n")
    } catch {
      return Problem(503, "http.not-ready", "the data can't be read", ["Retry-After": "5"]).response
    }
  }

  static func text(_ text: String, _ type: String = "text/plain; charset=utf-8") -> HTTPResponse {
    HTTPResponse(
      200, ["Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"],
      body: Array(text.utf8))
  }
}
