internal import CampaignsContract
internal import CoinsContract
package import QixShake

extension CampaignsModule: DoctorChecking {
  /// Running campaigns that can't do what they are for.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let ledger = try context.service(Coins.ledger)
    let types = try ShakeTypes.all(of: context.registry)
    let rules = RuleBook(context)
    let now = context.clock.now()
    return try database.read { connection in
      let running = try CampaignStore(connection).running()
      var findings: [Finding] = []
      for campaign in running {
        let subject = "campaign \(campaign.name)"
        if campaign.end <= now {
          findings.append(
            .warning(
              subject, "its period ended at \(campaign.end), but it is still running",
              remedy: "End it with `qix campaign end \(campaign.name)`, or move its end with `qix campaign schedule`."))
          continue
        }
        let balance = try ledger.balance(of: .budget(campaign.budget), in: connection)
        if balance.available <= 0, try rules.needsCoins(campaign.award, in: connection) {
          findings.append(
            .warning(
              subject, "its budget is empty, so no user can win",
              remedy: "Add coins with `qix campaign fund \(campaign.name) --amount N`, or pause it."))
        }
        for (problem, remedy) in try rules.obstacles(to: campaign, in: connection) {
          findings.append(.fault(subject, "no user can take part: \(problem)", remedy: remedy))
        }
        for gift in campaign.award.gifts {
          guard let problem = try rules.problem(withGift: gift.name, in: connection) else { continue }
          findings.append(
            .warning(
              subject, "its prize \(gift.name) can't be given: \(problem)",
              remedy: "Restore it. Or end the campaign, and start a copy with another award."))
        }
        if let (problem, remedy) = campaign.lackOfCeiling(types) {
          findings.append(.warning(subject, problem, remedy: remedy))
        }
        let missing = campaign.types.map(\.type).filter { types[$0] == nil }
        if !missing.isEmpty {
          findings.append(
            .fault(
              subject, "no enabled module provides the shake \(missing.joined(separator: ", "))",
              remedy: RuleBook.switchOn))
        }
      }
      return findings.isEmpty ? [.ok("campaigns", "\(running.count) running, none needs attention")] : findings
    }
  }
}
