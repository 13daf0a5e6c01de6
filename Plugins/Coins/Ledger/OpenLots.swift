internal import CoinsContract
internal import QixKernel

/// The lots that wallets can pay with, in the order in which they pay, kept while a transaction lasts: a wallet with many
/// lots is walked once in it, and not again for each of its debits.
///
/// Wallets go by their place in the account book; those that were merged into one count as that one.
struct OpenLots {
  /// What a wallet can pay with.
  struct Purse {
    /// By expiry, among equals the oldest first. Those that are used up stay.
    private(set) var lots: [OpenLot]
    /// Everything before it is used up.
    private(set) var start = 0

    init(_ lots: [OpenLot]) { self.lots = lots.sorted { $0.place < $1.place } }

    /// Where a lot of this place stands, or would stand.
    private func index(of place: (Int64, Int64)) -> Int {
      var (low, high) = (0, lots.count)
      while low < high {
        let middle = low + (high - low) / 2
        if lots[middle].place < place { low = middle + 1 } else { high = middle }
      }
      return low
    }

    fileprivate mutating func passUsedUp() {
      start = lots[start...].firstIndex { $0.remaining > 0 } ?? lots.count
    }

    /// - Returns: false where the lot isn't there.
    fileprivate mutating func change(_ draw: Draw) -> Bool {
      let index = index(of: OpenLot.place(draw.expires, draw.lot))
      guard index < lots.count, lots[index].lot == draw.lot else { return false }
      lots[index].remaining -= draw.amount
      if draw.amount < 0 { start = min(start, index) }
      return true
    }

    fileprivate mutating func add(_ lot: OpenLot) {
      let index = index(of: lot.place)
      lots.insert(lot, at: index)
      start = min(start, index)
    }
  }

  /// Purses of fewer lots aren't kept: they are walked as quickly as looked up.
  var least = 16
  /// So many lots are kept before those of other wallets are forgotten: some 10 MB.
  private static let capacity = 262_144

  private var purses: [Int: Purse] = [:]
  private var count = 0

  var isEmpty: Bool { purses.isEmpty }

  mutating func removeAll() {
    guard !purses.isEmpty else { return }
    purses.removeAll()
    count = 0
  }

  /// What is kept of a wallet.
  mutating func purse(of wallet: Int) -> Purse? {
    guard let at = purses.index(forKey: wallet) else { return nil }
    purses.values[at].passUsedUp()
    return purses.values[at]
  }

  mutating func keep(_ purse: Purse, of wallet: Int) {
    guard purse.lots.count >= least else { return }
    if count + purse.lots.count > Self.capacity { removeAll() }
    purses[wallet] = purse
    count += purse.lots.count
  }

  /// A lot of a wallet was drawn on, or given back to.
  /// - Parameter now: lots whose time is up pay nothing, and aren't kept.
  mutating func change(_ draw: Draw, of wallet: Int, at now: Timestamp) {
    guard let at = purses.index(forKey: wallet), draw.expires.map({ $0 > now }) ?? true else { return }
    guard !purses.values[at].change(draw) else { return }
    // It was used up when the wallet was walked, and has something again.
    count -= purses.values[at].lots.count
    purses.remove(at: at)
  }

  /// A wallet was credited.
  mutating func add(_ lot: OpenLot, to wallet: Int, at now: Timestamp) {
    guard let at = purses.index(forKey: wallet), lot.expires.map({ $0 > now }) ?? true else { return }
    purses.values[at].add(lot)
    count += 1
  }
}
