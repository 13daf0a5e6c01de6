import QixCatalog
import QixShake
import QixTesting
import Testing

/// The suite that every type of shake runs lets through what keeps the rules, and finds what breaks them.
@Suite struct ConformanceTests {
  private static func conformance(_ type: any ShakeType.Type) -> ShakeConformance {
    ShakeConformance(
      type, counts: .onceForEverybody, modules: Catalog.modules + [TrialModule.self],
      good: { _, _, number in ["ticket": .integer(Int64(1_000 + number))] },
      bad: [["ticket": 1], ["ticket": 10_000], ["ticket": 1_000, "colour": "blue"]])
  }

  @Test(arguments: ShakeConformance.Rule.allCases)
  func anHonestShakeKeepsThem(_ rule: ShakeConformance.Rule) throws {
    try Self.conformance(HonestShake.self).check(rule)
  }

  @Test(
    arguments: [
      (GullibleShake.self, [.refusedMovesNothing, .hostileEvidenceIsRefused]),
      (ForgetfulShake.self, [.movedClockWinsNothing, .atOnceCountsOnce, .mergedUsersWinOnce]),
      (DailyShake.self, [.movedClockWinsNothing]), (PersonalShake.self, [.atOnceCountsOnce, .movedClockWinsNothing]),
      (RudeShake.self, [.refusedMovesNothing]), (WordlessShake.self, [.refusedMovesNothing]),
      (GuessingShake.self, [.campaignsShareNoClaims]), (MoodyShake.self, [.sameVerdictEachTime]),
      (MeddlingShake.self, [.goodEvidenceWins]), (CountingShake.self, [.goodEvidenceWins]),
      (SloppyShake.self, [.declarationIsSound]),
    ] as [(any ShakeType.Type, [ShakeConformance.Rule])])
  func whatBreaksThemIsFound(_ type: any ShakeType.Type, _ rules: [ShakeConformance.Rule]) throws {
    for rule in rules {
      #expect(try !Self.conformance(type).violations(of: rule).isEmpty, "'\(type.name)' gets through with \(rule)")
    }
  }
}
