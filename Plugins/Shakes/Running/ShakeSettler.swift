internal import QixShake

/// Settles shakes inside the transaction of whoever says what they are worth.
struct ShakeSettler: ShakeSettling {
  let context: Context

  func settle(
    _ shake: ShakeID, as verdict: Verdict, reason: String?, in connection: Connection
  ) throws -> Settlement {
    let pipeline = try Pipeline(connection, try PipelineTools(context))
    try pipeline.begin()
    let settlement = try pipeline.settle(shake, as: verdict, reason: reason, at: context.clock.now())
    try pipeline.finish()
    return settlement
  }

  func settlements(of shake: ShakeID, in connection: Connection) throws -> [(at: Timestamp, coins: Int64)] {
    try SettlementRecord.all(of: shake, in: connection).map { (at: $0.at, coins: $0.coins) }
  }
}
