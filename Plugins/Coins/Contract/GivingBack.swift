package import QixKernel

/// What is done about coins that come back when they have expired already: they are booked as expired, and as many are
/// brought over anew, which are good for this long.
package struct GraceForExpired: Sendable {
  package let grace: Period
  /// The idempotency key of what is brought over anew. It has to be the same each time that the same is tried, or an
  /// approval of it would fit nothing.
  package let key: String

  package init(_ grace: Period, key: String) {
    self.grace = grace
    self.key = key
  }
}

/// Coins that were brought over anew in place of those that had expired.
package struct NewLife: Sendable, Equatable {
  package let transfer: TransferID
  package let amount: Int64
  package let expires: Timestamp

  package init(transfer: TransferID, amount: Int64, expires: Timestamp) {
    self.transfer = transfer
    self.amount = amount
    self.expires = expires
  }
}

/// What was given back.
package struct GivenBack: Sendable {
  package let outcomes: [Outcome]
  package let anew: NewLife?

  package init(outcomes: [Outcome], anew: NewLife?) { (self.outcomes, self.anew) = (outcomes, anew) }
}
