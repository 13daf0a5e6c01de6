import QixKernel
import QixNetwork
import QixTesting
import Testing

@Suite struct HTTPURLTests {
  @Test(arguments: [
    ("https://example.com", "https", "example.com", nil, "/"),
    ("HTTPS://Example.COM:8443/a/b?c=d", "https", "example.com", 8443, "/a/b?c=d"),
    ("https://example.com?x=1", "https", "example.com", nil, "/?x=1"),
    ("http://127.0.0.1:80/", "http", "127.0.0.1", 80, "/"),
    ("http://localhost/", "http", "localhost", nil, "/"),
    ("http://[::1]:9/", "http", "[::1]", 9, "/"),
    ("https://[2001:db8::1]/", "https", "[2001:db8::1]", nil, "/"),
    ("https://10.0.0.1/%2e%2e/", "https", "10.0.0.1", nil, "/%2e%2e/"),
  ])
  func partsAreRead(_ text: String, _ scheme: String, _ host: String, _ port: Int?, _ target: String) throws {
    let url = try HTTPURL(text)
    #expect(url.scheme == scheme && url.host == host && url.port == port && url.target == target)
    #expect(try HTTPURL(url.text) == url)
  }

  /// http beyond this machine, other schemes, what could be read in two ways, what could end a header.
  @Test(arguments: [
    "", "https:", "https://", "//example.com/", "example.com", "ftp://example.com/", "file:///etc/passwd",
    "javascript:alert(1)", "http://example.com/", "http://127.0.0.1.example.com/", "http://127.1/",
    "http://2130706433/", "http://0x7f000001/", "http://0177.0.0.1/", "http://127.0.0.256/", "http://[::2]/",
    "http://0.0.0.0/", "https://1.2.3/", "https://user@example.com/", "https://user:secret@example.com/",
    "https://example.com@127.0.0.1/", "http://127.0.0.1@example.com/", "https://example.com:0/",
    "https://example.com:65536/", "https://example.com:/", "https://example.com:8a/", "https://example.com:+80/",
    "https://exa mple.com/", "https://example.com/a b", "https://example.com/\r\nHost: x", "https://example.com/\u{0}",
    "https://example.com/#x", "https://exämple.com/", "https://example.com\\@evil.example/", "https://-a.example/",
    "https://a..example/", "https://.example/", "https://a_b.example/", "https://[::1/", "https://::1/",
    "https://[localhost]/", "https://example.com/\u{202E}", "https://example.1f/x y",
  ])
  func othersAreRefusedWithoutRepeatingThem(_ text: String) {
    let error = #expect(throws: NetworkError.self) { try HTTPURL(text) }
    #expect(error?.code == "network.url")
    #expect(error.map { !$0.description.contains("secret") } == true)
  }

  @Test func lengthIsLimited() throws {
    _ = try HTTPURL("https://a.example/" + String(repeating: "a", count: 2_000))
    #expect(throws: NetworkError.self) { try HTTPURL("https://a.example/" + String(repeating: "a", count: 2_048)) }
  }

  /// Whatever is taken is ASCII without anything that could end a line, and reads back as the same.
  @Test func rubbishNeverPassesForAURL() throws {
    let seed = Seed(for: "HTTPURLTests")
    var generator = SeededGenerator(seed)
    let pieces = [
      "http", "https", "://", ":", "/", "@", "127.0.0.1", "localhost", "example.com", "[::1]", "[", "]", "?", "#", "%",
      "\\", "\r\n", " ", "\u{0}", "é", "80", "0", "-", ".", "..", "%00", "１２７", "。",
    ]
    var taken = 0
    for _ in 0..<fuzzCount(20_000) {
      let start = ["", "https://", "http://", "https://example.com"].randomElement(using: &generator) ?? ""
      let text = (0..<Int.random(in: 0...6, using: &generator)).reduce(start) { text, _ in
        text + (pieces.randomElement(using: &generator) ?? "")
      }
      guard let url = try? HTTPURL(text) else { continue }
      taken += 1
      #expect(url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "\(seed)")
      #expect(try HTTPURL(url.text) == url, "\(seed)")
      #expect(url.scheme == "https" || url.isLoopback, "\(seed)")
    }
    #expect(taken > 0, "\(seed)")
  }
}
