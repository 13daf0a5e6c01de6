internal import QixFormats
internal import QixHTTP
internal import QixModule
internal import Synchronization

/// What describes the interface. Anybody may ask for it, as often as they like, so each is made once, with its tag and its
/// short form: by `prepare`, which a server calls some seconds after its start, or for the first who asks.
final class Documents: Sendable {
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

  private let openAPI = Mutex<Page?>(nil)
  private let page = Mutex<Page?>(nil)
  private let program: Program
  private let routes: RouteTable
  private let wording: Wording

  init(_ program: Program, _ routes: RouteTable, _ wording: Wording) {
    (self.program, self.routes, self.wording) = (program, routes, wording)
  }

  /// Makes both, some tenths of a second before anybody has to wait for them.
  func prepare() {
    _ = (description, reference)
  }

  func description(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, description) }
  func reference(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, reference) }

  private var description: Page {
    Self.made(openAPI) { Page("application/json", OpenAPI(program, routes, wording).value.serialized(.pretty)) }
  }

  private var reference: Page {
    Self.made(page) {
      Page("text/html; charset=utf-8", Array(ReferencePage(program, routes.offers, wording).html.utf8))
    }
  }

  /// Whoever asks while it is made waits for that, and makes no other.
  private static func made(_ place: borrowing Mutex<Page?>, _ make: () -> Page) -> Page {
    place.withLock { page in
      if let page { return page }
      let made = make()
      page = made
      return made
    }
  }

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
