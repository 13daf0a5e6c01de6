internal import QixKernel
internal import QixStorage
internal import VouchersContract

/// Makes vouchers, no two alike.
struct Minting {
  let keys: VoucherKeys
  let random: any RandomSource

  /// What becomes of those that are made.
  enum Purpose: Sendable {
    case stock
    /// Into a file, with the others of a batch.
    case file(BatchID)
    /// To a user, once.
    case user(UserID, key: String)
  }

  /// A code on its way into the table.
  private struct Fresh {
    let code: VoucherCode
    let hash: [UInt8]
    /// The first half of the hash, which tells all but a few of a trillion apart: comparing arrays takes longer.
    let order: UInt64

    init(_ code: VoucherCode, _ keys: VoucherKeys) {
      self.code = code
      hash = keys.hash(code)
      order = hash.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) }
    }
  }

  /// Makes vouchers of a series and adds them to its counts.
  ///
  /// They are sorted by what they are found by before they get their ids, so that table and index both grow at one end
  /// each, as far as one call goes; that tells nobody anything, since nobody can compute it.
  /// - Parameter count: they are in memory all at once.
  /// - Returns: the first and the last; nil for none.
  /// - Throws: `SeriesError.prefixFull`.
  @discardableResult
  func make(
    _ count: Int, of series: Series, for purpose: Purpose, at time: Timestamp, in connection: Connection
  ) throws -> (first: VoucherID, last: VoucherID)? {
    try Self.requireRoom(Int64(count), series, in: connection)
    let random = BufferedRandomSource(random)
    var (pool, generator) = (RandomPool(random), IdentifierGenerator(random: random))
    let insert = try connection.statement(
      """
      INSERT INTO vouchers_vouchers (id, series, hash, box, state, used, handed_at, user, key, batch, end_at)
      VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (hash) DO NOTHING
      """)
    purpose.bind(to: insert, series.terms, at: time)
    var ids: (first: VoucherID, last: VoucherID)?
    var missing = count
    while missing > 0 {
      var fresh = (0..<missing).map { _ in Fresh(series.terms.recipe.make(&pool), keys) }
      fresh.sort { $0.order < $1.order }
      for item in fresh {
        let id: VoucherID = generator.next(at: time)
        let box = keys.seal(item.code, id, of: series.id, random: random)
        insert.bind(id, at: 1)
        insert.bind(series.id, at: 2)
        item.hash.withUnsafeBytes { insert.bind(blob: $0, at: 3) }
        box.withUnsafeBytes { insert.bind(blob: $0, at: 4) }
        try insert.run()
        // One that is there already is made anew.
        guard connection.changes == 1 else { continue }
        missing -= 1
        ids = (ids?.first ?? id, id)
      }
    }
    let free = if case .stock = purpose { count } else { 0 }
    try connection.run(
      "UPDATE vouchers_series SET made = made + ?2, free = free + ?3 WHERE id = ?1", .id(series.id),
      .integer(Int64(count)), .integer(Int64(free)))
    return ids
  }

  /// Numbers of ten random digits can be guessed where there are too many of them.
  static func requireRoom(_ count: Int64, _ series: Series, in connection: Connection) throws {
    guard let prefix = series.terms.prefix else { return }
    let made = try connection.first(
      "SELECT coalesce(sum(made), 0) FROM vouchers_series WHERE prefix = ?1", .text(prefix)
    ) { $0.integer(0) }
    let left = EAN13.mostOfPrefix - (made ?? 0)
    guard count <= left else { throw SeriesError.prefixFull(prefix, left: max(0, left)) }
  }
}

extension Minting.Purpose {
  /// What is the same for all of them.
  fileprivate func bind(to insert: Statement, _ terms: SeriesTerms, at time: Timestamp) {
    let (state, handed): (VoucherState, Timestamp?) = if case .stock = self { (.free, nil) } else { (.open, time) }
    insert.bind(state.rawValue, at: 5)
    insert.bind(handed, at: 6)
    for index in 7...9 { insert.bind(Value.null, at: index) }
    switch self {
    case .stock: break
    case .file(let batch): insert.bind(batch, at: 9)
    case .user(let user, let key):
      insert.bind(user, at: 7)
      insert.bind(key, at: 8)
    }
    insert.bind(handed.flatMap(terms.end(handedAt:)), at: 10)
  }
}
