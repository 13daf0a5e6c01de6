import QixCatalog
import QixKernel
import QixModule
import QixTesting
import Testing

/// How links are written, and what is none.
@Suite struct LinkTests {
  private static let origin = "https://app.example.org"

  private static func link(_ text: String, origin: String? = origin) throws -> Link {
    try Links(Registry(Catalog.modules)).link(text, origin: origin)
  }

  @Test(arguments: [
    "campaign/summer", "campaign/summer/", "qix://campaign/summer", "QIX://campaign/summer", "web+qix:campaign/summer",
    "web+qix://campaign/summer", "Web+Qix:campaign/summer", "https://app.example.org/open/campaign/summer",
    "HTTPS://App.Example.org/open/campaign/summer", "/open/campaign/summer", "campaign/summer?utm_source=mail#top",
  ])
  func oneLinkIsWrittenInManyWays(text: String) throws {
    let link = try Self.link(text)
    #expect(link.kind == "campaign" && link.name == "summer" && link.text == "qix://campaign/summer")
    #expect(link.session == nil && link.place == nil && link.address == "/open/campaign/summer")
  }

  /// Directives go by the brand, so it stays.
  @Test func aLinkThatBeginsWithABrandIsTheCampaign() throws {
    let link = try Self.link("qix://acme/summer")
    #expect(link.kind == "campaign" && link.name == "summer" && link.text == "qix://acme/summer")
    #expect(link.address == "/open/acme/summer")
  }

  @Test func aPosterSaysWhereItHangs() throws {
    let link = try Self.link("wallet?session=derby%20day&x=1&place=n%C3%B6rd+stand")
    #expect(link.kind == "wallet" && link.name == "" && link.session == "derby day" && link.place == "nörd stand")
    #expect(link.address == "/open/wallet?session=derby%20day&place=n%C3%B6rd%20stand")
    #expect(try Self.link(Self.origin + link.address) == link)
  }

  @Test(arguments: [
    "https://evil.example", "https://app.example.org.evil.example/open/wallet", "https://app.example.org/wallet",
    "https://app.example.org@evil.example/open/wallet", "http://app.example.org/open/wallet", "//evil.example/wallet",
    "/wallet", "javascript:alert(1)", "data:text/html,x", "mailto:ada@example.org", "qix:wallet", "file:///etc/passwd",
    "/app/../wallet", "https:/open/wallet", "https:open/wallet", ":wallet",
  ])
  func whatLeadsElsewhereIsNoLink(text: String) {
    #expect(throws: LinkFault.elsewhere) { try Self.link(text) }
  }

  /// Without a setting, no web address is this server's.
  @Test func aWebAddressNeedsAnOrigin() {
    #expect(throws: LinkFault.elsewhere) { try Self.link("https://app.example.org/open/wallet", origin: nil) }
  }

  @Test(arguments: [
    "", "/", "campaign", "campaign/", "wallet/x", "campaign/a/b", "harvest", "qix://", "qix:///wallet", "web+qix:",
    "/open//evil.example", "/open/", "campaign/..", "../wallet", "campaign/%2e%2e", "campaign/a b", "campaign\\summer",
    "campaign/sümmer", "wallet?place=", "wallet?place=%0d%0a", "wallet?place=%zz", "wallet?place=%ff",
    "wallet?place=a&place=b", "wallet?session=\(String(repeating: "x", count: 201))", "wallet\n", "campaign/<b>",
    "campaign/\(String(repeating: "x", count: 2_000))",
  ])
  func whatIsNoLinkIsRefused(text: String) {
    let expected: LinkFault? = ["/"].contains(text) ? .elsewhere : nil
    #expect {
      try Self.link(text)
    } throws: { error in
      switch (error as? LinkFault, expected) {
      case (.elsewhere?, .elsewhere?): true
      case (.malformed?, nil): true
      default: false
      }
    }
  }

  /// Whatever a stranger writes, a link stays on this server, and says the same when it is read again.
  @Test func noLinkLeadsElsewhere() throws {
    let links = Links(try Registry(Catalog.modules))
    var mangler = Mangler(
      Seed(for: "links"),
      pieces: [
        "qix://", "web+qix:", "https://", "//", "/", "\\", ":", "@", "?", "&", "#", "%", "%2f", "%5c", "%0d%0a", "..",
        "javascript:", "evil.example", "campaign", "wallet", "summer", "/open/", "place=", "session=", "\n", "\u{202E}",
        Self.origin,
      ])
    let good = ["qix://acme/summer?place=north", "\(Self.origin)/open/campaign/summer", "web+qix:wallet?session=a%20b"]
    var read = 0
    for round in 0..<fuzzCount(20_000) {
      let bytes = round % 3 == 0 ? mangler.nonsense(8) : mangler.changed(Array(good[mangler.below(3)].utf8))
      let text = String(decoding: bytes, as: UTF8.self)
      guard text.utf8.count < 500, let link = try? links.link(text, origin: Self.origin) else { continue }
      read += 1
      #expect(link.address.hasPrefix("/open/") && !link.address.contains("//"), "\(text)")
      #expect(link.address.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }, "\(text)")
      #expect(!link.path.contains { $0.isEmpty || $0 == "." || $0 == ".." || $0.contains("/") }, "\(text)")
      #expect(try links.link(link.address, origin: nil) == link, "\(text)")
    }
    #expect(read > 0)
  }
}
