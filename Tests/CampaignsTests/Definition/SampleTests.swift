import CampaignsContract
import Foundation
import QixCatalog
import QixDefinitions
import QixFormats
import QixKernel
import QixShake
import Testing

@testable import Campaigns

/// The campaigns of data/campaigns, which the documents show.
@Suite struct SampleTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("data/campaigns")

  private static let samples =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".json") }
    .sorted()

  @Test func thereAreSome() { #expect(Self.samples.count >= 3) }

  @Test(arguments: samples) func isSound(_ sample: String) throws {
    let text = try Data(contentsOf: Self.folder.appendingPathComponent(sample))
    var reader = CampaignReader()
    let draft = reader.read(try JSONValue(parsing: Array(text)))
    #expect(reader.faults.all.isEmpty, "\(reader.faults.all)")
    #expect(draft.name.map { "\($0).json" } == sample && !draft.types.isEmpty)
    // What it sets is what the types of the catalogue take.
    let types = try ShakeTypes.all(of: try Registry(Catalog.modules))
    for use in draft.types {
      guard let type = types[use.type] else { continue }
      var faults: [(name: String, problem: String)] = []
      _ = ShakeSettings(use.settings, for: type.settings, faults: &faults)
      #expect(faults.isEmpty, "\(use.type): \(faults)")
    }
  }

  /// The whole format is in the document: its first block of JSON is a campaign with every key.
  @Test func theDocumentShowsEveryKey() throws {
    let root = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/campaigns.md"), encoding: .utf8)
    let blocks = page.components(separatedBy: "```json\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    var reader = CampaignReader()
    let value = try JSONValue(parsing: try #require(blocks.first))
    _ = reader.read(value)
    #expect(reader.faults.all.isEmpty, "\(reader.faults.all)")
    #expect(Set(value.object?.members.map(\.key) ?? []) == Set(CampaignKeys.all + [Faults.note]))
    for keys in [CampaignKeys.Audience.all, CampaignKeys.Pace.all, CampaignKeys.Award.all, CampaignKeys.all] {
      for key in keys { #expect(page.contains("`\(key)`"), "docs/campaigns.md doesn't say what '\(key)' is") }
    }
    // Each of the other blocks is an award.
    for block in blocks.dropFirst() {
      var reader = CampaignReader()
      let object = try #require(try JSONValue(parsing: block).object)
      #expect(reader.award(object) != nil && reader.faults.all.isEmpty, "\(block): \(reader.faults.all)")
    }
  }
}
