internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
package import QixShake

extension ShakesModule: DataChecking {
  /// Counts everything again and holds it against what is counted beside the shakes, every win against the ledger, and
  /// what left the budgets against what was won.
  package static func check(_ database: Database, in context: Context) throws -> [Finding] {
    let ledger = try context.service(Coins.ledger)
    let campaigns = try context.service(Campaigns.directory)
    let users = try context.service(Users.directory)
    let (shakes, faults) = try database.read { connection in
      (
        try connection.fetchOne("SELECT count(*) FROM shakes_shakes") ?? 0,
        try ShakeCheck(ledger: ledger, campaigns: campaigns, users: users, connection: connection).faults()
      )
    }
    let whole = "\(shakes) shakes agree with each other, the ledger and the budgets"
    return [.summary("shakes", of: faults, whole: whole)]
  }
}

extension ShakesModule: DoctorChecking {
  /// Shakes under way whose time is long up: nobody runs the nightly command.
  package static func examine(_ database: Database, in context: Context) throws -> [Finding] {
    let late = context.clock.now().advanced(byMicroseconds: -2 * Timestamp.day)
    let count = try database.read { connection in
      try connection.fetchOne("SELECT count(*) FROM shakes_pending WHERE until < \(late)") ?? 0
    }
    guard count > 0 else { return [] }
    return [
      .warning(
        "shakes", "\(count) open shakes ran out of time two days ago or earlier",
        remedy: "Run `qix shake expire`, preferably every night.")
    ]
  }
}
