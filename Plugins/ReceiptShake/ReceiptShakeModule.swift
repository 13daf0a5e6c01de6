package import QixShake

/// The Receipt shake: coins for a photographed till receipt.
package enum ReceiptShakeModule: Migrating, CommandProviding, ShakeProviding, LensProviding, SettingProviding {
  package static let id = "receiptshake"
  package static let summary = "The Receipt shake: coins for a photographed till receipt, each receipt once."
  package static let requires = ["shakes", "vault"]

  package static let migrations = [
    Migration("v1_create_receiptshake", sql: PackageResources.v1_create_receiptshake_sql),
    Migration("v2_purchases_without_shop", sql: PackageResources.v2_purchases_without_shop_sql),
    Migration("v3_purchases_of_a_day", sql: PackageResources.v3_purchases_of_a_day_sql),
    Migration("v4_decided_by_operator", sql: PackageResources.v4_decided_by_operator_sql),
  ]

  package static let shakeTypes: [any ShakeType.Type] = [ReceiptShake.self]
  package static let lensOperations: [any LensOperation.Type] = [ReceiptLook.self]

  package static var commands: [CommandNode] {
    [
      .group(CommandGroup("shake", "Send shakes, and inspect their outcomes.", [.command(ShakeReceipt.self)])),
      .group(
        CommandGroup(
          "receipt", "Read, find and review receipts.",
          [
            .command(ReadReceipts.self), .command(ListReceipts.self), .command(ShowReceipt.self),
            .command(ReceiptStatus.self), .command(FindReceipt.self), .command(ShowPicture.self),
            .command(ExpireReceipts.self),
            .group(
              CommandGroup(
                "review", "Decide receipts pending review.",
                [
                  .command(ListReviews.self), .command(ShowReview.self), .command(ApproveReceipt.self),
                  .command(RejectReceipt.self), .command(CorrectReceipt.self),
                ])),
          ])),
    ]
  }

  package static var settings: [any DeclaredSetting] { [keepPictures, reviewWithin, openReviews, supportPays] }

  static let keepPictures = Setting<Int64>.integer(
    "receiptshake.keep-pictures", "How many days the picture of a receipt in review is kept, decided or not.",
    placeholder: "DAYS", default: 30, in: 1...3_650)
  static let reviewWithin = Setting<Int64>.integer(
    "receiptshake.review-within",
    "Days for deciding a receipt in review. Users see that day. `qix doctor` reports later ones.",
    placeholder: "DAYS", default: 3, in: 1...365)
  static let openReviews = Setting<Int64>.integer(
    "receiptshake.open-reviews", "How many receipts of one user may be in review at the same time.", default: 3,
    in: 1...1_000)
  static let supportPays = Setting<Int64>.integer(
    "receiptshake.support-pays",
    "The most coins that support may pay for a receipt; operators may pay more. 0: no limit.",
    placeholder: "COINS", default: 1_000, in: 0...1_000_000_000)
}
