internal import QixReceipts
internal import QixShake

/// A receipt that another one resembles, as it is by now: a review is decided long after it was compared, and what it
/// was compared with may have been paid since.
struct Resembled: Sendable {
  let record: ReceiptRecord
  /// Jaccard's index of their numbers, 0…1; nil where nothing but what they say is compared.
  let likeness: Double?

  static let fields: [Field<Resembled>] = [
    Field("receipt", .id) { $0.record.id },
    Field("now", .text) { $0.record.state.standing },
    Field("since", .time) { $0.record.since },
    Field("likeness", .share(places: 3)) { $0.likeness },
  ]
}

extension ReceiptRecord.State {
  /// Whether an award was paid for it.
  var isPaid: Bool { self == .counted || self == .approved }

  /// What became of one that another receipt resembles, in a word.
  var standing: String {
    switch self {
    case .counted, .approved: "paid"
    case .review: "waits"
    case .rejected: "rejected"
    case .erased: "erased"
    }
  }
}

extension ReceiptRecord {
  /// Since when it is what it is.
  var since: Timestamp { decided ?? at }

  /// The receipts that this one resembles: what it was found to resemble, what was found to resemble it, what the
  /// present comparison finds by their numbers and pictures. Nothing that they say is opened, so a locked vault will do.
  func resembled(in connection: Connection) throws -> [Resembled] {
    var found = alike.map { [(receipt: $0.receipt, likeness: Double($0.likeness) / 1_000)] } ?? []
    // Only what came later was compared with it. There is no index: a decision may wait for the rows behind it.
    found += try connection.fetchAll(
      "SELECT id, likeness FROM receiptshake_receipts WHERE receipt > \(number) AND alike = \(id) ORDER BY receipt"
    ) { row in (receipt: try row["id"] as ReceiptID, likeness: Double(row["likeness"] as Int64) / 1_000) }
    found += try DuplicateIndex(connection: connection).all(like: identity(in: connection)).map {
      (receipt: $0.receipt, likeness: $0.likeness)
    }
    var seen: Set<ReceiptID> = [id]
    return try found.compactMap { one in
      guard seen.insert(one.receipt).inserted, let record = try Self.find(one.receipt, in: connection) else {
        return nil
      }
      return Resembled(record: record, likeness: one.likeness)
    }
  }

  /// The marks by which it is known, as its row has them, without its picture: that one is its own.
  private func identity(in connection: Connection) throws -> Identity {
    let identity = try connection.fetchOne(
      "SELECT by_time, by_number, by_day, look, tokens FROM receiptshake_receipts WHERE receipt = \(number)"
    ) { row in
      Identity(
        picture: [],
        purchase: Purchase(byTime: row["by_time"], byNumber: row["by_number"], byDay: row["by_day"]),
        look: row["look"], tokens: Tokens(bytes: row["tokens"]))
    }
    guard let identity else { throw StorageError.corrupt("receipt \(id), which was just read, is not there") }
    return identity
  }
}

/// The receipts that may be of the same purchase as one that a person decides.
struct SamePurchase {
  let record: ReceiptRecord
  /// What the paper says by the person's word.
  let receipt: Receipt
  let keys: ReceiptKeys
  let connection: Connection

  /// Those that say the same of their purchase.
  /// - Parameter isTyped: whether a person has said what the paper says. A number that was typed parts no two receipts
  ///   of one shop, minute and total: who decides has to say that they are two.
  func said(isTyped: Bool) throws -> [Resembled] {
    var identity = Identity(correcting: receipt, keys)
    if isTyped { identity.says?.receipt.transaction = nil }
    let index = DuplicateIndex(connection: connection)
    var known: Set<ReceiptID> = []
    var found: [Resembled] = []
    while let other = try index.other(than: record.id, saying: identity, besides: known) {
      known.insert(other)
      found.append(Resembled(record: try ReceiptRecord.require(other, in: connection), likeness: nil))
    }
    return found
  }

  /// Those that may be the same by what both say and are paid: of what was paid before it was handed in its signs tell,
  /// unless a person has said since what the paper says.
  private func paid(dear: Int64, isTyped: Bool) throws -> [Resembled] {
    var identity = Identity(correcting: receipt, dear: dear, keys)
    // Others of its minute are many; who decides has its picture before them.
    identity.marks = []
    return try DuplicateIndex(connection: connection).comparable(to: identity).compactMap { other in
      let found = try ReceiptRecord.require(other.match.receipt, in: connection)
      guard found.id != record.id, found.state.isPaid, isTyped || found.since > record.at else { return nil }
      return Resembled(record: found, likeness: nil)
    }
  }

  /// Those that it resembles and that are paid or may be yet: found to, one by the other, or so much alike by now that
  /// they would be taken for one paper.
  /// - Parameters:
  ///   - dear: `ReceiptRules.dear`.
  ///   - isTyped: whether a person has said what the paper says.
  func resembled(dear: Int64, isTyped: Bool) throws -> [Resembled] {
    try paid(dear: dear, isTyped: isTyped)
      + record.resembled(in: connection).filter { other in
        guard other.record.state.isPaid || other.record.state == .review else { return false }
        if other.record.id == record.alike?.receipt || other.record.alike?.receipt == record.id { return true }
        guard let likeness = other.likeness, likeness >= DuplicateIndex.same else { return false }
        let says = try other.record.reading.map { try ReceiptRecord.open($0, of: other.record.id, keys) }
        let comparison = Comparison(receipt, says)
        return comparison.shops != .different && comparison.differences == 0 && !comparison.differsInItems
      }
  }
}
