internal import CoinsContract
internal import Glibc
internal import QixCrypto
internal import QixModule
internal import Synchronization

/// Recomputes the whole ledger from what it has recorded, and compares.
///
/// Two passes run side by side on one and the same state of the data: one over the transfers and the blocks that seal
/// them, one over the entries, lots, draws and holds that follow from them. What the transfers say must have been
/// posted, and what the entries say was posted, are compared by a sum over both: a keyed hash of each leg, which adds
/// up to the same only when the legs are the same.
struct Verification {
  struct Report: Sendable {
    var seals = SealCheck.Result()
    var balances = BalanceCheck.Result()
    /// Sentences, each naming what does not fit; at most `limit` of them are kept.
    var faults: [String] = []

    var isSound: Bool { faults.isEmpty }
  }

  /// Faults beyond so many say nothing new.
  static let limit = 50

  static func run(_ database: Database, random: any RandomSource) throws -> Report {
    let key = LegHash(key: random.integer())
    for _ in 0..<20 {
      let meeting = Meeting()
      let reader = database.reader()
      let (seals, balances) = try concurrently(
        {
          try reader.read { connection in
            guard try meeting.agrees(connection, 0) else { return nil as SealCheck.Result? }
            return try SealCheck.run(connection, key)
          }
        },
        {
          try database.read { connection in
            guard try meeting.agrees(connection, 1) else { return nil as BalanceCheck.Result? }
            return try BalanceCheck.run(connection, key)
          }
        })
      guard let seals, let balances else { continue }
      var report = Report(seals: seals, balances: balances, faults: seals.faults + balances.faults)
      if seals.legs != balances.legs {
        report.faults += try database.read { try Self.differingLegs(in: $0) }
      }
      report.faults = Array(report.faults.prefix(limit))
      return report
    }
    throw StorageError.locked(path: database.location, seconds: 1)
  }

  /// Which transfers and entries contradict each other; asked only when the sums have told that some do.
  private static func differingLegs(in connection: Connection) throws -> [String] {
    let posted = TransferKind.allCases.filter(\.isPosted).map { "\($0.rawValue)" }.joined(separator: ", ")
    let wrong = try connection.rows(
      """
      SELECT t.transfer FROM coins_transfers AS t
      LEFT JOIN coins_entries AS d ON d.entry = 2 * t.transfer
      LEFT JOIN coins_entries AS c ON c.entry = 2 * t.transfer + 1
      WHERE t.kind IN (\(posted)) AND (d.account IS DISTINCT FROM t.debit OR d.amount IS DISTINCT FROM -t.amount
        OR c.account IS DISTINCT FROM t.credit OR c.amount IS DISTINCT FROM t.amount)
      LIMIT 10
      """
    ) { "transfer \($0.integer(0)) and its entries differ" }
    let stray = try connection.rows(
      """
      SELECT e.entry FROM coins_entries AS e LEFT JOIN coins_transfers AS t ON t.transfer = e.entry / 2
      WHERE t.transfer IS NULL OR t.kind NOT IN (\(posted)) LIMIT 10
      """
    ) { "entry \($0.integer(0)) belongs to no posted transfer" }
    return wrong + stray
  }
}

/// Where two threads make sure that they read the same state: both tell the last transfer they see.
private final class Meeting: Sendable {
  private let seen = Mutex<[Int64?]>([nil, nil])

  func agrees(_ connection: Connection, _ place: Int) throws -> Bool {
    let last = try connection.first("SELECT max(transfer) FROM coins_transfers") { $0.integer(0) } ?? 0
    seen.withLock { $0[place] = last }
    // The other one is at the same point of the same code; a hundred times what it needs is patience enough.
    for _ in 0..<10_000 {
      if let other = seen.withLock({ $0[1 - place] }) { return other == last }
      usleep(100)
    }
    return false
  }
}

/// Adds up legs so that two collections have the same sum only when they have the same legs (for one who does not know
/// the key).
struct LegHash: Sendable {
  private let key: UInt64
  init(key: UInt64) { self.key = key }

  func callAsFunction(entry: Int64, account: Int64, amount: Int64) -> UInt64 {
    let first = Self.mix(key ^ UInt64(bitPattern: entry))
    let second = Self.mix(first ^ UInt64(bitPattern: account))
    return Self.mix(second ^ UInt64(bitPattern: amount))
  }

  /// The finaliser of SplitMix64.
  private static func mix(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
