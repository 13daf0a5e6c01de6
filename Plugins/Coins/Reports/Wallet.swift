internal import CoinsContract
internal import IdentityContract
internal import QixKernel
internal import QixStorage

/// What a user's wallet, or any other account, holds.
enum Wallet {
  struct Lot: Sendable {
    let remaining: Int64
    let expires: Timestamp?
  }

  /// The account's number and where its entries and lots begin; nil when it was never opened.
  ///
  /// What open holds have reserved in wallets that were merged into it counts as its own: it comes to it, or leaves as
  /// was agreed with its user. So do the lots that lie there.
  struct Account: Sendable {
    let number: Int64
    let kind: AccountKind
    /// Whose wallet it is.
    let owner: Owner
    let floor: Int64
    let posted: Int64
    let held: Int64
    let lastEntry: Int64
    /// Where the lists of lots begin: its own, then those of wallets that were merged into it.
    let lists: [Int64]
  }

  static func account(
    _ reference: AccountReference, asset: Asset = .coins, in connection: Connection
  ) throws -> Account? {
    var book = AccountBook()
    guard let index = try book.find(reference, asset, in: connection) else { return nil }
    let found = book[index]
    let merged = found.kind == .wallet ? try merged(into: found.number, in: connection) : []
    return Account(
      number: found.number, kind: found.kind, owner: found.owner, floor: found.floor,
      posted: merged.reduce(found.posted) { $0 + $1.posted }, held: merged.reduce(found.held) { $0 + $1.held },
      lastEntry: found.lastEntry, lists: ([found.firstLot] + merged.map(\.firstLot)).filter { $0 != 0 })
  }

  /// A wallet that was merged into another.
  struct Merged: Sendable {
    let number: Int64
    let user: UserID
    let posted: Int64
    let held: Int64
    let lastEntry: Int64
    let firstLot: Int64
  }

  static func merged(into account: Int64, in connection: Connection) throws -> [Merged] {
    try connection.rows(
      """
      SELECT account, owner, posted, held, last_entry, first_lot FROM coins_accounts
      WHERE merged_into = ?1 ORDER BY account
      """, .integer(account)
    ) {
      Merged(
        number: $0.integer(0), user: try $0.identifier(1), posted: $0.integer(2), held: $0.integer(3),
        lastEntry: $0.integer(4), firstLot: $0.integer(5))
    }
  }

  static func balance(
    of reference: AccountReference, asset: Asset = .coins, at time: Timestamp, in connection: Connection
  ) throws -> Balance {
    guard let account = try account(reference, asset: asset, in: connection) else {
      return Balance(posted: 0, held: 0, available: 0)
    }
    guard account.kind == .wallet, asset == .coins else {
      return Balance(
        posted: account.posted, held: account.held, available: account.posted - account.held - account.floor)
    }
    let spendable = try lots(of: account, in: connection).filter { $0.expires.map { $0 > time } ?? true }
    return Balance(
      posted: account.posted, held: account.held, available: spendable.reduce(0) { $0 + $1.remaining })
  }

  /// What is left of a wallet's lots, the soonest to expire first.
  static func lots(of account: Account, in connection: Connection) throws -> [Lot] {
    let select = try connection.statement("SELECT remaining, expires_at, next FROM coins_lots WHERE lot = ?1")
    var lots: [Lot] = []
    for first in account.lists {
      var current = first
      while current != 0 {
        select.bind(current, at: 1)
        let next = try select.first { row in
          if row.integer(0) > 0 { lots.append(Lot(remaining: row.integer(0), expires: row.optionalTime(1))) }
          return row.integer(2)
        }
        guard let next else { throw StorageError.corrupt("lot \(current) of a wallet's list is not there") }
        current = next
      }
    }
    return lots.sorted { ($0.expires?.microseconds ?? .max) < ($1.expires?.microseconds ?? .max) }
  }
}
