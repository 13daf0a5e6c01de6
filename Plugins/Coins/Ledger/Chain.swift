internal import QixCrypto
internal import QixModule

/// The hash chain of sealed blocks.
///
/// A block's hash covers the hash of the block before it, and that of an earlier one: block n also covers block
/// n & (n − 1), n without its lowest set bit. So a path from the head back to any block takes few steps (O(log² n)),
/// and a proof stays short however long the chain gets.
struct Chain {
  private var last: Int64 = 0
  private var lastHash = Hash256()
  private var firstTransfer: Int64 = 1
  private var leaves = MerkleTree.Accumulator()

  init() {}

  /// Reads the head.
  init(in connection: Connection) throws {
    let head = try connection.first("SELECT block, hash FROM coins_blocks ORDER BY block DESC LIMIT 1") {
      (block: $0.integer(0), hash: Hash256($0.bytes(1)))
    }
    guard let head else { return }
    last = head.block
    lastHash = head.hash ?? Hash256()
  }

  /// Starts a block whose first transfer follows `transfer`.
  mutating func open(after transfer: Int64) {
    firstTransfer = transfer + 1
    leaves = MerkleTree.Accumulator()
  }

  mutating func append(_ leafHash: Hash256) { leaves.append(leafHash) }

  /// Writes the block; nothing when it has no leaves.
  mutating func seal(at time: Timestamp, in connection: Connection) throws {
    guard leaves.count > 0 else { return }
    let number = last + 1
    let target = Block.skipTarget(of: number)
    let skip = try target == last ? lastHash : Self.hash(of: target, in: connection)
    let block = Block(
      number: number, firstTransfer: firstTransfer, transfers: Int64(leaves.count), sealedAt: time, root: leaves.root)
    let hash = block.hash(previous: lastHash, skip: skip)
    let insert = try connection.statement(
      """
      INSERT INTO coins_blocks (block, first_transfer, transfers, sealed_at, root, hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """)
    insert.bind(block.number, at: 1)
    insert.bind(block.firstTransfer, at: 2)
    insert.bind(block.transfers, at: 3)
    insert.bind(block.sealedAt, at: 4)
    block.root.withUnsafeBytes { insert.bind(blob: $0, at: 5) }
    hash.withUnsafeBytes { insert.bind(blob: $0, at: 6) }
    try insert.run()
    (last, lastHash) = (number, hash)
    leaves = MerkleTree.Accumulator()
  }

  /// The hash of a block; zeros for block 0, which stands before the first.
  static func hash(of block: Int64, in connection: Connection) throws -> Hash256 {
    guard block > 0 else { return Hash256() }
    let statement = try connection.statement("SELECT hash FROM coins_blocks WHERE block = ?1")
    statement.bind(block, at: 1)
    guard let hash = try statement.first({ Hash256($0.bytes(0)) }) ?? nil else {
      throw StorageError.corrupt("block \(block) of the ledger's chain is not there")
    }
    return hash
  }
}

/// What one commit has sealed.
struct Block: Equatable {
  /// 1, 2, 3, …
  let number: Int64
  let firstTransfer: Int64
  /// How many transfers, one or more.
  let transfers: Int64
  let sealedAt: Timestamp
  /// RFC 6962 root of the transfers' leaves.
  let root: Hash256

  /// The earlier block that a block's hash covers besides the one before it.
  static func skipTarget(of block: Int64) -> Int64 { block & (block - 1) }

  /// SHA-256 of a byte 2, the header's four integers (eight bytes each, most significant first), the root and the two
  /// earlier hashes.
  func hash(previous: Hash256, skip: Hash256) -> Hash256 {
    var hasher = SHA256()
    hasher.update(UInt8(2))
    for integer in [number, firstTransfer, transfers, sealedAt.microseconds] { hasher.update(integer) }
    hasher.update(root)
    hasher.update(previous)
    hasher.update(skip)
    return hasher.finish()
  }
}
