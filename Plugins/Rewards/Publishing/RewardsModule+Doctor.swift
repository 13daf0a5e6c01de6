package import QixModule

extension RewardsModule: DoctorChecking {
  /// More of them are for `qix reward list`.
  private static let mostFindings = 20

  /// Reports published rewards that no user can redeem.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let check = try PublishingCheck(context)
    let now = context.clock.now()
    return try database.read { connection in
      var findings: [Finding] = []
      var (published, more) = (0, 0)
      try RewardStore(connection).forEach(RewardStore.Filter(state: .published)) { reward in
        published += 1
        for problem in try check.problems(of: reward, at: now, in: connection) {
          guard findings.count < mostFindings else {
            more += 1
            continue
          }
          findings.append(.warning("reward \(reward.name)", problem.clause, remedy: problem.remedy))
        }
      }
      if more > 0 {
        findings.append(
          .warning(
            "rewards", "\(more.counted("more fault of this kind was", "more faults of this kind were")) found",
            remedy: "Fix these first, then run `qix doctor` again."))
      }
      return findings.isEmpty ? [.ok("rewards", "\(published) published, none needs attention")] : findings
    }
  }
}
