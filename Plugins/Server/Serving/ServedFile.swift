internal import QixHTTP

/// A text or picture that is the same for everybody: made once, with its tag and its shorter forms.
struct ServedFile: Sendable {
  let type: String
  let bytes: [UInt8]
  /// Nil where it would be no shorter, or the library for it is missing.
  private let gzip: [UInt8]?
  private let brotli: [UInt8]?
  let tag: String

  init(_ type: String, _ bytes: [UInt8], brotli: [UInt8]? = nil) {
    (self.type, self.bytes, self.brotli) = (type, bytes, brotli)
    gzip = MicroHTTPServer.gzip(bytes).flatMap { $0.count < bytes.count ? $0 : nil }
    tag = EntityTag.of(bytes)
  }

  /// - Parameter fields: what the answer has beside its type, its tag and its coding.
  func answer(_ head: HTTPHead, _ fields: HTTPFields) -> HTTPResponse {
    var all: HTTPFields = [
      "Content-Type": type, "ETag": tag, "Vary": "Accept-Encoding", "X-Content-Type-Options": "nosniff",
    ]
    all.add(fields)
    if EntityTag.matches(head.fields["If-None-Match"], tag) { return HTTPResponse(304, all) }
    let coded = [("br", brotli), ("gzip", gzip)].first { $0.1 != nil && head.fields.accept(coding: $0.0) }
    if let coded { all.add("Content-Encoding", coded.0) }
    return HTTPResponse(200, all, body: coded?.1 ?? bytes)
  }
}
