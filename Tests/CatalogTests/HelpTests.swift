import Foundation
import QixTerminal
import QixTesting
import Testing

/// Every help text, held by a golden file: a change of what people and programs read is seen in the review.
@Suite struct HelpTests {
  @Test func everyHelpTextIsAsRecorded() throws {
    try TestHome.with { home in
      for place in try Commands.places() {
        let outcome = try home.qix(Array(place.path.dropFirst()) + ["--help"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.isEmpty)
        try expectGolden(outcome.output, "help/\(Self.name(place)).txt")
      }
    }
  }

  @Test func theDescriptionForProgramsIsAsRecorded() throws {
    try TestHome.with { home in
      let outcome = try home.qix("help --json")
      #expect(outcome.exitCode == 0)
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) }
      try expectGolden(outcome.output, "help.json")
    }
  }

  /// A golden file of a command that is gone would go on describing it.
  @Test(.disabled(if: House.isRecording)) func noGoldenFileIsLeftOver() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: House.path("Tests/CatalogTests/Golden/help"))
    let places = Set(try Commands.places().map { "\(Self.name($0)).txt" })
    #expect(files.filter { !places.contains($0) }.isEmpty, "delete these, or record anew with QIX_RECORD=1")
  }

  private static func name(_ place: CommandTree.Place) -> String { place.path.joined(separator: "-") }
}
