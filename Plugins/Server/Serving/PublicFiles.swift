internal import QixHTTP
internal import QixModule

/// Files that modules serve to everybody, at `/v1/FOLDER/NAME`.
struct PublicFiles: Sendable {
  /// Asked for once: looking for the modules at each request would take longer than the request.
  private let modules: [any FileServing.Type]

  init(_ registry: Registry) { modules = registry.modules.compactMap { $0 as? any FileServing.Type } }

  /// The answer, and the address as figures and logs name it; nil for any other address.
  /// - Parameter problem: answers what can't be read.
  func answer(
    _ head: HTTPHead, _ target: HTTPTarget, _ database: Database, problem: (any Error) -> HTTPResponse
  ) -> (HTTPResponse, route: String)? {
    guard target.path.count == 3, target.path[0] == "v1",
      let module = modules.first(where: { $0.folder == target.path[1] })
    else { return nil }
    let route = "GET /v1/\(module.folder)/{name}"
    let (name, size) = (target.path[2], target.query.first { $0.name == "size" }?.value)
    do {
      guard let file = try database.reader().read({ try module.file(name, size: size, in: $0) }) else {
        return (Problem(404, "http.not-found", "there is nothing at this address").response, route)
      }
      return (Self.response(file, head), route)
    } catch {
      return (problem(error), route)
    }
  }

  private static func response(_ file: PublicFile, _ head: HTTPHead) -> HTTPResponse {
    let tag = "\"\(file.tag)\""
    let fields: HTTPFields = [
      "Content-Type": file.type, "ETag": tag,
      "Cache-Control": file.isLasting ? "public, max-age=31536000, immutable" : "no-cache",
      "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
      // Everybody may have it, so an app or a shop of the brand's may show it.
      "Cross-Origin-Resource-Policy": "cross-origin",
    ]
    if EntityTag.matches(head.fields["If-None-Match"], tag) { return HTTPResponse(304, fields) }
    return HTTPResponse(200, fields, body: file.bytes)
  }
}
