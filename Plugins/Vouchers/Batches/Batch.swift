internal import QixModule
internal import VouchersContract

/// Vouchers that one command makes or hands out: in several transactions, so that others get a turn, and to its end
/// whatever happens in between, when it is run again under the same key.
struct Batch: Sendable, Equatable {
  let id: BatchID
  let series: SeriesID
  let kind: Kind
  let key: String
  let wanted: Int64
  let done: Int64
  /// Its first and its last voucher; nil as long as it has none.
  let first: VoucherID?
  let last: VoucherID?

  /// The values of the column `kind`.
  enum Kind: Int64, Sendable {
    case generated = 1
    case generatedIntoFile
    case exported
  }

  /// Vouchers in one transaction.
  static let step: Int64 = 100_000

  /// Bytes of pages to keep in memory meanwhile: the index by the hash of a million codes, which each step touches all
  /// over.
  static let cache = 96 << 20

  private static let columns = "id, series, kind, key, wanted, done, first, last"

  private init(_ row: Row) throws {
    id = try row["id"]
    series = try row["series"]
    guard let kind = Kind(rawValue: row["kind"]) else {
      throw StorageError.corrupt("a batch of vouchers is of no known kind")
    }
    self.kind = kind
    key = row["key"]
    wanted = row["wanted"]
    done = row["done"]
    first = try row["first"]
    last = try row["last"]
  }

  static func find(_ id: BatchID, in connection: Connection) throws -> Batch {
    let found = try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_batches WHERE id = \(id)", Batch.init)
    guard let found else { throw StorageError.corrupt("a batch of vouchers isn't there") }
    return found
  }

  static func under(_ key: String, in connection: Connection) throws -> Batch? {
    try connection.fetchOne("SELECT \(sql: columns) FROM vouchers_batches WHERE key = \(key)", Batch.init)
  }

  /// The one that was begun under a key, or a new one.
  /// - Parameter key: nil for a new one whatever happens; its id is its key then.
  /// - Throws: `vouchers.key-conflict` if the key has begun something else.
  static func begin(
    _ kind: Kind, of series: SeriesID, wanted: Int64, key: String?, at now: Timestamp, random: any RandomSource,
    in connection: Connection
  ) throws -> Batch {
    if let key {
      guard IdempotencyKey.isWellFormed(key) else { throw SeriesTerms.malformedKey }
      if let earlier = try under(key, in: connection) {
        guard earlier.series == series, earlier.kind == kind, earlier.wanted == wanted else {
          throw Failure(
            "vouchers.key-conflict", .conflict, "the key '\(key)' was used for something else, so nothing was done",
            hint: "Give a new operation a new key.")
        }
        return earlier
      }
      try NewKey.check(key)
    }
    var generator = IdentifierGenerator(random: random)
    let id: BatchID = generator.next(at: now)
    try connection.execute(
      """
      INSERT INTO vouchers_batches (id, series, kind, key, wanted, done, created_at)
      VALUES (\(id), \(series), \(kind.rawValue), \(key ?? "\(id)"), \(wanted), 0, \(now))
      """)
    return try find(id, in: connection)
  }

  /// The one before that made as many of the same.
  func twin(at now: Timestamp, in connection: Connection) throws -> Twin? {
    let earlier = try connection.fetchOne(
      """
      SELECT id, created_at FROM vouchers_batches
      WHERE series = \(series) AND kind = \(kind.rawValue) AND wanted = \(wanted) AND id <> \(id)
      ORDER BY created_at DESC LIMIT 1
      """
    ) { (id: try $0["id"] as BatchID, at: $0["created_at"] as Timestamp) }
    return earlier.flatMap { Twin("\($0.id)", at: $0.at, now: now) }
  }

  /// Takes down that more of it is done.
  func advance(by count: Int64, _ ids: (first: VoucherID, last: VoucherID)?, in connection: Connection) throws {
    // A clock that goes back makes ids that are smaller than those before.
    let first = [first, ids?.first].compactMap(\.self).min()
    let last = [last, ids?.last].compactMap(\.self).max()
    try connection.execute(
      "UPDATE vouchers_batches SET done = done + \(count), first = \(first), last = \(last) WHERE id = \(id)")
  }
}
