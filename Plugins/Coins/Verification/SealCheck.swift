internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// Checks transfers against the blocks that seal them: numbers, ids, leaves, roots, the chain.
struct SealCheck {
  struct Result: Sendable {
    var transfers: Int64 = 0
    var blocks: Int64 = 0
    var head = Hash256()
    /// The sum of what must have been posted.
    var legs: UInt64 = 0
    var faults: [String] = []
  }

  private var result = Result()
  private var scratch = ByteBuffer()
  private var leaves = MerkleTree.Accumulator()
  /// The hash of every block, for the skip links; index 0 stands before the first.
  private var hashes = [Hash256()]
  private var lastID = TransferID(high: 0, low: 0)
  private let owners: Owners
  private let key: LegHash
  private let connection: Connection
  private var details: (number: Int64, digest: Hash256)?

  static func run(_ connection: Connection, _ key: LegHash) throws -> Result {
    var check = try SealCheck(owners: Owners(in: connection), key: key, connection: connection)
    try check.readDetails()
    try check.readTransfers()
    return check.result
  }

  private init(owners: Owners, key: LegHash, connection: Connection) {
    self.owners = owners
    self.key = key
    self.connection = connection
  }

  private mutating func fault(_ sentence: String) {
    if result.faults.count < Verification.limit { result.faults.append(sentence) }
  }

  /// The texts' digests are what leaves hold on to. An erased text is none; its digest stays.
  private mutating func readDetails() throws {
    try connection.statement("SELECT details, reason, metadata, digest FROM coins_details").forEach { row in
      let (reason, metadata) = (row.optionalText(1), row.optionalText(2))
      if reason != nil || metadata != nil, Hash256(row.bytes(3)) != Details.digest(reason: reason, metadata: metadata) {
        fault("the text of details \(row.integer(0)) was changed")
      }
      return true
    }
  }

  private mutating func readTransfers() throws {
    let transfers = try connection.statement(
      "SELECT \(Leaves.columns) FROM coins_transfers ORDER BY transfer")
    defer { transfers.reset() }
    let blocks = try connection.statement(
      "SELECT block, first_transfer, transfers, sealed_at, root, hash FROM coins_blocks ORDER BY block")
    defer { blocks.reset() }
    while let row = try blocks.step() {
      let block = Block(
        number: row.integer(0), firstTransfer: row.integer(1), transfers: row.integer(2), sealedAt: row.time(3),
        root: Hash256(row.bytes(4)) ?? Hash256())
      let hash = Hash256(row.bytes(5)) ?? Hash256()
      guard block.number == result.blocks + 1, block.firstTransfer == result.transfers &+ 1, block.transfers > 0 else {
        fault("block \(block.number) does not follow block \(result.blocks)")
        break
      }
      leaves = MerkleTree.Accumulator()
      for _ in 0..<block.transfers {
        guard let transfer = try transfers.step() else {
          fault("block \(block.number) seals transfers that are not there")
          return
        }
        try read(transfer)
      }
      if leaves.root != block.root { fault("the transfers of block \(block.number) are not those that it sealed") }
      let skip = Int(Block.skipTarget(of: block.number))
      guard skip < hashes.count, block.hash(previous: hashes[hashes.count - 1], skip: hashes[skip]) == hash else {
        fault("block \(block.number) does not fit the chain")
        break
      }
      hashes.append(hash)
      result.blocks = block.number
      result.head = hash
    }
    if try transfers.step() != nil { fault("transfers from \(result.transfers &+ 1) on are in no block") }
  }

  private mutating func read(_ row: Row) throws {
    let number = row.integer(0)
    let due = result.transfers &+ 1
    if number != due { fault("transfer \(number) comes where \(due) is due") }
    result.transfers = number
    guard let leaf = try Leaves.leaf(row, { owners[$0] }, details: { try digest($0) }) else {
      fault("transfer \(number) has values that can't be")
      return
    }
    if leaf.id <= lastID { fault("the id of transfer \(number) is not greater than the one before it") }
    lastID = leaf.id
    if leaf.kind.isPosted {
      result.legs &+= key(entry: 2 &* number, account: row.integer(3), amount: 0 &- leaf.amount)
      result.legs &+= key(entry: 2 &* number &+ 1, account: row.integer(4), amount: leaf.amount)
    }
    let key = row.bytes(11)
    leaf.encode(key: key.isEmpty ? nil : key, into: &scratch)
    scratch.withBytes { leaves.append(MerkleTree.leafHash($0)) }
  }

  private mutating func digest(_ number: Int64?) throws -> Hash256? {
    guard let number else { return nil }
    if let details, details.number == number { return details.digest }
    let statement = try connection.statement("SELECT digest FROM coins_details WHERE details = ?1")
    statement.bind(number, at: 1)
    let digest = try statement.first { Hash256($0.bytes(0)) } ?? nil
    if digest == nil { fault("details \(number) are not there") }
    details = (number, digest ?? Hash256())
    return digest
  }
}

/// Whose each account is, by its number.
struct Owners {
  struct Identity {
    let asset: Asset
    let owner: Owner
  }

  private var identities: [Identity?] = [nil]

  /// Accounts are numbered without gaps; where one is missing, those behind it are not known.
  init(in connection: Connection) throws {
    try connection.statement("SELECT account, asset, owner FROM coins_accounts ORDER BY account").forEach { row in
      guard row.integer(0) == Int64(identities.count) else { return false }
      let owner: Identifier<TransferTag> = try row.identifier(2)
      identities.append(
        Identity(asset: Asset(number: row.integer(1)), owner: Owner(high: owner.high, low: owner.low)))
      return true
    }
  }

  subscript(account: Int64) -> Identity? {
    account > 0 && account < Int64(identities.count) ? identities[Int(account)] : nil
  }
}
