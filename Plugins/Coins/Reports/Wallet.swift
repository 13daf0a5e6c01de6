internal import CoinsContract
internal import IdentityContract
internal import QixModule

/// What a user's wallet, or any other account, holds.
enum Wallet {
  /// What is neither spent nor reserved of what a wallet was credited with.
  struct Lot: Sendable {
    let number: Int64
    var remaining: Int64
    let expires: Timestamp?
  }

  /// Where an account is. What it holds is a matter of the moment: `account`.
  struct Place: Sendable {
    let number: Int64
    let kind: AccountKind
    /// Whose wallet it is.
    let owner: Owner
    /// Where its entries begin.
    let lastEntry: Int64
    /// Of a wallet.
    let merged: [Merged]
    fileprivate let floor: Int64
    fileprivate let booked: Booked

    /// All that are one with it.
    var numbers: [Int64] { parts.map(\.number) }

    fileprivate var parts: [(number: Int64, booked: Booked)] {
      [(number, booked)] + merged.map { ($0.number, $0.booked) }
    }
  }

  /// A wallet that was merged into another.
  struct Merged: Sendable {
    let number: Int64
    let user: UserID
    let lastEntry: Int64
    fileprivate let booked: Booked
  }

  /// As the tables have it, where a hold is open until its time-out is booked.
  fileprivate struct Booked: Sendable {
    let posted: Int64
    let held: Int64
    /// Where the list of lots begins.
    let firstLot: Int64
  }

  /// An account at a moment. A hold that is due by then holds nothing, booked or not (`DueHolds`).
  ///
  /// What open holds have reserved in wallets that were merged into it counts as its own: it comes to it, or leaves as
  /// was agreed with its user. So do the lots that lie there.
  struct Account: Sendable {
    let place: Place
    let moment: Timestamp
    let posted: Int64
    let held: Int64
    /// The accounts of it on which holds are due.
    fileprivate let due: [Int64]
    /// What its user owes, in coins, when what due holds give back has settled its part.
    let owed: Int64
    /// What due holds give back that settles a debt: it is gone already.
    fileprivate let settling: Int64

    /// What can be taken from it where it isn't divided in lots.
    var free: Int64 { posted - held - place.floor }
  }

  /// Nil when it was never opened.
  static func place(
    of reference: AccountReference, asset: Asset = .coins, in connection: Connection
  ) throws -> Place? {
    var book = AccountBook()
    guard let index = try book.find(reference, asset, in: connection) else { return nil }
    let found = book[index]
    return Place(
      number: found.number, kind: found.kind, owner: found.owner, lastEntry: found.lastEntry,
      merged: found.kind == .wallet ? try merged(into: found.number, in: connection) : [], floor: found.floor,
      booked: Booked(posted: found.posted, held: found.held, firstLot: found.firstLot))
  }

  /// Nil when it was never opened.
  static func account(
    _ reference: AccountReference, asset: Asset = .coins, at time: Timestamp, in connection: Connection
  ) throws -> Account? {
    guard let place = try place(of: reference, asset: asset, in: connection) else { return nil }
    let all = place.parts
    var (held, due): (Int64, [Int64]) = (0, [])
    for (number, booked) in all where booked.held > 0 {
      let over = try DueHolds.amount(on: number, at: time, in: connection)
      if over > 0 { due.append(number) }
      held += booked.held - over
    }
    let owed = place.kind == .wallet && asset == .coins ? try owed(by: place.number, in: connection) : 0
    let freed = owed == 0 ? [] : try due.flatMap { try DueHolds.givenBack(by: $0, at: time, in: connection) }
    let alive = freed.filter { $0.expires.map { $0 > time } ?? true }.reduce(0) { $0 + $1.amount }
    let settling = min(owed, alive)
    return Account(
      place: place, moment: time, posted: all.reduce(0) { $0 + $1.booked.posted } - settling, held: held, due: due,
      owed: owed - settling, settling: settling)
  }

  /// What the user of a wallet owes.
  private static func owed(by wallet: Int64, in connection: Connection) throws -> Int64 {
    try connection.fetchOne(
      """
      SELECT o.posted FROM coins_accounts AS w JOIN coins_accounts AS o ON o.account = w.owes
      WHERE w.account = \(wallet)
      """) ?? 0
  }

  private static func merged(into account: Int64, in connection: Connection) throws -> [Merged] {
    try connection.fetchAll(
      """
      SELECT account, owner, posted, held, last_entry, first_lot FROM coins_accounts
      WHERE merged_into = \(account) ORDER BY account
      """
    ) {
      Merged(
        number: $0["account"], user: try $0["owner"], lastEntry: $0["last_entry"],
        booked: Booked(posted: $0["posted"], held: $0["held"], firstLot: $0["first_lot"]))
    }
  }

  static func balance(
    of reference: AccountReference, asset: Asset = .coins, at time: Timestamp, in connection: Connection
  ) throws -> Balance {
    guard let account = try account(reference, asset: asset, at: time, in: connection) else {
      return Balance(posted: 0, held: 0, available: 0)
    }
    guard account.place.kind == .wallet, asset == .coins else {
      return Balance(posted: account.posted, held: account.held, available: account.free)
    }
    // What isn't held is in lots: whether it can be spent is a matter of those that have expired, which are few.
    let expired = try lots(of: account, expiredBy: time, in: connection).reduce(0) { $0 + $1.remaining }
    return Balance(
      posted: account.posted, held: account.held, available: account.posted - account.held - expired)
  }

  /// What is left of a wallet's lots, the soonest to expire first.
  /// - Parameter time: where given, only those that expire by then.
  static func lots(
    of account: Account, expiredBy time: Timestamp? = nil, in connection: Connection
  ) throws -> [Lot] {
    let select = try connection.statement("SELECT remaining, expires_at, next FROM coins_lots WHERE lot = ?1")
    var lots: [Lot] = []
    for (number, booked) in account.place.parts {
      var current = booked.firstLot
      while current != 0 {
        select.bind(current, at: 1)
        let next = try select.first { row in
          let lot = Lot(number: current, remaining: row["remaining"], expires: row["expires_at"])
          if lot.remaining > 0 { lots.append(lot) }
          return row["next"] as Int64
        }
        guard let next else { throw StorageError.corrupt("lot \(current) of a wallet's list is not there") }
        current = next
      }
      lots += try LotsInOrder.all(of: number, expiredBy: time, in: connection).map {
        Lot(number: $0.lot, remaining: $0.remaining, expires: $0.expires)
      }
    }
    var settling = account.settling
    for number in account.due {
      for var part in try DueHolds.givenBack(by: number, at: account.moment, in: connection) {
        if settling > 0, part.expires.map({ $0 > account.moment }) ?? true {
          let paid = min(settling, part.amount)
          (settling, part.amount) = (settling - paid, part.amount - paid)
          guard part.amount > 0 else { continue }
        }
        if let index = lots.firstIndex(where: { $0.number == part.lot }) {
          lots[index].remaining += part.amount
        } else {
          lots.append(Lot(number: part.lot, remaining: part.amount, expires: part.expires))
        }
      }
    }
    if let time { lots.removeAll { $0.expires.map { $0 > time } ?? true } }
    // Sorting makes the runtime look for a type, also where there is nothing to sort: a hundredth of `wallet show`.
    guard lots.count > 1 else { return lots }
    return lots.sorted {
      ($0.expires?.microseconds ?? .max, $0.number) < ($1.expires?.microseconds ?? .max, $1.number)
    }
  }
}
