import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import PluginKit

/// What `qix plugin new` writes, and that everything else stays as it was.
@Suite struct NewPluginTests {
  @Test(arguments: PluginKind.allCases)
  func aWholeFolderIsWritten(_ kind: PluginKind) throws {
    try Copy.with { copy in
      let before = try copy.contents()
      let name = kind == .shake ? "LoyaltyCardShake" : "LoyaltyCards"
      #expect(try copy.new(name, kind.rawValue, "--reason", "Cards are nearer than packs.").exitCode == 0)
      let after = try copy.contents()
      let added = after.filter { before[$0.key] == nil && $0.value != "a folder" }
      let changed = after.filter { before[$0.key] != nil && before[$0.key] != $0.value }.keys.sorted()
      #expect(changed == ["Package.swift", "Plugins/README.md", "Sources/QixCatalog/Catalog.swift"])
      #expect(before.keys.allSatisfy { after[$0] != nil })
      let tree = added.sorted { $0.key < $1.key }.map { "==> \($0.key)\n\($0.value)" }.joined(separator: "\n")
      try expectGolden(tree, "\(kind.rawValue).txt")
      #expect(!tree.contains("__"), "a name was not filled in")
      #expect(added.keys.contains("Plugins/\(name)/README.md"))
      // Everybody who may read the sources may read these.
      #expect(TestHome.mode("\(copy.root)/Plugins/\(name)/README.md").map { $0 & 0o600 } == 0o600)
    }
  }

  /// The lines stand where the compiler and the reader look for them.
  @Test func theListsKnowIt() throws {
    try Copy.with { copy in
      #expect(try copy.new("CouponShake").exitCode == 0)
      #expect(try copy.new("Stickers", "feature").exitCode == 0)
      let manifest = try copy.text("Package.swift").split(separator: "\n").map(String.init)
      let features = try #require(manifest.firstIndex(of: "let features = ["))
      let end = try #require(manifest[features...].firstIndex(of: "]"))
      let line = try #require(manifest.firstIndex(of: #"  shake("CouponShake"),"#))
      #expect((features..<end).contains(line))
      #expect(manifest[features..<line].contains { $0.hasPrefix("  shake(\"TVShake\"") })
      #expect(manifest[features..<end].contains { $0.hasPrefix(#"  feature("Stickers","#) })
      #expect(manifest.allSatisfy { $0.count <= 120 })
      let catalogue = try #require(manifest.firstIndex(of: "    \"QixCatalog\","))
      // However the list is broken into lines.
      let words = manifest[catalogue...].prefix(16).flatMap { $0.split(separator: " ") }
      #expect(words.contains("\"CouponShake\",") && words.contains("\"Stickers\","))

      let lines = try copy.text("Sources/QixCatalog/Catalog.swift").split(separator: "\n").map(String.init)
      let imports = lines.filter { $0.contains("import ") }.compactMap { $0.split(separator: " ").last }
      #expect(imports == imports.sorted() && imports.contains("CouponShake") && imports.contains("Stickers"))
      #expect(lines.contains("    CouponShakeModule.self,") && lines.contains("    StickersModule.self,"))
      #expect(try copy.text("Plugins/README.md").contains("| [Stickers](Stickers/README.md) |"))
    }
  }

  @Test func aDryRunWritesNothing() throws {
    try Copy.with { copy in
      let before = try copy.contents()
      let outcome = try copy.home.qix(
        ["plugin", "new", "CouponShake", "--kind", "shake", "--repository", copy.root, "--dry-run", "--json"])
      #expect(outcome.exitCode == 0 && outcome.output.contains("Plugins/CouponShake/CouponShakeModule.swift"))
      #expect(try copy.contents() == before)
    }
  }

  /// From a folder deep inside, as from the root.
  @Test func theSourcesAreFoundUpwards() throws {
    try Copy.with { copy in
      let found = try Repository.around("\(copy.root)/Plugins/Coins")
      #expect(found.root == copy.root)
      #expect(throws: PluginError.noRepository(near: copy.home.path)) { try Repository.around(copy.home.path) }
    }
  }
}
