internal import QixHTTP
internal import QixModule

/// What needs no command, and what every answer has.
extension RequestHandler {
  // MARK: What every answer has

  static func headers(_ type: String) -> HTTPFields {
    ["Content-Type": type, "Cache-Control": "no-cache, private", "X-Content-Type-Options": "nosniff"]
  }

  private func isShared(_ head: HTTPHead) -> Bool { head.fields["Origin"].map(trust.origins.contains) ?? false }

  /// Lets scripts of web sites read an answer, where they may (Fetch §3.2), and caches keep what they may.
  func share(_ fields: inout HTTPFields, _ head: HTTPHead) {
    if head.target.hasPrefix("/v1/"), let cookie = Caller.credential(head.fields).cookie {
      // A browser may have both cookies, and gets another answer for each.
      fields.extend("Vary", by: SessionCookie.face)
      if cookie == .staff { fields.replace("Cache-Control", with: "no-store") }
    }
    guard !trust.origins.isEmpty else { return }
    // Whoever asks: a cache would hand an answer without the fields to a site that may read it, and the other way round.
    fields.extend("Vary", by: "Origin")
    guard isShared(head), let origin = head.fields["Origin"] else { return }
    fields.add([
      "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true",
      "Access-Control-Expose-Headers":
        "ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, Upload-Offset",
    ])
  }

  func preflight(_ head: HTTPHead, _ methods: [String]) -> HTTPResponse {
    let all = Set(methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted().joined(separator: ", ")
    var fields: HTTPFields = ["Allow": all]
    if isShared(head) {
      fields.add("Access-Control-Allow-Methods", all)
      fields.add(
        "Access-Control-Allow-Headers",
        "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Prefer, Upload-Length, Upload-Offset"
      )
      fields.add("Access-Control-Max-Age", "600")
    }
    return HTTPResponse(204, fields)
  }

  // MARK: What needs no command

  /// The answer, and the address as figures and logs name it.
  func plain(_ head: HTTPHead, _ target: HTTPTarget) -> (HTTPResponse, route: String)? {
    if head.method == "POST" { return pages.answer(shared: target) }
    guard head.method == "GET" || head.method == "HEAD" else { return nil }
    if let response = figures(head, target) {
      return (response, "\(head.method) /\(target.path.joined(separator: "/"))")
    }
    let file = files.answer(head, target, base.database) { problem(of: $0, ErrorTeller(), for: nil).response }
    return file ?? pages.answer(head, target, media: mediaOrigins)
  }

  /// Origins from which pages may play sound and videos, as the setting says now.
  func mediaOrigins() -> [String] {
    (try? base.database.reader().read { try $0.value(of: ServerModule.mediaOrigins) }) ?? []
  }

  private func figures(_ head: HTTPHead, _ target: HTTPTarget) -> HTTPResponse? {
    switch target.path {
    case ["healthz"]: return Self.text("alive\n")
    case ["readyz"]: return readiness
    case ["metrics"]:
      do {
        let principal = try self.principal(head, nil, base)
        guard [.admin, .operator, .auditor].contains(principal.role) else {
          return Problem(403, "access.role", "only operators and auditors can read the server's figures").response
        }
      } catch {
        return problem(of: error, ErrorTeller(), for: nil).response
      }
      return Self.text(
        metrics.text(
          counts(),
          waiting: waiting,
          listeners: listeners?.count ?? 0),
        "text/plain; version=0.0.4; charset=utf-8")
    case ["v1", "openapi.json"]: return documents.description(head)
    case ["v1", "commands.json"]: return documents.commands(head)
    case ["reference"]: return documents.reference(head)
    case [Manifest.address]:
      guard let home = pages.home else { return nil }
      guard let brand = try? base.database.reader().read(Brand.init) else { return readiness }
      return Manifest(brand, home, Links(base.registry), translations(for: head.fields)).answer(head)
    case let path where path.count == 1 && Brand.addresses.contains(path[0]):
      guard let brand = try? base.database.reader().read(Brand.init) else { return readiness }
      return brand.answer(head, at: path[0], try? base.installationZone(), base.face)
        ?? Problem(404, "http.not-found", "there is nothing at this address").response
    default: return nil
    }
  }

  private var readiness: HTTPResponse {
    do {
      try base.database.reader().read { _ in }
      guard room.isThere else {
        return Problem(
          503, "http.not-ready", "the disk is full, so nothing can be written", ["Retry-After": "30"]
        ).response
      }
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
