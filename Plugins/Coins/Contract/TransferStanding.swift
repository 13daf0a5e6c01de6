package import QixKernel

/// A transfer as it stands now, for who keeps its id.
package struct TransferStanding: Sendable, Equatable {
  package let kind: TransferKind
  package let amount: Int64
  package let asset: Asset
  package let from: AccountReference
  package let to: AccountReference
  /// Of a hold.
  package let timesOut: Timestamp?
  /// How a hold ended: its capture, void or time-out; nil while none of these is booked.
  package let end: Outcome?
  /// How much of it, or of a hold's capture, was taken back.
  package let reversed: Int64

  package init(
    kind: TransferKind, amount: Int64, asset: Asset, from: AccountReference, to: AccountReference, timesOut: Timestamp?,
    end: Outcome?, reversed: Int64
  ) {
    self.kind = kind
    self.amount = amount
    self.asset = asset
    self.from = from
    self.to = to
    self.timesOut = timesOut
    self.end = end
    self.reversed = reversed
  }

  /// How a hold has ended by a moment; nil while it is open. When its time is up it has timed out, though the ledger books
  /// that later.
  package func ending(by time: Timestamp) -> TransferKind? {
    end?.kind ?? (kind == .hold && timesOut.map { $0 <= time } ?? false ? .timeOut : nil)
  }
}

/// Coins of one lot that were spent or reserved.
package struct SpentLot: Sendable, Equatable {
  package let amount: Int64
  package let expires: Timestamp?
  /// What the user had got them by.
  package let grantedBy: TransferID

  package init(amount: Int64, expires: Timestamp?, grantedBy: TransferID) {
    self.amount = amount
    self.expires = expires
    self.grantedBy = grantedBy
  }
}
