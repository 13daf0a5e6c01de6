import Foundation
import QixPages
import Testing

@testable import Console

/// The sources of the pages: browsers show them in Tests/PagesTests.
@Suite struct SourcesTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let folder = root.appendingPathComponent(ConsoleModule.pages.sources)

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// The policy of pages runs nothing and styles nothing within a document, and loads nothing from elsewhere.
  @Test func firstPageNamesItsFilesAndHasNothingInline() throws {
    let page = try Self.text("index.html")
    let names = page.matches(of: #/(?:src|href)="([^"]+)"/#).map { String($0.output.1) }
    #expect(names.contains("/brand.css") && names.contains("@files/app.js"))
    for name in names {
      #expect(name.hasPrefix("@files/") || name.hasPrefix("/brand"), "\(name)")
      guard name.hasPrefix("@files/") else { continue }
      #expect(throws: Never.self) { try Self.text(String(name.dropFirst("@files/".count))) }
    }
    #expect(page.firstMatch(of: #/<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)/#) == nil)
  }

  /// What scripts import is there: a browser would find out only once somebody opens that view.
  @Test func everyImportLeadsToAFile() throws {
    let shared = Self.folder.deletingLastPathComponent().appendingPathComponent("ground").resolvingSymlinksInPath()
    var count = 0
    for start in [Self.folder, shared] {
      for name in try FileManager.default.subpathsOfDirectory(atPath: start.path) where name.hasSuffix(".js") {
        let file = start.appendingPathComponent(name)
        for found in try String(contentsOf: file, encoding: .utf8).matches(of: #/(?:from|import\()\s*"(\.[^"]+)"/#) {
          let target = file.deletingLastPathComponent().appendingPathComponent(String(found.output.1)).standardized
          #expect(FileManager.default.fileExists(atPath: target.path), "\(name) imports \(found.output.1)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }
}
