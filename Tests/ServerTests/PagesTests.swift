import Foundation
import QixCatalog
import QixFormats
import QixHTTP
import QixKernel
import QixPages
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Web pages of modules.
@Suite struct PagesTests {
  private enum StickerModule: PageProviding {
    static let id = "sticker"
    static let summary = "Pages, for tests."
    static let pages = Pages(of: "Stickers", permissions: ["camera"])
  }

  private enum OtherModule: PageProviding {
    static let id = "other"
    static let summary = "Pages at the same address."
    static let pages = Pages(of: "stickers")
  }

  private static let script = String(repeating: "export const sticker = 'gold';\n", count: 40)
  private static let files = [
    ("index.html", "<!doctype html><script type=module src=\"@files/app.js\"></script>\n"), ("app.js", script),
    ("icons/coin.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
  ]

  /// Runs a server that shows them as they lie in a project.
  private static func with(_ body: (RunningServer) throws -> Void) throws {
    try TestHome.initialised(modules: Catalog.modules + [StickerModule.self]) { home in
      let folder = "\(home.path)/project/Plugins/Stickers/Pages"
      for (name, text) in files {
        let place = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
      try RunningServer.with(home, ["--pages", "\(home.path)/project"]) { try body($0) }
    }
  }

  /// Those of a pack, as the program has one.
  private static func packed() throws -> ServedPages {
    let brotli = "as brotli has it"
    let list = files.map { name, text in
      """
      {"name":"stickers/\(name)","size":\(text.utf8.count),"brotli":\(name == "app.js" ? "\(brotli.utf8.count)" : "null")}
      """
    }
    let content = files.map { $1 + ($0 == "app.js" ? brotli : "") }.joined()
    let pack = PagePack(Array("{\"files\":[\(list.joined(separator: ","))]}\n\(content)".utf8))
    return try ServedPages(Registry([StickerModule.self]), .pack(pack))
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
    let pages = try Self.packed()
    func get(_ address: some StringProtocol, accepting codings: String? = nil) throws -> HTTPResponse {
      let fields: HTTPFields = codings.map { ["Accept-Encoding": $0] } ?? [:]
      let head = HTTPHead(method: "GET", target: "\(address)", fields: fields, peer: "")
      return try #require(pages.answer(head, try HTTPTarget("\(address)"))).0
    }
    let page = String(decoding: try get("/stickers").body, as: UTF8.self)
    let start = try #require(page.firstRange(of: "src=\"")?.upperBound)
    let address = page[start...].prefix { $0 != "\"" }
    #expect(address.hasPrefix("/stickers/files-") && address.hasSuffix("/app.js"))
    let kept = try get(address)
    #expect(kept.status == 200 && kept.body.elementsEqual(Self.script.utf8))
    #expect(kept.fields["Cache-Control"] == "public, max-age=31536000, immutable")
    #expect(kept.fields["Content-Type"] == "text/javascript; charset=utf-8")
    let plain = try get("/stickers/app.js")
    #expect(plain.body == kept.body && plain.fields["Cache-Control"] == "no-cache")
    #expect(try get("/stickers/icons/coin.svg").fields["Content-Type"] == "image/svg+xml")
    let short = try get(address, accepting: "gzip, br")
    #expect(short.fields["Content-Encoding"] == "br" && short.body.elementsEqual("as brotli has it".utf8))
    let zipped = try get(address, accepting: "gzip")
    #expect(zipped.fields["Content-Encoding"] == "gzip" && zipped.body.count < Self.script.utf8.count / 4)
    #expect(zipped.fields["Vary"]?.contains("Accept-Encoding") ?? false)
    #expect(try get("/stickers/files-0000000000000000/app.js").status == 404)
    #expect(try get("/stickers/\(address.split(separator: "/")[1])/none.js").status == 404)
  }

  /// An operator's name, colour and picture, for everybody.
  @Test func brandIsTheOperators() throws {
    try Self.with { server in
      #expect(try server.get("/brand.css").body == ":root { --brand-h: 162; --brand-c: 1.00; }\n")
      #expect(try server.get("/brand.json").json["name"]?.string == "qix")
      #expect(try server.get("/brand-logo").status == 404)
      let logo = "\(server.home.path)/logo.svg"
      let picture = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"
      try Data(picture.utf8).write(to: URL(fileURLWithPath: logo))
      for (name, value) in [("name", "Alba"), ("hue", "30"), ("chroma", "5"), ("logo", logo)] {
        try server.home.done("setting set server.brand-\(name) \(value)")
      }
      let style = try server.get("/brand.css")
      #expect(style.body == ":root { --brand-h: 30; --brand-c: 0.05; }\n" && style.field("Cache-Control") == "no-cache")
      #expect(try server.get("/brand.json").json["name"]?.string == "Alba")
      for bad in [" ", "\u{2800}", "a\u{202E}b"] {
        #expect(try server.home.qix(["setting", "set", "server.brand-name", bad]).exitCode == 2, "\(bad)")
      }
      let reply = try server.get("/brand-logo")
      #expect(reply.field("Content-Type") == "image/svg+xml" && reply.body == picture)
      #expect(reply.field("Content-Security-Policy")?.contains("sandbox") ?? false)
    }
  }

  @Test(arguments: [
    "/stickers/files-0000000000000000/app.js", "/stickers/none.js", "/stickers/index.html", "/stickers/files-1/x",
    "/stickerss", "/stickers/..%2fapp.js", "/stickers/%2e%2e/v1", "//stickers/", "/stickers//app.js",
    "/stickers/..%2f..%2f..%2fqix.db", "/stickers/.git", "/stickers/app.js%00", "/ground/none.js", "/stickers/icons.d",
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
      _ = try ServedPages(Registry(Catalog.modules + [StickerModule.self, OtherModule.self]), .pack(PagePack([])))
    }
  }
}
