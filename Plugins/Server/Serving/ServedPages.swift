internal import QixHTTP
internal import QixModule
internal import ServerContract
internal import Synchronization

/// The pages of all enabled modules. Nothing in them is personal: what is comes from the commands' addresses.
final class ServedPages: Sendable {
  private let folders: [String: Folder]

  /// The addresses of what isn't pages.
  private static let taken: Set<String> = ["v1", "healthz", "readyz", "metrics", "reference"]

  /// - Throws: `RouteCollision` where two modules, or a module and the server, have one address.
  init(_ registry: Registry) throws(RouteCollision) {
    var folders: [String: Folder] = [:]
    for case let module as any PageProviding.Type in registry.modules {
      let pages = module.pages
      let other = Self.taken.contains(pages.folder) ? "server" : folders[pages.folder]?.module
      if let other {
        throw RouteCollision(address: Address("GET /\(pages.folder)"), one: other, other: module.id)
      }
      folders[pages.folder] = Folder(module.id, pages)
    }
    self.folders = folders
  }

  /// The answer at an address, and the address as figures and logs name it: without what it names of a user.
  func answer(_ head: HTTPHead, _ target: HTTPTarget) -> (HTTPResponse, route: String)? {
    guard let first = target.path.first, let folder = folders[first] else { return nil }
    return (folder.answer(head, target.path.dropFirst().joined(separator: "/")), "GET /\(first)")
  }

  /// The address of pages without the slash at its end; nil for any other address.
  func withoutSlash(_ target: String) -> String? {
    guard target.hasSuffix("/"), folders[String(target.dropFirst().dropLast())] != nil else { return nil }
    return String(target.dropLast())
  }
}

/// The pages of one module.
private final class Folder: Sendable {
  let module: String
  private let pages: Pages
  private let made = Mutex<Content?>(nil)

  private struct Content {
    let index: ServedFile?
    let files: [String: ServedFile]
    /// What stands before the names of files that browsers keep: `files-3f2a81c0d94b5e17/`.
    let version: String
  }

  init(_ module: String, _ pages: Pages) { (self.module, self.pages) = (module, pages) }

  func answer(_ head: HTTPHead, _ path: String) -> HTTPResponse {
    let content = content
    if path.hasPrefix(content.version), let file = content.files[String(path.dropFirst(content.version.count))] {
      return file.answer(head, fields("public, max-age=31536000, immutable"))
    }
    if let file = content.files[path] { return file.answer(head, fields("no-cache")) }
    // A page's script leads on from any address, but not from that of a file that isn't there.
    guard let index = content.index, path.split(separator: "/").last?.contains(".") != true, !path.hasPrefix("files-")
    else { return Problem(404, "http.not-found", "there is nothing at this address").response }
    return index.answer(head, fields("no-cache"))
  }

  private var content: Content {
    made.withLock { made in
      if let made { return made }
      let content = makeContent()
      made = content
      return content
    }
  }

  private func makeContent() -> Content {
    let files = pages.files
    let digest = EntityTag.digest(files.flatMap { Array("\($0.name) \($0.bytes.count)\n".utf8) + $0.bytes })
    let version = "files-\(digest.prefix(16))/"
    var (index, served): (ServedFile?, [String: ServedFile]) = (nil, [:])
    for file in files {
      if file.name == "index.html" {
        let text = String(decoding: file.bytes, as: UTF8.self)
        index = ServedFile(
          Self.type(of: file.name), Array(text.replacing("@files/", with: "/\(pages.folder)/\(version)").utf8))
      } else {
        served[file.name] = ServedFile(Self.type(of: file.name), file.bytes, brotli: file.brotli)
      }
    }
    return Content(index: index, files: served, version: version)
  }

  private func fields(_ caching: String) -> HTTPFields {
    [
      "Cache-Control": caching, "Content-Security-Policy": Self.policy, "Permissions-Policy": permissions,
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Resource-Policy": "same-origin",
      // A form of these pages has to say where it comes from, which `no-referrer` would hide.
      "Referrer-Policy": "same-origin",
    ]
  }

  /// Nothing from elsewhere, and no script or style within a document.
  private static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:", "media-src 'self' blob:",
    "font-src 'self'", "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'self'",
    "base-uri 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'", "trusted-types qix",
  ].joined(separator: "; ")

  /// What browsers may be asked for, which pages have to be let do.
  private static let asked = [
    "accelerometer", "camera", "display-capture", "fullscreen", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "screen-wake-lock", "usb", "web-share",
  ]

  private var permissions: String {
    Self.asked.map { "\($0)=\(pages.permissions.contains($0) ? "(self)" : "()")" }.joined(separator: ", ")
  }

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "ico": "image/vnd.microsoft.icon",
    "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8", "json": "application/json",
    "mjs": "text/javascript; charset=utf-8", "png": "image/png", "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8", "wasm": "application/wasm", "webmanifest": "application/manifest+json",
    "webp": "image/webp", "woff2": "font/woff2",
  ]

  private static func type(of name: String) -> String {
    name.split(separator: ".").last.flatMap { types[String($0)] } ?? "application/octet-stream"
  }
}
