internal import QixFormats
internal import QixHTTP
internal import QixModule

/// What describes the interface, made once.
struct Documents: Sendable {
  private let openAPI: [UInt8]
  private let page: [UInt8]

  init(_ program: Program, _ routes: RouteTable) {
    openAPI = OpenAPI(program, routes).value.serialized(.pretty)
    page = Array(ReferencePage(program, routes.offers).html.utf8)
  }

  func description(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, openAPI, "application/json") }
  func reference(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, page, "text/html; charset=utf-8") }

  private static func answer(_ head: HTTPHead, _ bytes: [UInt8], _ type: String) -> HTTPResponse {
    let tag = EntityTag.of(bytes)
    let fields: HTTPFields = [
      "Content-Type": type, "ETag": tag, "Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff",
      // Nothing from elsewhere, and no script.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
    ]
    if EntityTag.matches(head.fields["If-None-Match"], tag) { return HTTPResponse(304, fields) }
    var response = HTTPResponse(200, fields, body: bytes)
    response.letBeCompressed()
    return response
  }
}
