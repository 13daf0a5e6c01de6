internal import QixReceipts
internal import QixShake

/// The answer to whether a receipt that is handed in is known already.
enum Duplicate: Sendable, Equatable {
  /// It is that receipt.
  case same(ReceiptMatch)
  /// A person has to compare them.
  /// - Parameter signs: one at least.
  case perhaps(ReceiptMatch, [Sign])

  /// None where it is that receipt.
  var signs: [Sign] { if case .perhaps(_, let signs) = self { signs } else { [] } }
}

/// A receipt that another one is compared with.
struct ReceiptMatch: Sendable, Equatable {
  let receipt: ReceiptID
  let user: UserID
  let state: ReceiptRecord.State
  /// Jaccard's index of their numbers, 0…1.
  let likeness: Double

  /// The verdict on another picture of this paper. Who was rejected may bring a better one, and so may the one whom the
  /// paper was taken from.
  var samePaper: Duplicate { state == .rejected ? .perhaps(self, [.rejected]) : .same(self) }
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
  /// Receipts whose fields are compared, the likest of those.
  static let mostOpened = 20
  /// A number on so many receipts that counted is a shop's, not a purchase's.
  static let oftenest = 3

  let connection: Connection

  /// In this order: the picture; day and total with the transaction's number or the time, and the shop; the numbers;
  /// day and total alone where nothing else is on both; the items; the picture's look. What surely is the same
  /// comes before what may be.
  func duplicate(of identity: Identity) throws -> Duplicate? {
    if let known = try candidates("picture = \(identity.picture)", identity).first { return .same(known.match) }
    let likest = try alike(identity).prefix(Self.mostOpened)
    let verdicts = try samePurchases(as: identity) + likest.compactMap({ try likeness(of: $0, to: identity) })
    if let same = verdicts.first(where: \.signs.isEmpty) { return same }
    if case .perhaps(let match, let signs) = verdicts.first {
      // Also behind a likelier one: who decides has to know that this paper was rejected.
      let isRejected = !signs.contains(.rejected) && verdicts.contains { $0.signs.contains(.rejected) }
      return .perhaps(match, signs + (isRejected ? [.rejected] : []))
    }
    if let candidate = try sameDays(as: identity).first { return .perhaps(candidate.match, [.sameDay]) }
    if let candidate = try sameBaskets(as: identity).first { return .perhaps(candidate.match, [.sameItems]) }
    if let candidate = try sameNumbers(as: identity).first { return .perhaps(candidate.match, [.alike]) }
    if let candidate = try sameMarks(as: identity).first { return .perhaps(candidate.match, [.sameMark]) }
    if let candidate = try sameNames(as: identity).first { return .perhaps(candidate.match, [.sameItems]) }
    let look = try identity.look.flatMap { try candidates("look = \($0)", identity).first }
    return look.map { .perhaps($0.match, [.look]) }
  }

  /// Those that may be the same by what both say, however little their numbers have in common.
  func comparable(to identity: Identity) throws -> [Candidate] {
    try sameDays(as: identity) + sameBaskets(as: identity) + sameNumbers(as: identity) + sameMarks(as: identity)
      + sameNames(as: identity)
  }

  /// Every receipt that it is or may be, for people.
  func all(like identity: Identity) throws -> [ReceiptMatch] {
    var found: [ReceiptMatch] = []
    var all: [Candidate] = []
    let (number, time) = (identity.purchase.byNumber, identity.purchase.byTime)
    for (column, value) in [
      ("picture", identity.picture), ("by_number", number), ("by_time", time), ("look", identity.look),
    ] { if let value { all += try candidates("\(sql: column) = \(value)", identity).prefix(10) } }
    all += try alike(identity).filter { $0.match.likeness >= Self.perhaps }
    all += try comparable(to: identity)
    for candidate in all where !found.contains(where: { $0.receipt == candidate.match.receipt }) {
      found.append(candidate.match)
    }
    return found
  }

  /// Two customers of one chain may pay the same in the same minute: their transactions have other numbers then. Who has
  /// covered numbers or the shop's name goes to a person.
  private func samePurchases(as identity: Identity) throws -> [Duplicate] {
    let purchase = identity.purchase
    let byNumber = try purchase.byNumber.map { try candidates("by_number = \($0)", identity) } ?? []
    let byTime = try purchase.byTime.map { try candidates("by_time = \($0)", identity) } ?? []
    func verdict(_ candidate: Candidate, isSame: (Comparison) -> Bool) throws -> Duplicate? {
      let comparison = try comparison(of: candidate, with: identity)
      if comparison.shops == .different { return nil }
      return isSame(comparison) ? candidate.match.samePaper : .perhaps(candidate.match, [.sameMoment])
    }
    let numbered = try byNumber.compactMap { candidate in
      try verdict(candidate) { comparison in
        (comparison.shops == .same || candidate.match.likeness >= Self.perhaps) && comparison.differences == 0
      }
    }
    let timed = try byTime.filter { try !comparison(of: $0, with: identity).differsInNumber }.compactMap { candidate in
      try verdict(candidate) {
        candidate.match.likeness >= Self.perhaps && $0.bothSayWhen && !$0.readsOtherNumber && !$0.differsInItems
      }
    }
    return numbered + timed
  }

  /// Finds this paper with its time and number covered or folded away: day and total are equal, there is nothing else by
  /// which the two could be told apart, and no item says that they are two.
  private func sameDays(as identity: Identity) throws -> [Candidate] {
    guard let day = identity.purchase.byDay else { return [] }
    // What an erased user's said can't be compared.
    let erased = try candidates("by_day = \(day) AND reading IS NULL", identity)
    return try erased
      + candidates(Self.indistinct(identity.purchase, day: day), identity).filter { candidate in
        let comparison = try comparison(of: candidate, with: identity)
        return comparison.shops != .different && !comparison.differsInItems
      }
  }

  /// Day, time and number are easily drawn anew; what several items cost stays, and so does the shop. With another total
  /// something was added or taken away.
  private func sameBaskets(as identity: Identity) throws -> [Candidate] {
    try sharing(identity.basket, identity) {
      $0.shops == .same && $0.listTheSame || $0.shops == .unknown && $0.listTheSameDear
    }
  }

  /// A picture that is hardly legible has few numbers in common with its paper: a long one, of the same shop and day, tells,
  /// where nothing says that they are two.
  private func sameNumbers(as identity: Identity) throws -> [Candidate] {
    try sharing(identity.longNumbers, identity) {
      $0.shops == .same && $0.isOneDay && $0.differences == 0 && !$0.differsInItems
    }
  }

  /// Who alters prices and the total leaves the minute or the number, and items.
  private func sameMarks(as identity: Identity) throws -> [Candidate] {
    try sharing(identity.marks, identity) {
      $0.overlap && $0.shops != .different && ($0.isOneMinute || $0.isOneNumber)
    }
  }

  /// Who alters what a dear thing costs, and when it was bought, leaves its name. One that several purchases that counted
  /// have is a department's, or what everybody buys there.
  private func sameNames(as identity: Identity) throws -> [Candidate] {
    let found = try sharing(identity.names, identity) { $0.shops == .same && $0.nameTheSameDear }
    return found.count(where: \.hasCounted) < Self.oftenest ? found : []
  }

  /// Receipts that have some of the features and of which the comparison says so, those with the most features first.
  private func sharing(
    _ features: [Int64], _ identity: Identity, _ isOne: (Comparison) -> Bool
  ) throws -> [Candidate] {
    try sharing(features).prefix(Self.mostOpened).compactMap { found in
      guard let candidate = try candidates("receipt = \(found.receipt)", identity).first else { return nil }
      return isOne(try comparison(of: candidate, with: identity)) ? candidate : nil
    }
  }

  /// Receipts that have some of the features, with how many; those with the most first, of these the latest.
  private func sharing(_ features: [Int64]) throws -> [(receipt: Int64, features: Int)] {
    var shared: [Int64: Int] = [:]
    for feature in features {
      for receipt in try receipts(with: feature) { shared[receipt, default: 0] += 1 }
    }
    return shared.map { (receipt: $0.key, features: $0.value) }.sorted {
      ($0.features, $0.receipt) > ($1.features, $1.receipt)
    }
  }

  /// The latest with a feature.
  private func receipts(with feature: Int64) throws -> [Int64] {
    try connection.fetchAll(
      """
      SELECT receipt FROM receiptshake_features WHERE feature = \(feature) ORDER BY receipt DESC
      LIMIT \(Self.mostPerFeature)
      """)
  }

  /// Of one day and total, without a time or a number that both have.
  private static func indistinct(_ purchase: Purchase, day: [UInt8]) -> SQL {
    let (time, number) = (
      purchase.byTime == nil ? "" : "AND by_time IS NULL", purchase.byNumber == nil ? "" : "AND by_number IS NULL"
    )
    return "by_day = \(day) \(sql: time) \(sql: number)"
  }

  /// Judges by the numbers. A day, time, total or number that was surely read and is another's leaves at most a question,
  /// and that one only by the numbers that aren't the shop's.
  private func likeness(of candidate: Candidate, to identity: Identity) throws -> Duplicate? {
    guard max(candidate.match.likeness, candidate.ownLikeness) >= Self.perhaps else { return nil }
    let comparison = try comparison(of: candidate, with: identity)
    if comparison.differences > 0 {
      let least = comparison.differences > 1 ? Self.same : Self.perhaps
      return candidate.ownLikeness >= least ? .perhaps(candidate.match, [.alike]) : nil
    }
    // Of two customers in one minute nearly all numbers but those of their items are equal.
    let numbers = comparison.readsOtherNumber ? candidate.ownNumbers : candidate.numbers
    let isSame =
      candidate.match.likeness >= Self.same && numbers >= Self.fewest && candidate.ownLikeness >= Self.perhaps
      && comparison.shops != .different && !comparison.differsInItems && comparison.isKnown
    return isSame ? candidate.match.samePaper : .perhaps(candidate.match, [.alike])
  }

  /// Another receipt that says it is of the same purchase, for who corrects one.
  /// - Parameter known: receipts that a person has compared it with.
  func other(than id: ReceiptID, saying identity: Identity, besides known: Set<ReceiptID>) throws -> ReceiptID? {
    var found: [Candidate] = []
    for (column, value) in [("by_number", identity.purchase.byNumber), ("by_time", identity.purchase.byTime)] {
      if let value { found += try candidates("\(sql: column) = \(value)", identity) }
    }
    func isOpen(_ candidate: Candidate) -> Bool {
      candidate.match.receipt != id && candidate.match.state != .rejected && !known.contains(candidate.match.receipt)
    }
    let other = try found.first { candidate in
      let comparison = try comparison(of: candidate, with: identity)
      return isOpen(candidate) && comparison.shops != .different && !comparison.differsInNumber
    }
    if let other { return other.match.receipt }
    return try sameDays(as: identity).first(where: isOpen)?.match.receipt
  }
}

extension DuplicateIndex {
  /// A receipt that another one is compared with, as its row has it.
  struct Candidate {
    let match: ReceiptMatch
    /// How many numbers there are in both together.
    let numbers: Int
    /// How many of them aren't the shop's.
    var ownNumbers: Int
    /// Jaccard's index without the numbers that are the shop's.
    var ownLikeness: Double
    let tokens: Tokens
    /// Its text, encrypted.
    let reading: [UInt8]?

    var hasCounted: Bool { match.state == .counted || match.state == .approved }

    /// What counts comes before what was rejected, then by likeness.
    var rank: (Int, Double) { (match.state == .rejected ? 0 : 1, max(ownLikeness, match.likeness)) }
  }

  private static let columns = "id, user_id, state, tokens, reading"

  private func comparison(of candidate: Candidate, with identity: Identity) throws -> Comparison {
    guard let says = identity.says else { return Comparison(Receipt(), nil, dear: identity.dear) }
    let other = try candidate.reading.map { try ReceiptRecord.open($0, of: candidate.match.receipt, says.keys) }
    return Comparison(says.receipt, other, dear: identity.dear)
  }

  /// Those of a condition, the likest first.
  private func candidates(_ condition: SQL, _ identity: Identity) throws -> [Candidate] {
    try connection.fetchAll(
      "SELECT \(sql: Self.columns) FROM receiptshake_receipts WHERE \(sql: condition) ORDER BY receipt DESC LIMIT 50"
    ) { try Self.candidate($0, identity) }.sorted { $0.rank > $1.rank }
  }

  /// Those with the most features in common, the likest first.
  func alike(_ identity: Identity) throws -> [Candidate] {
    let most = try sharing(MinHash.features(of: identity.tokens)).prefix(Self.mostCompared)
    var found = try most.compactMap { candidate in
      try connection.fetchOne(
        "SELECT \(sql: Self.columns) FROM receiptshake_receipts WHERE receipt = \(candidate.receipt)"
      ) { try Self.candidate($0, identity) }
    }
    let shops = Self.shops(numbers: identity, among: found)
    let own = identity.tokens.without(shops)
    for index in found.indices where !shops.isEmpty {
      let other = found[index].tokens.without(shops)
      found[index].ownLikeness = own.likeness(to: other)
      found[index].ownNumbers = Set(own.hashes).union(other.hashes).count
    }
    return found.sorted { $0.rank > $1.rank }
  }

  /// The numbers that are the shop's: where its address and numbers stand, and what several receipts that counted have.
  /// Copies don't count, so nobody makes a purchase's numbers a shop's by handing it in often.
  private static func shops(numbers identity: Identity, among found: [Candidate]) -> Set<UInt64> {
    var shops = Set(identity.ofShop.hashes)
    var counts: [UInt64: Int] = [:]
    let wanted = Set(identity.tokens.hashes)
    for candidate in found where candidate.hasCounted {
      for hash in candidate.tokens.hashes where wanted.contains(hash) { counts[hash, default: 0] += 1 }
    }
    for (hash, count) in counts where count >= Self.oftenest { shops.insert(hash) }
    return shops
  }

  private static func candidate(_ row: Row, _ identity: Identity) throws -> Candidate {
    let others = Tokens(bytes: row["tokens"])
    guard let state = ReceiptRecord.State(rawValue: row["state"]) else {
      throw StorageError.corrupt("a receipt has no known state (\(row["state"] as Int64))")
    }
    let likeness = identity.tokens.likeness(to: others)
    let numbers = Set(identity.tokens.hashes).union(others.hashes).count
    return Candidate(
      match: ReceiptMatch(
        receipt: try row["id"], user: try row["user_id"], state: state, likeness: likeness),
      numbers: numbers, ownNumbers: numbers, ownLikeness: likeness, tokens: others, reading: row["reading"])
  }

  /// Adds a receipt that lies in its table.
  /// - Parameter others: features of its items and of its long numbers.
  func add(_ tokens: Tokens, _ others: [Int64] = [], as receipt: Int64) throws {
    for feature in Set(MinHash.features(of: tokens)).union(others).sorted() {
      try connection.execute("INSERT INTO receiptshake_features (feature, receipt) VALUES (\(feature), \(receipt))")
    }
  }
}
