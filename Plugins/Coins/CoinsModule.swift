internal import CoinsContract
internal import IdentityContract
internal import QixBatch
package import QixModule

/// The ledger of coins and the wallets of users.
package enum CoinsModule: Migrating, CommandProviding, ServiceProviding {
  package static let id = "coins"
  package static let summary = "A double-entry ledger with lots, holds, proofs; wallets and budgets."
  package static let reservedKeys = [Ledger.mergeKey, BatchRows.keyPrefix]
  package static let requires = ["identity"]

  package static let migrations = [
    Migration("v1_create_ledger", sql: PackageResources.v1_create_ledger_sql),
    Migration("v2_merge_wallets", sql: PackageResources.v2_merge_wallets_sql),
    Migration("v3_create_approvals", sql: PackageResources.v3_create_approvals_sql),
    Migration("v4_keep_lots_in_place", sql: PackageResources.v4_keep_lots_in_place_sql),
    Migration("v5_approve_changes_of_users", sql: PackageResources.v5_approve_changes_of_users_sql),
    Migration("v6_show_what_is_asked_for", sql: PackageResources.v6_show_what_is_asked_for_sql),
    Migration("v7_put_lots_in_order", sql: PackageResources.v7_put_lots_in_order_sql),
    Migration("v8_ask_those_who_may", sql: PackageResources.v8_ask_those_who_may_sql),
    Migration("v9_count_goodwill", sql: PackageResources.v9_count_goodwill_sql),
    Migration("v10_remember_reminders", sql: PackageResources.v10_remember_reminders_sql),
    Migration("v11_keep_the_answer", sql: PackageResources.v11_keep_the_answer_sql),
    Migration("v12_owe_coins", sql: PackageResources.v12_owe_coins_sql),
    Migration("v13_find_holds_by_payee", sql: PackageResources.v13_find_holds_by_payee_sql),
    Migration("v14_bound_tokens", sql: PackageResources.v14_bound_tokens_sql),
    Migration("v15_sum_earnings", sql: PackageResources.v15_sum_earnings_sql),
    Migration("v16_mark_welcomes", sql: PackageResources.v16_mark_welcomes_sql),
    Migration("v17_find_former_holds", sql: PackageResources.v17_find_former_holds_sql),
    Migration("v18_keep_requests", sql: PackageResources.v18_keep_requests_sql),
  ]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "coins", "Issue, move, spend and prove coins.",
          [
            .command(IssueCommand.self), .command(ImportCommand.self), .command(TransferCommand.self),
            .command(HoldCommand.self), .command(CaptureCommand.self), .command(VoidCommand.self),
            .command(RedeemCommand.self), .command(ReverseCommand.self), .command(ApplyCommand.self),
            .command(GoodwillCommand.self),
            .group(
              CommandGroup(
                "batch", "Show the files that were done, and take one back.",
                [.command(ListBatches.self), .command(ShowBatch.self), .command(ReverseBatch.self)])),
            .command(ListApprovals.self), .command(ApproveCommand.self), .command(DeclineCommand.self),
            .group(
              CommandGroup(
                "approval", "Preview a request, and finish one that was approved.",
                [.command(PreviewApproval.self), .command(RunApproval.self)])),
            .command(ExpireCommand.self), .command(RemindCommand.self), .command(ShowTransfer.self),
            .command(ReportCommand.self),
            .command(ExportCommand.self), .command(VerifyCommand.self), .command(ProveCommand.self),
            .command(HeadCommand.self),
          ])),
      .group(
        CommandGroup(
          "wallet", "Show users' wallets.",
          [
            .command(ListWallets.self), .command(ShowWallet.self), .command(WalletHistory.self),
            .command(WalletStatement.self),
            .command(PlotWallet.self),
          ])),
      .group(
        CommandGroup(
          "budget", "Make and fund the budgets that coins are granted from.",
          [
            .command(CreateBudget.self), .command(FundBudget.self), .command(ListBudgets.self),
            .command(ShowBudget.self),
          ])),
    ]
  }

  package static func provide(to services: inout Services) {
    services.register(Coins.ledger) { try LedgerService($0) }
    services.register(Users.secondPerson) { Approver(context: $0) }
    services.register(Coins.wallets) { _ in Wallets() }
    services.register(Coins.flows) { _ in Flows() }
  }
}
