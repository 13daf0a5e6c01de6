import QixStorage

/// Recomputes every leaf, root and hash of the chain from the rows, with nothing of the ledger: by the layout of leaves
/// and blocks alone.
struct PlainSeals {
  private let connection: Connection

  init(in connection: Connection) { self.connection = connection }

  func run() throws {
    let leaves = try self.leaves()
    var hashes: [[UInt8]] = [[UInt8](repeating: 0, count: 32)]
    let blocks = try connection.rows(
      "SELECT block, first_transfer, transfers, sealed_at, root, hash FROM coins_blocks ORDER BY block"
    ) { row in (integers: (0..<4).map { row.integer($0) }, root: row.blob(4), hash: row.blob(5)) }
    for block in blocks {
      let (number, first, count) = (Int(block.integers[0]), Int(block.integers[1]), Int(block.integers[2]))
      let root = Self.root(leaves[(first - 1)..<(first - 1 + count)])
      guard root == block.root else { throw Run.Difference(description: "block \(number) has another root") }
      // The other block that is covered: the number without its lowest set bit.
      let skip = number - (1 << number.trailingZeroBitCount)
      let header = block.integers.flatMap(Self.bytes)
      let hash = PlainSHA256.hash([2] + header + root + hashes[number - 1] + hashes[skip])
      guard hash == block.hash else { throw Run.Difference(description: "block \(number) has another hash") }
      hashes.append(hash)
    }
  }

  /// RFC 6962 §2.1, as it stands there.
  private static func root(_ leaves: ArraySlice<[UInt8]>) -> [UInt8] {
    if leaves.count == 1, let leaf = leaves.first { return PlainSHA256.hash([0] + leaf) }
    var half = 1
    while half * 2 < leaves.count { half *= 2 }
    return PlainSHA256.hash([1] + root(leaves.prefix(half)) + root(leaves.dropFirst(half)))
  }

  private func leaves() throws -> [[UInt8]] {
    try connection.rows(
      """
      SELECT t.kind, d.asset, t.transfer, t.id, d.owner, c.owner, t.amount, t.at, t.expires_at, t.related, t.linked,
        n.reason, n.metadata, n.digest, t.fingerprint, t.key
      FROM coins_transfers AS t JOIN coins_accounts AS d ON d.account = t.debit
      JOIN coins_accounts AS c ON c.account = t.credit LEFT JOIN coins_details AS n ON n.details = t.details
      ORDER BY t.transfer
      """
    ) { row in
      let digest = row.blob(13)
      let hasDetails = !digest.isEmpty
      if hasDetails {
        let texts = [row.optionalText(11), row.optionalText(12)].flatMap { text in
          Self.bytes(text.map { Int64($0.utf8.count) } ?? -1) + Array((text ?? "").utf8)
        }
        guard PlainSHA256.hash(texts) == digest else {
          throw Run.Difference(description: "transfer \(row.integer(2)) has another digest of its details")
        }
      }
      let optional = [row.optionalInteger(8), row.optionalInteger(9), row.optionalInteger(10)]
      let key = row.optionalText(15)
      var flags: UInt8 = 0
      for (bit, isThere) in (optional.map { $0 != nil } + [hasDetails, key != nil]).enumerated() where isThere {
        flags |= 1 << bit
      }
      return [1, UInt8(row.integer(0)), flags] + Self.bytes(row.integer(1)) + Self.bytes(row.integer(2))
        + row.blob(3) + row.blob(4) + row.blob(5) + Self.bytes(row.integer(6)) + Self.bytes(row.integer(7))
        + optional.compactMap { $0 }.flatMap(Self.bytes) + digest + row.blob(14) + Array((key ?? "").utf8)
    }
  }

  private static func bytes(_ integer: Int64) -> [UInt8] { PlainSHA256.bigEndian(UInt64(bitPattern: integer)) }
}
