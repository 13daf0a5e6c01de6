internal import CampaignsContract
internal import DrawsContract
package import QixShake

/// Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell.
package enum ShakesModule: Migrating, CommandProviding, ServiceProviding, LastingProviding {
  package static let id = "shakes"
  package static let summary = "Takes shakes through the pipeline: resolve, admit, verify, decide, post, tell."
  package static let reservedKeys = ["shk_"]
  package static let requires = ["campaigns", "draws", "coins", "identity"]

  // Directives and webhooks were made here until 0.6.0; the modules that they are now take their tables over.
  package static let migrations = [
    Migration("v1_create_shakes", sql: PackageResources.v1_create_shakes_sql),
    Migration("v2_create_directives", sql: PackageResources.v2_create_directives_sql),
    Migration("v3_create_webhooks", sql: PackageResources.v3_create_webhooks_sql),
    Migration("v4_schedule_fetches", sql: PackageResources.v4_schedule_fetches_sql),
    Migration("v5_own_webhooks", sql: PackageResources.v5_own_webhooks_sql),
    Migration("v6_settle_shakes", sql: PackageResources.v6_settle_shakes_sql),
    Migration("v7_words_of_settlements", sql: PackageResources.v7_words_of_settlements_sql),
    Migration("v8_sentences_of_settlements", sql: PackageResources.v8_sentences_of_settlements_sql),
    Migration("v9_give_prizes", sql: PackageResources.v9_give_prizes_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "shake", "Send shakes, and inspect their outcomes.",
          [
            .command(SendShake.self), .command(ShowShake.self), .command(ExplainShake.self), .command(ListShakes.self),
            .command(ShakeHere.self), .command(ListTypes.self), .command(ExpireShakes.self),
          ]))
    ]
  }

  /// Shakes of many callers are committed together, by one pipeline that remembers. A shake with an audit entry of
  /// its own goes through the asker's database, whose writes share the same commits.
  package static func beginLasting(_ context: inout Context) throws -> () -> Void {
    let service = try ShakeService(context)
    context.services.replace(Shakes.runner) { GroupedRunner(service: service, database: $0.database) }
    return { service.stop() }
  }

  package static func provide(to services: inout Services) {
    services.register(Shakes.runner) { try ShakeService($0) }
    services.register(Shakes.settling) { try ShakeSettler($0) }
    services.register(Campaigns.activity) { _ in Activity() }
    services.register(Draws.record) { _ in DrawRecords() }
  }
}
