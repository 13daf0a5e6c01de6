internal import QixFormats
internal import QixHTTP
internal import QixModule
internal import Synchronization

/// What describes the interface. Anybody may ask for it, as often as they like, so each is made once, with its tag and its
/// short form: by `prepare`, which a server calls some seconds after its start, or for the first who asks.
final class Documents: Sendable {
  private let openAPI = Mutex<ServedFile?>(nil)
  private let page = Mutex<ServedFile?>(nil)
  private let forms = Mutex<ServedFile?>(nil)
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
  func commands(_ head: HTTPHead) -> HTTPResponse { Self.answer(head, commands) }

  private var description: ServedFile {
    Self.made(openAPI) { ServedFile("application/json", OpenAPI(program, routes, wording).value.serialized(.pretty)) }
  }

  private var reference: ServedFile {
    Self.made(page) {
      ServedFile("text/html; charset=utf-8", Array(ReferencePage(program, routes.offers, wording).html.utf8))
    }
  }

  private var commands: ServedFile {
    Self.made(forms) { ServedFile("application/json", CommandForms(program, routes, wording).value.serialized()) }
  }

  /// Whoever asks while it is made waits for that, and makes no other.
  private static func made(_ place: borrowing Mutex<ServedFile?>, _ make: () -> ServedFile) -> ServedFile {
    place.withLock { page in
      if let page { return page }
      let made = make()
      page = made
      return made
    }
  }

  private static func answer(_ head: HTTPHead, _ page: ServedFile) -> HTTPResponse {
    page.answer(
      head,
      [
        "Cache-Control": "no-cache",
        // Nothing from elsewhere, and no script.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        "Referrer-Policy": "no-referrer",
      ])
  }
}
