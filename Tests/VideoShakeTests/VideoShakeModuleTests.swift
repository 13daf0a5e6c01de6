import QixCatalog
import QixKernel
import QixShake
import Testing

@testable import VideoShake

@Suite struct VideoShakeModuleTests {
  @Test func itIsInTheCatalogue() throws {
    #expect(Catalog.modules.contains { $0 == VideoShakeModule.self })
    let types = ShakeTypes.all(of: try Registry(Catalog.modules))
    #expect(types["video"] == VideoShake.self)
  }

  /// Refusals are told apart by their codes, for ever.
  @Test func everyRefusalHasItsOwnCode() {
    let all: [WatchRefusal] = [
      .incomplete("x"), .videoGone, .watchedAlready, .unknownSession, .replaced, .finishedAlready, .over, .repeated,
      .tooSoon, .noQuestion, .notAsked, .answeredAlready, .answeredLate, .unknownAnswer,
      .tooLittle(watched: 1_500, needed: 2_000, main: nil), .unanswered, .wrong,
    ]
    let codes = all.map(\.refusal.code)
    #expect(Set(codes).count == all.count)
    #expect(codes.allSatisfy { $0.hasPrefix("videoshake.") })
    #expect(all.allSatisfy { $0.refusal.sentence.first?.isUppercase == false && !$0.refusal.sentence.hasSuffix(".") })
  }
}
