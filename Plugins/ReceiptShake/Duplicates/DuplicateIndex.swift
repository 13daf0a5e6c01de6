internal import QixShake

/// What is known already of a receipt that is handed in.
enum Duplicate: Sendable, Equatable {
  /// It is that receipt.
  case same(ReceiptMatch)
  /// A person has to compare them.
  case perhaps(ReceiptMatch, Sign)
}

/// A receipt that another one is compared with.
struct ReceiptMatch: Sendable, Equatable {
  let receipt: ReceiptID
  let user: UserID
  let state: ReceiptRecord.State
  /// Jaccard's index of their numbers, 0…1.
  let likeness: Double
}

/// All receipts, of all users and campaigns, by what tells them. How long a look takes doesn't depend on how many there
/// are: each goes through an index, to a limited number of rows.
struct DuplicateIndex {
  /// From this likeness on it is the same receipt, from that one on a person compares.
  static let same = 0.45
  static let perhaps = 0.30
  /// With fewer numbers than these in both together, likeness alone proves nothing.
  static let fewest = 8
  /// Receipts that are looked at for each feature, the latest: one that more have tells little.
  static let mostPerFeature: Int64 = 100
  /// Receipts whose numbers are compared, those with the most features in common.
  static let mostCompared = 200

  let connection: Connection

  /// In this order: the picture, merchant with day, total, time and number, the numbers, the picture's look.
  /// - Parameter user: whose rejected receipts don't count against them: they may bring a better picture.
  func duplicate(of identity: Identity, by user: UserID) throws -> Duplicate? {
    if let match = try match("picture = ?1", .blob(identity.picture), identity) { return .same(match) }
    let number = try identity.purchase.byNumber.flatMap {
      try match("by_number = ?1", .blob($0), identity, pardoning: user)
    }
    if let number { return .same(number) }
    if let moment = try sameMoment(as: identity, user) { return moment }
    let all = try alike(identity)
    func isPardoned(_ match: ReceiptMatch) -> Bool { match.state == .rejected && match.user == user }
    if let best = all.first(where: { !isPardoned($0.match) }), best.match.likeness >= Self.perhaps {
      let isSame = best.match.likeness >= Self.same && best.numbers >= Self.fewest
      return isSame ? .same(best.match) : .perhaps(best.match, .alike)
    }
    if let match = try identity.look.flatMap({ try match("look = ?1", .blob($0), identity, pardoning: user) }) {
      return .perhaps(match, .look)
    }
    if let again = all.first, again.match.likeness >= Self.perhaps {
      return .perhaps(again.match, .rejected)
    }
    return nil
  }

  /// Every receipt that it is or may be, for people.
  func all(like identity: Identity) throws -> [ReceiptMatch] {
    var found: [ReceiptMatch] = []
    for match in [
      try match("picture = ?1", .blob(identity.picture), identity),
      try identity.purchase.byNumber.flatMap { try match("by_number = ?1", .blob($0), identity) },
      try identity.purchase.byTime.flatMap { try match("by_time = ?1", .blob($0), identity) },
      try identity.look.flatMap { try match("look = ?1", .blob($0), identity) },
    ] + (try alike(identity).map(\.match).filter { $0.likeness >= Self.perhaps }) {
      if let match, !found.contains(where: { $0.receipt == match.receipt }) { found.append(match) }
    }
    return found
  }

  /// Two customers of one chain may pay the same in the same minute: where numbers of the transactions are there they
  /// differ, and where they aren't the other numbers of the receipt have to be alike.
  private func sameMoment(as identity: Identity, _ user: UserID) throws -> Duplicate? {
    guard let byTime = identity.purchase.byTime else { return nil }
    let condition = identity.purchase.byNumber == nil ? "by_time = ?1" : "by_time = ?1 AND by_number IS NULL"
    guard let match = try match(condition, .blob(byTime), identity, pardoning: user) else { return nil }
    return match.likeness >= Self.perhaps ? .same(match) : .perhaps(match, .sameMoment)
  }

  /// Another receipt with the same merchant, day, total and number.
  func other(than receipt: ReceiptID, of purchase: Purchase) throws -> ReceiptID? {
    guard let byNumber = purchase.byNumber else { return nil }
    return try connection.first(
      "SELECT id FROM receiptshake_receipts WHERE by_number = ?1 AND id <> ?2 AND state <> 4", .blob(byNumber),
      .id(receipt)
    ) { try $0.identifier(0) }
  }

  private func match(
    _ condition: String, _ value: Value, _ identity: Identity, pardoning user: UserID? = nil
  ) throws -> ReceiptMatch? {
    let found = try connection.rows(
      """
      SELECT id, user_id, state, tokens FROM receiptshake_receipts WHERE \(condition)
        AND (?2 IS NULL OR state <> 4 OR user_id <> ?2) ORDER BY receipt DESC LIMIT 50
      """, value, user.map { .id($0) } ?? .null
    ) { try Self.match($0, identity.tokens).match }
    return found.max { $0.likeness < $1.likeness }
  }

  /// Those with the most features in common, the likest first.
  /// - Returns: each with how many numbers there are in both together.
  func alike(_ identity: Identity) throws -> [(match: ReceiptMatch, numbers: Int)] {
    var shared: [Int64: Int] = [:]
    let select = try connection.statement(
      "SELECT receipt FROM receiptshake_features WHERE feature = ?1 ORDER BY receipt DESC LIMIT ?2")
    for feature in MinHash.features(of: identity.tokens) {
      select.bind(feature, at: 1)
      select.bind(Self.mostPerFeature, at: 2)
      try select.forEach { row in
        shared[row.integer(0), default: 0] += 1
        return true
      }
    }
    let candidates = shared.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.prefix(Self.mostCompared)
    let found = try candidates.compactMap { candidate in
      try connection.first(
        "SELECT id, user_id, state, tokens FROM receiptshake_receipts WHERE receipt = ?1", .integer(candidate.key)
      ) { try Self.match($0, identity.tokens) }
    }
    return found.sorted { $0.match.likeness > $1.match.likeness }
  }

  private static func match(_ row: Row, _ tokens: Tokens) throws -> (match: ReceiptMatch, numbers: Int) {
    let others = Tokens(bytes: row.blob(3))
    guard let state = ReceiptRecord.State(rawValue: row.integer(2)) else {
      throw StorageError.corrupt("a receipt has no known state (\(row.integer(2)))")
    }
    let match = ReceiptMatch(
      receipt: try row.identifier(0), user: try row.identifier(1), state: state, likeness: tokens.likeness(to: others))
    return (match, Set(tokens.hashes).union(others.hashes).count)
  }

  /// Adds a receipt that lies in its table.
  func add(_ tokens: Tokens, as receipt: Int64) throws {
    let insert = try connection.statement("INSERT INTO receiptshake_features (feature, receipt) VALUES (?1, ?2)")
    for feature in MinHash.features(of: tokens) {
      insert.bind(feature, at: 1)
      insert.bind(receipt, at: 2)
      try insert.run()
    }
  }
}
