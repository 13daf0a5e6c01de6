package import QixModule

extension CoinsModule {
  /// Words that people try.
  package static var leads: Leads {
    [
      "wallet balance": "wallet show",
      "wallet credit": "coins issue",
      "wallet movements": "wallet history",
      "coins give": "coins issue",
      "coins grant": "coins issue",
      "coins add": "coins issue",
      "coins earn": "coins issue",
      "coins spend": "coins redeem",
      "coins spent": "wallet history",
      "coins refund": "coins reverse",
      "coins undo": "coins reverse",
      "coins cancel": "coins void",
      "coins release": "coins void",
      "coins confirm": "coins capture",
      "coins move": "coins transfer",
      "coins history": "wallet history",
      "coins balance": "wallet show",
      "budget add": "budget fund",
      "budget new": "budget create",
      "coins reject": "coins decline",
      "approve": "coins approve",
      "decline": "coins decline",
      "approvals": "coins approvals",
      "balance": "wallet show",
      "points": "coins",
    ]
  }
}
