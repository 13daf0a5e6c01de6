import Foundation
import QixCatalog
import QixFormats
import QixKernel
import QixPages
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// Where the server leads customers, and what telephones install.
@Suite struct AppAddressTests {
  private static func with(
    modules: [any Module.Type] = Catalog.modules, _ body: (RunningServer) throws -> Void
  ) throws {
    try TestHome.initialised(modules: modules) { home in
      for (name, text) in [("index.html", "<!doctype html><title>app</title>"), ("sw.js", "// a worker")] {
        let place = URL(fileURLWithPath: "\(home.path)/project/Plugins/App/Pages/\(name)")
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
      try RunningServer.with(home, ["--pages", "\(home.path)/project"]) { try body($0) }
    }
  }

  private static let html = "Accept: text/html,*/*;q=0.8"

  /// The manifest and the worker of `/app/` cover what begins so, and the first page is at that address.
  @Test func theFirstPageEndsInASlash() throws {
    try Self.with { server in
      let page = try server.get("/app/?source=home")
      #expect(page.status == 200 && page.body.contains("<title>app"), "\(page)")
      for path in ["/app/wallet", "/app/open/campaign/summer?place=north"] {
        #expect(try server.get(path).body == page.body, "\(path)")
      }
      let short = try server.get("/app?x=1")
      #expect(short.status == 308 && short.field("Location") == "/app/?x=1")
      let worker = try server.get("/app/sw.js")
      #expect(
        worker.field("Cache-Control") == "no-cache" && worker.field("Content-Type")?.contains("javascript") == true)
      #expect(try server.get("/console/").field("Location") == "/console")
    }
  }

  @Test(arguments: [
    ("/open/campaign/summer", "/app/open/campaign/summer"),
    ("/open/wallet?place=north%20stand&session=a", "/app/open/wallet?place=north%20stand&session=a"),
    ("/open/https%3A", "/app/open/https%3A"), ("/open/evil.example", "/app/open/evil.example"),
    ("/open/x%0d%0aSet-Cookie:y", "/app/open/x%0d%0aSet-Cookie:y"),
    ("/open/\\evil.example", "/app/open/\\evil.example"),
    ("/open?//evil.example", "/app/open?//evil.example"),
  ]) func aPosterLeadsIntoTheApp(path: String, place: String) throws {
    try Self.with { server in
      let reply = try server.get(path)
      #expect(reply.status == 302 && reply.field("Location") == place, "\(reply)")
      #expect(reply.field("Set-Cookie") == nil)
      #expect(try server.request("HEAD", path).status == 302)
    }
  }

  /// What two programs could take for different addresses leads nowhere.
  @Test(arguments: [
    "/open//evil.example", "/open/..", "/open/%2e%2e/x", "/open/a%2fb", "/opening/x", "//open/x", "/open/%zz",
    "/open/%00",
  ]) func otherAddressesLeadNowhere(path: String) throws {
    try Self.with { server in
      let reply = try server.get(path)
      #expect([400, 404].contains(reply.status) && reply.field("Location") == nil, "\(reply)")
    }
  }

  /// People who type the server's name come to the app; programs are told that nothing is there.
  @Test func theServersNameLeadsToTheApp() throws {
    try Self.with { server in
      let people = try server.get("/", [Self.html])
      #expect(people.status == 302 && people.field("Location") == "/app/" && people.field("Vary") == "Accept")
      for fields in [[], ["Accept: */*"], ["Accept: application/json"]] {
        #expect(try server.get("/", fields).status == 404, "\(fields)")
      }
    }
  }

  @Test func withoutTheAppNothingLeadsThere() throws {
    try Self.with(modules: Catalog.modules.filter { $0.id != "app" }) { server in
      for path in ["/", "/open/wallet", "/app", "/app/", "/app.webmanifest"] {
        let reply = try server.get(path, [Self.html])
        #expect([400, 404].contains(reply.status) && reply.field("Location") == nil, "\(path): \(reply)")
      }
    }
  }

  @Test func telephonesInstallTheBrand() throws {
    try Self.with { server in
      let plain = try server.get("/app.webmanifest", ["Accept-Language: it"])
      #expect(plain.status == 200 && plain.field("Content-Type") == "application/manifest+json", "\(plain)")
      #expect(plain.field("Content-Language") == "it" && plain.field("Vary")?.contains("Accept-Language") == true)
      #expect(plain.field("Cache-Control") == "no-cache")
      let json = plain.json
      for member in ["id", "start_url", "scope"] { #expect(json[member] == "/app/", "\(member)") }
      #expect(json["name"] == "qix" && json["short_name"] == "qix" && json["display"] == "standalone")
      #expect(json["lang"] == "it" && json["theme_color"] == "#005437" && json["background_color"] == "#f1f8f4")
      #expect(json["icons"] == [["src": "/app/icon.svg", "type": "image/svg+xml", "sizes": "any"]])
      #expect(json["protocol_handlers"] == [["protocol": "web+qix", "url": "/app/open?link=%s"]])
      let shortcuts = json["shortcuts"]?.array ?? []
      #expect(shortcuts.map { $0["url"]?.string } == ["/app/wallet", "/app/vouchers", "/app/shake"])
      #expect(shortcuts.map { $0["name"]?.string } == ["Il tuo portafoglio", "I tuoi buoni", "Agita"])
      let logo = "\(server.home.path)/logo.svg"
      try Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8).write(to: URL(fileURLWithPath: logo))
      for (name, value) in [("name", "Alba"), ("hue", "30"), ("chroma", "0"), ("logo", logo)] {
        try server.home.done("setting set server.brand-\(name) \(value)")
      }
      let brand = try server.get("/app.webmanifest")
      #expect(brand.json["name"] == "Alba" && brand.field("Content-Language") == "en")
      #expect(brand.json["icons"] == [["src": "/brand-logo", "type": "image/svg+xml", "sizes": "any"]])
      let grey = try #require(brand.json["theme_color"]?.string)
      #expect(grey.dropFirst().prefix(2) == grey.suffix(2), "without chroma it is grey: \(grey)")
      let names = (brand.json["shortcuts"]?.array ?? []).map { $0["name"]?.string }
      #expect(names == ["Your wallet", "Your vouchers", "Shake"])
    }
  }

  /// Videos may come from where the operator says, at once, and nothing else may.
  @Test func videosComeFromElsewhere() throws {
    try Self.with { server in
      func policy(_ path: String) throws -> [String] {
        try #require(server.get(path).field("Content-Security-Policy")).split(separator: ";").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      let before = try policy("/app/")
      #expect(before.contains("media-src 'self' blob:") && before.contains("trusted-types qix"))
      let origins = "https://video.example,https://cdn.example:8443"
      try server.home.done("setting set server.media-origins \(origins)")
      let after = try policy("/app/")
      #expect(after.contains("media-src 'self' blob: https://video.example https://cdn.example:8443"))
      #expect(after.filter { !$0.hasPrefix("media-src") } == before.filter { !$0.hasPrefix("media-src") })
      #expect(try policy("/app/wallet") == after)
      for bad in [
        "video.example", "http://video.example", "https://video.example/", "https://*.example", "https://a;script-src",
        "https://a b", "https://Video.example", "data:", "'unsafe-inline'",
      ] {
        #expect(try server.home.qix(["setting", "set", "server.media-origins", bad]).exitCode == 2, "\(bad)")
      }
      try server.home.done("setting reset server.media-origins")
      #expect(try policy("/app/") == before)
    }
  }

  private enum OtherHome: PageProviding {
    static let id = "otherhome"
    static let summary = "Pages that customers come to, too."
    static let pages = Pages(of: "OtherHome", isHome: true)
  }

  @Test func customersComeToOneModule() {
    #expect(throws: RouteCollision.self) {
      _ = try ServedPages(Registry(Catalog.modules + [OtherHome.self]), .pack(PagePack([])))
    }
  }
}
