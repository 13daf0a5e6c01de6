internal import CoinsContract
internal import QixModule

/// An operation after every rule was asked: what is to be written, decided before anything is.
struct Posting {
  let kind: TransferKind
  /// Where the accounts stand in the book; a credit of nil is a wallet that is to be opened.
  let debit: Int
  var credit: Int?
  let amount: Int64
  var expires: Timestamp?
  /// The number of the hold or of the original.
  var related: Int64?
  /// What is taken from which lot, and given back where negative.
  var draws: [Draw] = []
  /// What the credited wallet gets as new lots; one lot of the whole amount when nothing else is said.
  var lots: [NewLot]?
  /// Whether the lots of the debited wallet are the credited one's from now on, where they are, without being drawn on.
  var movesLots = false
  /// How the debited account's held coins change.
  var heldChange: Int64 = 0
}

/// Coins taken from a lot, or given back when negative.
struct Draw {
  let lot: Int64
  let amount: Int64
  let expires: Timestamp?
}

struct NewLot {
  let amount: Int64
  let expires: Timestamp?
}
