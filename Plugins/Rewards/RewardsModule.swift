package import QixModule
internal import RewardsContract

/// Rewards: a catalogue, its stock, and redemptions.
package enum RewardsModule: Migrating, CommandProviding, ServiceProviding {
  package static let id = "rewards"
  package static let summary = "Rewards for coins: the catalogue, its stock and redemptions."
  package static let reservedKeys = ["rdm_"]
  package static let requires = ["identity", "coins", "draws", "vouchers"]

  package static let migrations = [
    Migration("v1_create_catalogue", sql: PackageResources.v1_create_catalogue_sql),
    Migration("v2_create_redemptions", sql: PackageResources.v2_create_redemptions_sql),
    Migration("v3_delete_drafts", sql: PackageResources.v3_delete_drafts_sql),
    Migration("v4_list_by_user", sql: PackageResources.v4_list_by_user_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "reward", "Manage the catalogue of rewards, and redeem them.",
          [
            .command(CreateReward.self), .command(ImportRewards.self), .command(ExportRewards.self),
            .command(ListRewards.self), .command(ShowReward.self), .command(StockReward.self),
            .command(PriceReward.self), .command(PublishReward.self), .command(RetireReward.self),
            .command(DeleteReward.self),
            .command(RedeemReward.self), .command(ConfirmRedemption.self), .command(CancelRedemption.self),
            .command(RefundRedemption.self), .command(ReportRewards.self), .command(SimulateReward.self),
          ])),
      .group(
        CommandGroup(
          "redemption", "Inspect redemptions.",
          [
            .command(ListRedemptions.self), .command(ShowRedemption.self),
          ])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Rewards.figures) { Figures(clock: $0.clock) }
  }
}
