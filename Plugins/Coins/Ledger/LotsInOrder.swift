internal import CoinsContract
internal import QixModule

/// Gives what wallets can pay with, one lot after the other in the order in which they pay.
///
/// Of a wallet's lots those in its list are known beforehand; the others are read by the index of lots in order, some at
/// a time and twice as many the next time, so that what is read depends on what is taken and not on how many there are.
struct LotsInOrder {
  /// Lots of a list, or what was read last of a wallet's lots in order.
  private struct Source {
    /// Whose lots are read on; nil for a list.
    let account: Int64?
    /// In order.
    var lots: [OpenLot]
    var at = 0
    /// How many are read next; 0 where there are no more.
    var size: Int64
    /// The place behind which they are read.
    var place: (Int64, Int64)

    mutating func first(in connection: Connection) throws -> OpenLot? {
      if at == lots.count, size > 0, let account {
        lots = try connection.rows(
          LotsInOrder.behind, .integer(account), .integer(place.0), .integer(place.1), .integer(size),
          read: LotsInOrder.lot)
        at = 0
        place = lots.last?.place ?? place
        size = Int64(lots.count) < size ? 0 : 2 * size
      }
      return at < lots.count ? lots[at] : nil
    }
  }

  private var sources: [Source]

  /// - Parameters:
  ///   - wallets: their numbers, and the lots in their lists.
  ///   - time: lots that expire by then can't pay.
  init(_ wallets: [(account: Int64, listed: [OpenLot])], after time: Timestamp) {
    let place = (time.microseconds, Int64.max)
    sources = wallets.flatMap { account, listed in
      [
        Source(account: account, lots: [], size: 8, place: place),
        Source(
          account: nil, lots: listed.filter { $0.place > place }.sorted { $0.place < $1.place }, size: 0, place: place),
      ]
    }
  }

  mutating func next(in connection: Connection) throws -> OpenLot? {
    var first: (source: Int, lot: OpenLot)?
    for index in sources.indices {
      guard let lot = try sources[index].first(in: connection), first.map({ lot.place < $0.lot.place }) ?? true else {
        continue
      }
      first = (index, lot)
    }
    guard let first else { return nil }
    sources[first.source].at += 1
    return first.lot
  }

  /// A wallet's lots in order, or those of them that have expired by a moment without that being booked.
  static func all(of account: Int64, expiredBy time: Timestamp?, in connection: Connection) throws -> [OpenLot] {
    guard let time else { return try connection.rows(select, .integer(account), read: lot) }
    return try connection.rows(
      "\(select) AND \(expiry) <= ?2", .integer(account), .integer(time.microseconds), read: lot)
  }

  // As the index has it; otherwise it isn't found.
  private static let expiry = "coalesce(expires_at, \(Int64.max))"
  private static let select = """
    SELECT lot, transfer, remaining, expires_at FROM coins_lots
    WHERE account = ?1 AND next = \(OpenLot.unlisted) AND remaining > 0
    """
  static let behind = """
    \(select) AND \(expiry) >= ?2 AND (\(expiry) > ?2 OR lot > ?3) ORDER BY \(expiry), lot LIMIT ?4
    """

  private static func lot(_ row: Row) -> OpenLot {
    OpenLot(lot: row.integer(0), transfer: row.integer(1), remaining: row.integer(2), expires: row.optionalTime(3))
  }
}
