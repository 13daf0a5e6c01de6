internal import Glibc
internal import QixHTTP
internal import QixModule
internal import QixPages

/// The pages of all enabled modules. Nothing in them is personal: what is comes from the commands' addresses.
final class ServedPages: Sendable {
  /// The place that files come from.
  enum Source {
    /// Bundled, in the program.
    case pack(PagePack)
    /// As they are in a folder with the whole project, read again for each request: for authors of pages.
    case project(String)
  }

  private let folders: [String: Folder]
  /// The folder of the pages that customers come to; nil where no enabled module has any.
  let home: String?

  /// The addresses of what isn't pages.
  private static let taken = Brand.addresses.union([
    "v1", "healthz", "readyz", "metrics", "reference", links, Manifest.address,
  ])

  /// The first part of the addresses that posters have.
  private static let links = "open"

  /// - Throws: `RouteCollision` where two modules, or a module and the server, have one address.
  init(_ registry: Registry, _ source: Source) throws(RouteCollision) {
    var folders = [Pages.ground.folder: Folder("server", .ground, source)]
    for case let module as any PageProviding.Type in registry.modules {
      let pages = module.pages
      let rival = pages.isHome ? folders.values.first(where: \.isHome) : nil
      let other = Self.taken.contains(pages.folder) ? "server" : (folders[pages.folder] ?? rival)?.module
      if let other {
        throw RouteCollision(address: Address("GET /\(pages.folder)"), one: other, other: module.id)
      }
      folders[pages.folder] = Folder(module.id, pages, source)
    }
    self.folders = folders
    home = folders.first { $0.value.isHome }?.key
  }

  /// The answer at an address, and the address as figures and logs name it: without what it names of a user.
  /// - Parameter media: origins from which pages may play sound and videos.
  func answer(
    _ head: HTTPHead, _ target: HTTPTarget, media: () -> [String] = { [] }
  ) -> (HTTPResponse, route: String)? {
    if let place = place(head, target) {
      let fields: HTTPFields = ["Location": place, "Cache-Control": "no-cache", "Vary": "Accept"]
      return (HTTPResponse(302, fields), "GET /\(target.path.first ?? "")")
    }
    guard let first = target.path.first, let folder = folders[first] else { return nil }
    if first == home, target.path.count == 1 {
      return (HTTPResponse(308, ["Location": "/\(first)/\(head.target.drop { $0 != "?" })"]), "GET /\(first)")
    }
    return (folder.answer(head, Array(target.path.dropFirst()), media), "GET /\(first)")
  }

  /// The answer where a picture was shared with the app, and no service worker took it: the page says what to do.
  func answer(shared target: HTTPTarget) -> (HTTPResponse, route: String)? {
    guard let home, target.path == [home, "share"] else { return nil }
    return (HTTPResponse(303, ["Location": "/\(home)/shake/shared"]), "POST /\(home)")
  }

  /// The place to which the address of a poster leads, or that of the server by itself. It always lies on this server:
  /// a target is printable ASCII (`wire.c`) and follows the folder as it came.
  private func place(_ head: HTTPHead, _ target: HTTPTarget) -> String? {
    guard let home else { return nil }
    if target.path.first == Self.links { return "/\(home)\(head.target)" }
    // Programs go on being told that nothing is there.
    return target.path.isEmpty && head.fields["Accept"]?.contains("text/html") ?? false ? "/\(home)/" : nil
  }

  /// The answer at the address of pages with a slash at its end: the first page of those that customers come to, and of
  /// others the address without it.
  func answer(
    atSlash head: HTTPHead, media: () -> [String]
  ) -> (HTTPResponse, route: String)? {
    let front = head.target.prefix { $0 != "?" }
    guard ["GET", "HEAD"].contains(head.method), front.hasSuffix("/"),
      let (name, folder) = folders.first(where: { front == "/\($0.key)/" })
    else { return nil }
    let response =
      name == home
      ? folder.answer(head, [], media)
      : HTTPResponse(308, ["Location": "/\(name)\(head.target.drop { $0 != "?" })"])
    return (response, "GET /\(name)")
  }
}

/// The pages of one module.
private final class Folder: Sendable {
  let module: String
  var isHome: Bool { pages.isHome }
  private let pages: Pages
  /// Nil where the files are those of the program.
  private let project: String?
  private let packed: Content

  /// What was bundled: `index.html`, and the others by their names.
  private struct Content {
    var index: ServedFile?
    var files: [String: ServedFile] = [:]
    /// The first part of the addresses of files that browsers keep: `files-3f2a81c0d94b5e17`.
    var version = ""
  }

  init(_ module: String, _ pages: Pages, _ source: ServedPages.Source) {
    (self.module, self.pages) = (module, pages)
    switch source {
    case .pack(let pack): (project, packed) = (nil, Self.content(pages, pack.files(of: pages)))
    case .project(let folder): (project, packed) = (folder, Content())
    }
  }

  func answer(_ head: HTTPHead, _ path: [String], _ media: () -> [String]) -> HTTPResponse {
    if path.first == packed.version, let file = packed.files[path.dropFirst().joined(separator: "/")] {
      let caching = "public, max-age=31536000, immutable"
      // A script or a style is no page: the policy is that of the page that has it, and a phone waits for every byte.
      let isPart = path.last.map { $0.hasSuffix(".js") || $0.hasSuffix(".css") } ?? false
      return file.answer(
        head, isPart ? ["Cache-Control": caching, "Cross-Origin-Resource-Policy": "same-origin"] : fields(caching))
    }
    if let file = file(path) { return file.answer(head, fields("no-cache")) }
    // A page's script leads on from any address, but not from that of a file that isn't there.
    guard let index, path.last?.contains(".") != true, path.first?.hasPrefix("files-") != true else {
      return Problem(404, "http.not-found", "there is nothing at this address").response
    }
    return index.answer(head, fields("no-cache", media()))
  }

  private static let indexName = "index.html"

  private var index: ServedFile? {
    guard project != nil else { return packed.index }
    return read([Self.indexName]).map { Self.index($0, files: "/\(pages.folder)/") }
  }

  private func file(_ path: [String]) -> ServedFile? {
    guard project != nil else { return packed.files[path.joined(separator: "/")] }
    guard let name = path.last, path != [Self.indexName] else { return nil }
    return read(path).map { ServedFile(Self.type(of: name), $0) }
  }

  private func read(_ path: [String]) -> [UInt8]? {
    // A part that was percent-encoded may hold a slash, and so lead out of the folder.
    let isPlain = path.allSatisfy { part in
      part.first != "." && part.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 != 0 }
    }
    guard let project, isPlain else { return nil }
    let place = ([project, pages.sources] + path).joined(separator: "/")
    var status = stat()
    guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return try? FileInput.open(place, Interruption()).readToEnd()
  }

  private static func content(_ pages: Pages, _ files: [PageFile]) -> Content {
    let digest = EntityTag.digest(files.flatMap { Array("\($0.name) \($0.bytes.count)\n".utf8) + $0.bytes })
    var content = Content(version: "files-\(digest.prefix(16))")
    for file in files {
      if file.name == indexName {
        content.index = index(file.bytes, files: "/\(pages.folder)/\(content.version)/")
      } else {
        content.files[file.name] = ServedFile(type(of: file.name), file.bytes, brotli: file.brotli)
      }
    }
    return content
  }

  private static func index(_ bytes: [UInt8], files address: String) -> ServedFile {
    ServedFile(
      type(of: indexName), Array(String(decoding: bytes, as: UTF8.self).replacing("@files/", with: address).utf8))
  }

  private func fields(_ caching: String, _ media: [String] = []) -> HTTPFields {
    [
      "Cache-Control": caching, "Content-Security-Policy": Self.policy(media), "Permissions-Policy": permissions,
      "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Resource-Policy": "same-origin",
      // A form of these pages has to say where it comes from, which `no-referrer` would hide.
      "Referrer-Policy": "same-origin",
    ]
  }

  /// Nothing from elsewhere but sound and videos, and no script or style within a document.
  private static func policy(_ media: [String]) -> String {
    [
      "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' blob:",
      (["media-src 'self' blob:"] + media).joined(separator: " "), "font-src 'self'", "connect-src 'self'",
      "manifest-src 'self'", "worker-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
      "require-trusted-types-for 'script'", "trusted-types qix",
    ].joined(separator: "; ")
  }

  /// What browsers may be asked for, which pages have to be let do.
  private static let asked = [
    "accelerometer", "camera", "display-capture", "fullscreen", "geolocation", "gyroscope", "magnetometer",
    "microphone", "midi", "payment", "screen-wake-lock", "usb",
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
