internal import QixFormats
internal import QixHTTP
internal import QixModule

/// What describes the interface. Anybody may ask for it, as often as they like, so nothing is made when they do: not the
/// text, its tag, or its short form, which takes ten milliseconds.
struct Documents: Sendable {
  private struct Page: Sendable {
    let type: String
    let bytes: [UInt8]
    /// Nil where the library for it is missing.
    let gzip: [UInt8]?
    let tag: String

    init(_ type: String, _ bytes: [UInt8]) {
      (self.type, self.bytes) = (type, bytes)
      gzip = MicroHTTPServer.gzip(bytes)
      tag = EntityTag.of(bytes)
    }
  }

  private let openAPI: Page
  private let page: Page

  init(_ program: Program, _ routes: RouteTable, _ wording: Wording) {
    openAPI = Page("application/json", OpenAPI(program, routes, wording).value.serialized(.pretty))
    page = Page("text/html; charset=utf-8", Array(ReferencePage(program, routes.offers, wording).html.utf8))
  }

  func description(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, openAPI) }
  func reference(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, page) }

  private static func answer(_ head: HTTPHead, _ page: Page) -> HTTPResponse {
    var fields: HTTPFields = [
      "Content-Type": page.type, "ETag": page.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding",
      "X-Content-Type-Options": "nosniff",
      // Nothing from elsewhere, and no script.
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "Referrer-Policy": "no-referrer",
    ]
    if EntityTag.matches(head.fields["If-None-Match"], page.tag) { return HTTPResponse(304, fields) }
    guard let gzip = page.gzip, head.fields.accept(coding: "gzip") else {
      return HTTPResponse(200, fields, body: page.bytes)
    }
    fields.add("Content-Encoding", "gzip")
    return HTTPResponse(200, fields, body: gzip)
  }
}
