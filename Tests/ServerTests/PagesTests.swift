import QixCatalog
import QixHTTP
import QixKernel
import QixTesting
import ServerContract
import Testing

@testable import Server

/// Web pages of modules.
@Suite struct PagesTests {
  private enum StickerModule: PageProviding {
    static let id = "sticker"
    static let summary = "Pages, for tests."
    static let pages = Pages(
      "stickers", permissions: ["camera"],
      [
        PageFile("index.html", Array("<!doctype html><script type=module src=\"@files/app.js\"></script>\n".utf8)),
        PageFile("app.js", script, brotli: Array("as brotli has it".utf8)),
        PageFile("icons/coin.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)),
      ])
    static let script = Array(String(repeating: "export const sticker = 'gold';\n", count: 40).utf8)
  }

  private enum OtherModule: PageProviding {
    static let id = "other"
    static let summary = "Pages at the same address."
    static let pages = Pages("stickers", [])
  }

  private static func with(_ body: (RunningServer) throws -> Void) throws {
    try TestHome.initialised(modules: Catalog.modules + [StickerModule.self]) { home in
      try RunningServer.with(home) { try body($0) }
    }
  }

  @Test func areThereForEverybody() throws {
    try Self.with { server in
      let page = try server.get("/stickers")
      #expect(page.status == 200 && page.field("Content-Type") == "text/html; charset=utf-8")
      #expect(page.field("Cache-Control") == "no-cache")
      // Whatever the page's script shows at an address below, it leads to the page.
      for path in ["/stickers/wall", "/stickers/wall/usr_1"] {
        #expect(try server.get(path).body == page.body, "\(path)")
      }
      let policy = try #require(page.field("Content-Security-Policy"))
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(policy.contains("require-trusted-types-for 'script'") && !policy.contains("unsafe"))
      #expect(page.field("Permissions-Policy")?.contains("camera=(self)") ?? false)
      #expect(page.field("Permissions-Policy")?.contains("microphone=()") ?? false)
      #expect(page.field("X-Content-Type-Options") == "nosniff" && page.field("Referrer-Policy") == "same-origin")
      for kind in ["Opener", "Resource"] { #expect(page.field("Cross-Origin-\(kind)-Policy") == "same-origin") }
      let tag = try #require(page.field("ETag"))
      #expect(try server.get("/stickers", ["If-None-Match: \(tag)"]).status == 304)
      #expect(try server.request("HEAD", "/stickers").body.isEmpty)
      let slash = try server.get("/stickers/")
      #expect(slash.status == 308 && slash.field("Location") == "/stickers")
      // Figures and logs name the pages, and nothing that an address names of a user.
      let metrics = try server.get("/metrics", as: server.token("m", "operator")).body
      #expect(metrics.contains("GET /stickers") && !metrics.contains("usr_1"))
    }
  }

  /// The file that a page names is kept for good: another one has another address.
  @Test func filesAreKeptByBrowsers() throws {
    try Self.with { server in
      let page = try server.get("/stickers").body
      let start = try #require(page.firstRange(of: "src=\"")?.upperBound)
      let address = String(page[start...].prefix { $0 != "\"" })
      #expect(address.hasPrefix("/stickers/files-") && address.hasSuffix("/app.js"))
      let kept = try server.get(address)
      #expect(kept.status == 200 && kept.body.utf8.elementsEqual(StickerModule.script))
      #expect(kept.field("Cache-Control") == "public, max-age=31536000, immutable")
      #expect(kept.field("Content-Type") == "text/javascript; charset=utf-8")
      let plain = try server.get("/stickers/app.js")
      #expect(plain.body == kept.body && plain.field("Cache-Control") == "no-cache")
      #expect(try server.get("/stickers/icons/coin.svg").field("Content-Type") == "image/svg+xml")
      let short = try server.get(address, ["Accept-Encoding: gzip, br"])
      #expect(short.field("Content-Encoding") == "br" && short.body == "as brotli has it")
      let zipped = try server.get(address, ["Accept-Encoding: gzip"])
      #expect(zipped.field("Content-Encoding") == "gzip" && zipped.field("Vary")?.contains("Accept-Encoding") ?? false)
      #expect(zipped.field("Content-Length").flatMap { Int($0) } ?? .max < StickerModule.script.count / 4)
    }
  }

  @Test(arguments: [
    "/stickers/files-0000000000000000/app.js", "/stickers/none.js", "/stickers/index.html", "/stickers/files-1/x",
    "/stickerss", "/stickers/..%2fapp.js", "/stickers/%2e%2e/v1", "//stickers/", "/stickers//app.js",
  ])
  func nothingElseIsThere(path: String) throws {
    try Self.with { server in
      let reply = try server.get(path)
      #expect([400, 404].contains(reply.status) && reply.field("Location") == nil, "\(reply)")
      #expect(try server.request("POST", "/stickers", body: "{}").status == 404)
    }
  }

  @Test func twoModulesHaveTwoFolders() throws {
    #expect(throws: RouteCollision.self) {
      _ = try ServedPages(Registry(Catalog.modules + [StickerModule.self, OtherModule.self]))
    }
  }
}
