import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Directives

/// The example of docs/directives.md works as it stands.
@Suite struct SigningExampleTests {
  private static let page: String? = {
    let file = URL(fileURLWithPath: #filePath)
    let root = (0..<3).reduce(file) { path, _ in path.deletingLastPathComponent() }
    return try? String(contentsOf: root.appendingPathComponent("docs/directives.md"), encoding: .utf8)
  }()

  /// What stands between two marks, without its fence.
  private static func example() throws -> String {
    let page = try #require(page)
    let start = try #require(page.range(of: "<!-- signing -->\n```sh\n"))
    let end = try #require(page.range(of: "\n```\n<!-- end -->"))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test(.needs(.program("openssl")))
  func whatOpenSSLSignsIsTaken() throws {
    try TestHome.initialised { home in
      func text(_ name: String) throws -> String {
        try String(contentsOfFile: "\(home.path)/\(name)", encoding: .utf8)
      }
      let body = TestSource.document(version: 3)
      try Data(body.utf8).write(to: URL(fileURLWithPath: "\(home.path)/directives.json"))
      #expect(try Tool("sh")(["-e", "-c", try Self.example()], in: home.path).exitCode == 0)
      let key = try text("public.txt")
      let signature = try text("signature.txt")
      let source = try TestSource()
      source.change { state in
        state.body = body
        state.signature = "ed25519=\(signature)"
      }
      let added = try home.qix(["directive", "source", "add", "agency", "--url", source.url, "--key", key])
      try #require(added.exitCode == 0, "\(added.errors)")
      #expect(try home.fetched() == ("new", 3, nil))
      source.change { $0.body = TestSource.document(version: 4) }
      #expect(try home.fetched().code == "shakes.source-signature")
    }
  }

  /// The documents that the page shows can be taken.
  @Test func theFileOfThePageIsOne() throws {
    let page = try #require(Self.page)
    let blocks = page.components(separatedBy: "```json\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    try #require(!blocks.isEmpty)
    for block in blocks { _ = try DirectiveDocument(parsing: Array(block.utf8), from: .file) }
  }
}
