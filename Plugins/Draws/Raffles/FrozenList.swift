internal import DrawsContract
internal import QixCrypto
internal import QixModule

/// The entrants of a raffle, in the order of their ids, with the Merkle root over them.
struct FrozenList: Equatable, Sendable {
  struct Entrant: Equatable, Sendable {
    let id: EntrantID
    let tickets: Int64
    /// Nil for a user who was erased since.
    var user: UserID?
    /// 1 for the first winner; nil for who hasn't won.
    var place: Int64?
  }

  private(set) var entrants: [Entrant]
  let root: Hash256
  let tickets: Int64

  /// Nil when there are more tickets than can be counted, or an entrant has none.
  init?(_ entrants: [Entrant]) {
    self.entrants = entrants.sorted { $0.id < $1.id }
    var total: Int64 = 0
    var tree = MerkleTree.Accumulator()
    for entrant in self.entrants {
      let (sum, isTooMuch) = total.addingReportingOverflow(entrant.tickets)
      guard !isTooMuch, entrant.tickets >= 1 else { return nil }
      total = sum
      tree.append(Self.leafHash(entrant.id, tickets: entrant.tickets))
    }
    tickets = total
    root = tree.root
  }

  /// Returns the hash of the entrant's sixteen bytes and the tickets, eight bytes, the greatest first.
  static func leafHash(_ entrant: EntrantID, tickets: Int64) -> Hash256 {
    let leaf = (entrant.high.bigEndian, entrant.low.bigEndian, tickets.bigEndian)
    return withUnsafeBytes(of: leaf) { MerkleTree.leafHash($0) }
  }

  /// The winners by secret and beacon, the first one first: as many as may win, or all where there are fewer.
  ///
  /// In each round every ticket that is left has the same chance, and the owner of the one that is drawn takes all of
  /// theirs out.
  /// - Returns: places in `entrants`.
  func winners(_ terms: RaffleTerms, key: borrowing DrawKey, beacon: String?) -> [Int] {
    var message = terms.id.bytes + root.bytes + SHA256.hash(beacon ?? "")
    let prefix = message.count
    message += [0, 0, 0, 0]
    var tree = TicketTree(entrants.map { UInt64($0.tickets) })
    return (0..<max(0, min(Int(terms.winners), entrants.count))).map { round in
      withUnsafeBytes(of: UInt32(round).bigEndian) { message.replaceSubrange(prefix..., with: $0) }
      return tree.takeOwner(of: message.withUnsafeBytes { key.number(below: tree.total, of: $0) })
    }
  }

  /// The list of a raffle that is frozen.
  static func read(_ raffle: RaffleID, in connection: Connection) throws -> FrozenList {
    let entrants = try connection.fetchAll(
      "SELECT entrant, tickets, user, place FROM draws_entrants WHERE raffle = \(raffle) ORDER BY entrant", Entrant.init
    )
    guard let list = FrozenList(entrants) else {
      throw StorageError.corrupt("a raffle has tickets that can't be counted")
    }
    return list
  }
}

extension FrozenList.Entrant {
  /// Reads a row of `entrant, tickets, user, place`.
  init(_ row: Row) throws {
    id = try row["entrant"]
    tickets = row["tickets"]
    user = try row["user"]
    place = row["place"]
  }
}
