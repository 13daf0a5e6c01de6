import Foundation
import QixCatalog
import QixKernel
import QixShake
import Testing

@testable import VideoShake

@Suite struct VideoShakeModuleTests {
  @Test func itIsInTheCatalogue() throws {
    #expect(Catalog.modules.contains { $0 == VideoShakeModule.self })
    let types = try ShakeTypes.all(of: try Registry(Catalog.modules))
    #expect(types["video"] == VideoShake.self)
  }

  private let refusals: [Refusal] = [
    WatchRefusal.incomplete("x"), WatchRefusal.videoGone, WatchRefusal.watchedAlready, WatchRefusal.unknownSession,
    WatchRefusal.replaced, WatchRefusal.finishedAlready, WatchRefusal.over, WatchRefusal.noQuestion,
    WatchRefusal.notAsked, WatchRefusal.answeredLate, WatchRefusal.unknownAnswer,
    WatchRefusal.tooLittle(watched: 1_500, needed: 2_000, main: nil), WatchRefusal.unanswered, WatchRefusal.wrong,
  ]

  /// Refusals are told apart by their codes, for ever.
  @Test func everyRefusalHasItsOwnCode() {
    let codes = refusals.map(\.code)
    #expect(Set(codes).count == refusals.count)
    #expect(codes.allSatisfy { $0.hasPrefix("videoshake.") })
    #expect(
      refusals.allSatisfy {
        $0.sentence.description.first?.isUppercase == false && !$0.sentence.description.hasSuffix(".")
      })
  }

  /// docs/video.md is what writers of players go by.
  @Test func theGuideIsTrue() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../docs/video.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var steps: Set<String> = []
    for block in text.components(separatedBy: "```json\n").dropFirst() {
      let message = try JSONValue(parsing: block.components(separatedBy: "```")[0])
      guard let object = message.object, let step = object["step"]?.string else { continue }
      steps.insert(step)
      #expect(Evidence(object).refusal(by: VideoShake.self) == nil, "\(block)")
    }
    #expect(steps == Set(VideoShake.Step.allCases.map(\.rawValue)))
    for refusal in refusals { #expect(text.contains("`\(refusal.code)`"), "\(refusal.code)") }
    for loss in Loss.allCases { #expect(text.contains("`\(loss.name)`"), "\(loss.name)") }
    let readme = page.deletingLastPathComponent().appending(path: "../Plugins/VideoShake/README.md")
    let settings = try String(contentsOf: readme, encoding: .utf8)
    for setting in VideoShake.settings { #expect(settings.contains("`\(setting.name)`"), "\(setting.name)") }
  }
}
