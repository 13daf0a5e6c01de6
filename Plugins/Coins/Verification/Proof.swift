internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// That a transfer is in the ledger whose head was published: checkable without the ledger (docs/verify-proof.py).
struct Proof {
  let leaf: [UInt8]
  let index: Int
  let path: [Hash256]
  /// The block that sealed the transfer, then those that lead from it to the head, each by its previous or skip link.
  let links: [Link]

  struct Link {
    let block: Block
    let previous: Hash256
    let skip: Hash256
  }

  /// - Parameter head: the block to prove against; nil for the newest.
  /// - Throws: `CoinsError.noTransfer`, `coins.proof`.
  static func make(_ id: TransferID, head: Int64?, in connection: Connection) throws -> Proof {
    guard
      let number = try connection.first(
        "SELECT transfer FROM coins_transfers WHERE id = ?1", .id(id), read: { $0.integer(0) })
    else { throw CoinsError.noTransfer(id) }
    let newest = try connection.first("SELECT max(block) FROM coins_blocks") { $0.integer(0) } ?? 0
    let last = head ?? newest
    guard last <= newest else {
      throw Failure(
        "coins.proof", .notFound, "there is no block \(last); the newest is \(newest)",
        hint: "See the newest with `qix coins head`, or leave out --head.")
    }
    let sealing = try connection.first(
      "SELECT block FROM coins_blocks WHERE first_transfer <= ?1 ORDER BY first_transfer DESC LIMIT 1",
      .integer(number)
    ) { $0.integer(0) }
    guard let sealing, sealing <= last else {
      throw Failure(
        "coins.proof", .notFound, "the transfer was sealed after block \(last)",
        hint: "See the newest with `qix coins head`, or leave out --head.")
    }

    let block = try Self.block(sealing, in: connection)
    let leaves = try Leaves.encoded(block.firstTransfer..<block.firstTransfer + block.transfers, in: connection)
    let index = Int(number - block.firstTransfer)
    guard leaves.indices.contains(index) else { throw StorageError.corrupt("block \(sealing) lacks transfers") }
    let hashes = leaves.map { leaf in leaf.withUnsafeBytes { MerkleTree.leafHash($0) } }
    return Proof(
      leaf: leaves[index], index: index, path: MerkleTree.path(to: index, in: hashes[...]),
      links: try Self.route(from: last, to: sealing).reversed().map { try link($0, in: connection) })
  }

  /// The blocks from the head back to another, by the longest link that does not lead past it.
  static func route(from head: Int64, to block: Int64) -> [Int64] {
    var route = [head]
    var current = head
    while current > block {
      let skip = Block.skipTarget(of: current)
      current = skip >= block ? skip : current - 1
      route.append(current)
    }
    return route
  }

  private static func link(_ number: Int64, in connection: Connection) throws -> Link {
    Link(
      block: try block(number, in: connection), previous: try Chain.hash(of: number - 1, in: connection),
      skip: try Chain.hash(of: Block.skipTarget(of: number), in: connection))
  }

  static func block(_ number: Int64, in connection: Connection) throws -> Block {
    let block = try connection.first(
      "SELECT first_transfer, transfers, sealed_at, root FROM coins_blocks WHERE block = ?1", .integer(number)
    ) {
      Block(
        number: number, firstTransfer: $0.integer(0), transfers: $0.integer(1), sealedAt: $0.time(2),
        root: Hash256($0.bytes(3)) ?? Hash256())
    }
    guard let block else { throw StorageError.corrupt("block \(number) of the ledger's chain is not there") }
    return block
  }
}

extension Proof {
  /// The proof as a JSON object: integers as numbers, bytes in hexadecimal.
  /// - Parameter name: what the reader may know an account as.
  func json(_ record: Record, naming name: (AccountReference) -> String) -> String {
    var writer = JSONWriter(.pretty)
    writer.beginObject()
    writer.key("schema")
    writer.string("coins.proof/1")
    writer.key("transfer")
    writer.string("\(record.id)")
    writer.key("kind")
    writer.string(record.kind.name)
    writer.key("amount")
    writer.integer(record.amount)
    writer.key("from")
    writer.string(name(record.from))
    writer.key("to")
    writer.string(name(record.to))
    writer.key("at")
    writer.string("\(record.at)")
    writer.key("leaf")
    writer.string(Hexadecimal.encode(leaf))
    writer.key("index")
    writer.integer(Int64(index))
    writer.key("path")
    writer.beginArray()
    for hash in path { writer.string("\(hash)") }
    writer.endArray()
    writer.key("links")
    writer.beginArray()
    for link in links {
      writer.beginObject()
      for (name, value) in [
        ("block", link.block.number), ("first_transfer", link.block.firstTransfer),
        ("transfers", link.block.transfers), ("sealed_at", link.block.sealedAt.microseconds),
      ] {
        writer.key(name)
        writer.integer(value)
      }
      for (name, hash) in [("root", link.block.root), ("previous", link.previous), ("skip", link.skip)] {
        writer.key(name)
        writer.string("\(hash)")
      }
      writer.endObject()
    }
    writer.endArray()
    if let head = links.last {
      writer.key("head")
      writer.beginObject()
      writer.key("block")
      writer.integer(head.block.number)
      writer.key("hash")
      writer.string("\(head.block.hash(previous: head.previous, skip: head.skip))")
      writer.endObject()
    }
    writer.endObject()
    writer.newLine()
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
