internal import CampaignsContract
internal import QixShake

/// Settles shakes inside the transaction of whoever says what they are worth.
struct ShakeSettler: ShakeSettling {
  private let tools: PipelineTools

  /// Opens what gives the gifts of campaigns, so before a transaction begins.
  init(_ context: Context) throws {
    var tools = try PipelineTools(context)
    let gifts = try context.database.read { try tools.campaigns.gifts(in: $0) }
    try tools.fetch(PipelineTools.Needs(givers: tools.lackingGivers(of: gifts)))
    self.tools = tools
  }

  func settle(
    _ shake: ShakeID, as verdict: Verdict, reason: String?, in connection: Connection
  ) throws -> Settlement {
    let pipeline = try Pipeline(connection, tools)
    try pipeline.begin()
    let settlement = try pipeline.settle(shake, as: verdict, reason: reason, at: tools.context.clock.now())
    try pipeline.finish()
    return settlement
  }

  func settlements(of shake: ShakeID, in connection: Connection) throws -> [(at: Timestamp, coins: Int64)] {
    try SettlementRecord.all(of: shake, in: connection).map { (at: $0.at, coins: $0.coins) }
  }
}
