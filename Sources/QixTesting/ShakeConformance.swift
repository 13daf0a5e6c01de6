package import QixFormats
internal import QixKernel
package import QixShake
package import Testing

/// The rules for every type of shake, tried out in the whole program.
///
///     @Test(arguments: ShakeConformance.Rule.allCases)
///     func itKeepsTheRules(_ rule: ShakeConformance.Rule) throws { try conformance.check(rule) }
///
/// Each rule has a home of its own. Randomised ones print their seed and take it back (`QIX_SEED`).
package struct ShakeConformance: Sendable {
  package enum Rule: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case declarationIsSound, goodEvidenceWins, sameVerdictEachTime, dryRunChangesNothing
    case sameKeySameAnswer, sameKeyOtherBodyConflicts
    case refusedMovesNothing, hostileEvidenceIsRefused
    case budgetIsNeverOverspent, capsHold
    case movedClockWinsNothing, idsStayOrdered
    case atOnceCountsOnce, mergedUsersWinOnce, campaignsShareNoClaims
    case faultsLeaveNothingPartial

    package var testDescription: String { rawValue }
  }

  /// The number of times that evidence counts in a campaign.
  package enum Counts: Sendable {
    case onceForUser, onceForEverybody
    /// As often as it comes, within the campaign's caps.
    case always
  }

  /// Makes evidence that is accepted, after the steps that come before it where there are some. Of a type that needs
  /// files, its member `sights` has for each what the lens would have seen in it.
  ///
  /// The number is another one for each piece of evidence that a rule needs, from 0 to below 400; the same number, user
  /// and settings in another campaign are the same thing shown again there.
  package typealias Good = @Sendable (_ stage: ShakeStage, _ user: String, _ number: Int) throws -> JSONValue

  let type: any ShakeType.Type
  let settings: JSONValue
  let counts: Counts
  let needsVault: Bool
  let garbageMayCount: Bool
  let modules: [any Module.Type]?
  let prepare: @Sendable (TestHome) throws -> Void
  let good: Good
  let bad: [JSONValue]

  /// - Parameters:
  ///   - settings: of a campaign with which `good` is accepted.
  ///   - needsVault: whether the type keeps secrets.
  ///   - garbageMayCount: whether any evidence that has the right form counts, as answers to a poll do.
  ///   - modules: what the program is made of; the catalogue where nothing is said.
  ///   - prepare: what an operator does before the campaign: importing codes, a schedule.
  ///   - bad: evidence that has the right form and is refused all the same.
  package init(
    _ type: any ShakeType.Type, settings: JSONValue = [:], counts: Counts, needsVault: Bool = false,
    garbageMayCount: Bool = false, modules: [any Module.Type]? = nil,
    prepare: @escaping @Sendable (TestHome) throws -> Void = { _ in }, good: @escaping Good, bad: [JSONValue]
  ) {
    self.type = type
    self.settings = settings
    self.counts = counts
    self.needsVault = needsVault
    self.garbageMayCount = garbageMayCount
    self.modules = modules
    self.prepare = prepare
    self.good = good
    self.bad = bad
  }

  /// Tries all rules; each that is broken is an issue of the test.
  package func check(location: SourceLocation = #_sourceLocation) throws {
    for rule in Rule.allCases { try check(rule, location: location) }
  }

  /// Tries one rule.
  package func check(_ rule: Rule, location: SourceLocation = #_sourceLocation) throws {
    for violation in try violations(of: rule) {
      Issue.record("the shake '\(type.name)', \(rule): \(violation)", sourceLocation: location)
    }
  }

  /// Returns the violations of a rule, in sentences; none when it holds.
  package func violations(of rule: Rule) throws -> [String] {
    var trial = Trial(conformance: self)
    switch rule {
    case .declarationIsSound: trial.declarationIsSound()
    case .sameVerdictEachTime: try trial.sameVerdictEachTime()
    case .goodEvidenceWins: try trial.goodEvidenceWins()
    case .dryRunChangesNothing: try trial.dryRunChangesNothing()
    case .sameKeySameAnswer: try trial.sameKeySameAnswer()
    case .sameKeyOtherBodyConflicts: try trial.sameKeyOtherBodyConflicts()
    case .refusedMovesNothing: try trial.refusedMovesNothing()
    case .hostileEvidenceIsRefused: try trial.hostileEvidenceIsRefused()
    case .budgetIsNeverOverspent: try trial.budgetIsNeverOverspent()
    case .capsHold: try trial.capsHold()
    case .movedClockWinsNothing: try trial.movedClockWinsNothing()
    case .idsStayOrdered: try trial.idsStayOrdered()
    case .atOnceCountsOnce: try trial.atOnceCountsOnce()
    case .mergedUsersWinOnce: try trial.mergedUsersWinOnce()
    case .campaignsShareNoClaims: try trial.campaignsShareNoClaims()
    case .faultsLeaveNothingPartial: try trial.faultsLeaveNothingPartial()
    }
    return trial.violations
  }

  /// One rule under trial.
  struct Trial {
    let conformance: ShakeConformance
    private(set) var violations: [String] = []

    init(conformance: ShakeConformance) { self.conformance = conformance }

    mutating func expect(_ holds: Bool, _ otherwise: @autoclosure () -> String) {
      if !holds { violations.append(otherwise()) }
    }
  }
}
