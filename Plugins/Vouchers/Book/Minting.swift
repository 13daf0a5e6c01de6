internal import QixModule
internal import VouchersContract

/// Makes vouchers, no two alike.
struct Minting {
  let keys: VoucherKeys
  let random: any RandomSource

  /// The destination of vouchers that are made.
  enum Purpose: Sendable {
    case stock
    /// Into a file, with the others of a batch.
    case file(BatchID)
    /// Handed to a user, once.
    case user(UserID, key: String)
  }

  /// A voucher that is in no table yet.
  struct Fresh: Sendable {
    let id: VoucherID
    let hash: [UInt8]
    let box: [UInt8]
  }

  /// Makes codes and puts them into boxes, for vouchers of a series. It needs no transaction.
  ///
  /// They are sorted by their lookup hash before they get ids, so that table and index both grow at one end, within
  /// one call; the order reveals nothing, since the hash can't be computed without the vault.
  /// - Parameter count: they are in memory all at once.
  func prepare(_ count: Int, of series: Series, at time: Timestamp) -> [Fresh] {
    struct Found {
      let code: VoucherCode
      let hash: [UInt8]
      /// The first half of the hash, which tells all but a few of a trillion apart: comparing arrays takes longer.
      let order: UInt64
    }
    let random = BufferedRandomSource(random)
    var (pool, generator) = (RandomPool(random), IdentifierGenerator(random: random))
    var found = (0..<count).map { _ in
      let code = series.terms.recipe.make(&pool)
      let hash = keys.hash(code)
      return Found(
        code: code, hash: hash, order: hash.withUnsafeBytes { UInt64(bigEndian: $0.loadUnaligned(as: UInt64.self)) })
    }
    found.sort { $0.order < $1.order }
    return found.map { one in
      let id: VoucherID = generator.next(at: time)
      return Fresh(id: id, hash: one.hash, box: keys.seal(one.code, id, of: series.id, random: random))
    }
  }

  /// Makes vouchers of a series and adds them to its counts.
  /// - Parameter prepared: what was prepared for this series; where that isn't enough, more is made.
  /// - Returns: the first and the last; nil for none.
  /// - Throws: `vouchers.prefix-full`, `.too-many-cards`.
  @discardableResult
  func make(
    _ count: Int, of series: Series, for purpose: Purpose, at time: Timestamp, prepared: [Fresh] = [],
    in connection: Connection
  ) throws -> (first: VoucherID, last: VoucherID)? {
    try Self.requireRoom(Int64(count), series, in: connection)
    // For millions of codes: bound by hand, and what they share once.
    let insert = try connection.statement(
      """
      INSERT INTO vouchers_vouchers (id, series, hash, box, state, used, handed_at, user, key, batch, end_at)
      VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (hash) DO NOTHING
      """)
    insert.bind(series.id, at: 2)
    try purpose.bind(to: insert, series.terms, at: time, in: connection)
    var ids: (first: VoucherID, last: VoucherID)?
    var (missing, fresh) = (count, prepared.prefix(count))
    while missing > 0 {
      if fresh.isEmpty { fresh = prepare(missing, of: series, at: time)[...] }
      for one in fresh {
        insert.bind(one.id, at: 1)
        one.hash.withUnsafeBytes { insert.bind(blob: $0, at: 3) }
        one.box.withUnsafeBytes { insert.bind(blob: $0, at: 4) }
        try insert.run()
        // A code that exists already is made again.
        guard connection.changes == 1 else { continue }
        missing -= 1
        ids = (min(ids?.first ?? one.id, one.id), max(ids?.last ?? one.id, one.id))
      }
      fresh = []
    }
    let free = if case .stock = purpose { count } else { 0 }
    try connection.execute(
      "UPDATE vouchers_series SET made = made + \(count), free = free + \(Int64(free)) WHERE id = \(series.id)")
    return ids
  }

  /// Numbers of ten random digits can be guessed where there are too many of them, and what is left on gift cards is
  /// added up.
  static func requireRoom(_ count: Int64, _ series: Series, in connection: Connection) throws {
    if series.terms.keepsRest, let value = series.terms.value {
      let left = max(0, Int64.max / value.minorUnits - series.made)
      guard count <= left else {
        throw Failure(
          "vouchers.too-many-cards", .refused,
          """
          the values of all vouchers of '\(series.terms.name)' would be too large to add up: there is room for \
          \(left) more
          """,
          hint: "Make a series with another name.")
      }
    }
    guard let prefix = series.terms.prefix else { return }
    let made: Int64? = try connection.fetchOne(
      "SELECT coalesce(sum(made), 0) FROM vouchers_series WHERE prefix = \(prefix)")
    let left = EAN13.mostOfPrefix - (made ?? 0)
    guard count <= left else {
      throw Failure(
        "vouchers.prefix-full", .refused,
        """
        at most 100000 EAN-13 codes may begin with \(prefix), or they could be guessed; there is room for \
        \(max(0, left)) more
        """, hint: "Choose another prefix. Or use --barcode code128: such codes can't be guessed.")
    }
  }
}

extension Minting.Purpose {
  /// Values that all of them share.
  fileprivate func bind(
    to insert: Statement, _ terms: SeriesTerms, at time: Timestamp, in connection: Connection
  ) throws {
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
    insert.bind(try handed.flatMap { try terms.end(handedAt: $0, in: connection) }, at: 10)
  }
}
