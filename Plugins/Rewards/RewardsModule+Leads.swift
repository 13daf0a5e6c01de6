package import QixModule

extension RewardsModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "redemption refund": "reward refund",
      "redemption confirm": "reward confirm",
      "redemption cancel": "reward cancel",
      "redemption create": "reward redeem",
      "redemption undo": "reward refund",
      "reward remove": "reward delete",
      "reward unpublish": "reward retire",
      "reward add": "reward create",
      "reward new": "reward create",
      "reward edit": "reward import",
      "reward update": "reward import",
      "reward restock": "reward stock",
      "refund": "reward refund",
      "redeem": "reward redeem",
      "catalogue": "reward",
      "catalog": "reward",
      "order": "redemption",
    ]
  }
}
