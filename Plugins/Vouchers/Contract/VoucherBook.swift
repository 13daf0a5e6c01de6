package import QixKernel
package import QixStorage

/// Marks a voucher's identifier: `vch_…`.
package enum VoucherTag: IdentifierTag {
  package static let prefix = "vch"
  package static let place: String? = "vouchers_vouchers.id"
}

package typealias VoucherID = Identifier<VoucherTag>

/// Vouchers, for modules that hand them out; works inside a transaction of theirs.
///
/// Making the service opens the vault, under whose keys codes are, so ask for it before a transaction begins. It throws
/// what opening the vault throws.
package protocol VoucherBook: Sendable {
  /// The terms of a series' vouchers; nil where there is no such series.
  func series(_ name: String, in connection: Connection) throws -> VoucherSeries?

  /// Hands a free voucher to a user: one of a list, or one that is made now.
  /// - Parameter key: the hand-over's idempotency key, unique in the series; a repeat gives the same voucher.
  /// - Throws: `vouchers.series-not-found`; `.none-left`, `.series-over` and `.series-void`, which are refusals;
  ///   `.key-conflict` if the key has handed one to another user.
  func assign(
    from series: String, to user: UserID, key: String, at time: Timestamp, in connection: Connection
  ) throws -> AssignedVoucher

  /// Returns a voucher that was handed over.
  /// - Throws: `VoucherError.notFound`, also for one still in stock.
  func voucher(_ id: VoucherID, in connection: Connection) throws -> AssignedVoucher

  /// Makes a voucher worthless for good; nothing where it is already.
  /// - Throws: `VoucherError.used` where it was used, whole or in part.
  func void(_ id: VoucherID, at time: Timestamp, in connection: Connection) throws
}

/// The terms that all vouchers of a series share.
package struct VoucherSeries: Sendable, Equatable {
  /// The name in commands, for ever: lower-case letters, digits, '-' and '_', 1 to 55.
  package let name: String
  package let title: String
  /// The value of one voucher at the till; nil for a good, which the title names.
  package let value: Money?
  /// The least that a purchase must come to.
  package let minimumPurchase: Money?
  package let start: Timestamp?
  /// Until before this moment.
  package let end: Timestamp?
  /// The number of times that one can be used.
  package let uses: Int64
  /// The number in stock; nil where they are made as they are needed.
  package let left: Int64?
  /// Whether all of it was made void, so that no more can be handed out.
  package let isVoid: Bool

  package init(
    name: String, title: String, value: Money?, minimumPurchase: Money?, start: Timestamp?, end: Timestamp?,
    uses: Int64, left: Int64?, isVoid: Bool = false
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.minimumPurchase = minimumPurchase
    self.start = start
    self.end = end
    self.uses = uses
    self.left = left
    self.isVoid = isVoid
  }
}

/// A voucher in a user's hands.
package struct AssignedVoucher: Sendable, Equatable {
  package let id: VoucherID
  package let series: String
  /// The code as people read and type it: `7KQM-3XPA-9TRD-WF24`. A secret, worth as much as the voucher.
  package let code: String
  /// Until before this moment; nil for no end.
  package let end: Timestamp?
  package let state: State

  package enum State: Int64, Sendable {
    case open = 1
    /// Used up.
    case used
    case void
  }

  package init(id: VoucherID, series: String, code: String, end: Timestamp?, state: State) {
    self.id = id
    self.series = series
    self.code = code
    self.end = end
    self.state = state
  }
}

package enum Vouchers {
  package static let book = ServiceKey<any VoucherBook>("vouchers.book")
}
