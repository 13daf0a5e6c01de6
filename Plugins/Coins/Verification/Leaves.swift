internal import CoinsContract
internal import QixCrypto
internal import QixModule

/// Leaves as they were sealed, put together again from the tables.
enum Leaves {
  static let columns = """
    transfer, id, kind, debit, credit, amount, at, expires_at, related, linked, details, key, fingerprint
    """

  /// Reads a row of `columns`; nil when it holds what no transfer can.
  static func leaf(
    _ row: Row, _ owner: (Int64) throws -> Owners.Identity?, details: (Int64) throws -> Hash256?
  ) rethrows -> Leaf? {
    guard let id = TransferID(row.bytes(1)), let kind = TransferKind(rawValue: row.integer(2)),
      let fingerprint = Fingerprint(row.bytes(12)), let debit = try owner(row.integer(3)),
      let credit = try owner(row.integer(4)), debit.asset == credit.asset
    else { return nil }
    return Leaf(
      number: row.integer(0), id: id, kind: kind, asset: debit.asset, debit: debit.owner, credit: credit.owner,
      amount: row.integer(5), at: row.time(6), expires: row.optionalTime(7), related: row.optionalInteger(8),
      linked: row.optionalInteger(9), details: try row.optionalInteger(10).flatMap(details), fingerprint: fingerprint)
  }

  /// The bytes of the leaves of some transfers.
  static func encoded(_ transfers: Range<Int64>, in connection: Connection) throws -> [[UInt8]] {
    var book = AccountBook()
    var scratch = ByteBuffer()
    var leaves: [[UInt8]] = []
    let select = try connection.statement(
      "SELECT \(columns) FROM coins_transfers WHERE transfer >= ?1 AND transfer < ?2 ORDER BY transfer")
    select.bind(transfers.lowerBound, at: 1)
    select.bind(transfers.upperBound, at: 2)
    try select.forEach { row in
      let leaf = try leaf(row) { number in
        let index = try book.find(number: number, in: connection)
        let account = book[index]
        return Owners.Identity(asset: account.asset, owner: account.owner)
      } details: { number in
        try connection.first("SELECT digest FROM coins_details WHERE details = ?1", .integer(number)) {
          Hash256($0.bytes(0))
        } ?? nil
      }
      guard let leaf else { throw StorageError.corrupt("transfer \(row.integer(0)) has values that can't be") }
      let key = row.bytes(11)
      leaf.encode(key: key.isEmpty ? nil : key, into: &scratch)
      leaves.append(scratch.array)
      return true
    }
    return leaves
  }
}
