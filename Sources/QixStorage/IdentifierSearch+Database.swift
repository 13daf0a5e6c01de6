package import QixKernel

extension IdentifierSearch {
  /// Looks in a database, by the table of each kind of identifiers: a beginning by the index, an end through all of them.
  package init(_ database: Database) {
    self.init { part, place in try database.read { try $0.identifiers(part, in: place) } }
  }
}

extension Connection {
  /// More than these are ambiguous all the same.
  private static let most = 6

  /// - Parameter place: `coins_transfers.id`.
  fileprivate func identifiers(_ part: ShortIdentifier, in place: String) throws -> [String] {
    let names = place.split(separator: ".", maxSplits: 1)
    guard names.count == 2, let range = part.range else { return [] }
    let (table, column) = (names[0], names[1])
    var found: [String] = []
    func look(_ condition: String, _ first: [UInt8], _ last: [UInt8]) throws {
      let statement = try statement("SELECT \(column) FROM \(table) WHERE \(condition) ORDER BY \(column)")
      statement.bind(Value.blob(first), at: 1)
      statement.bind(Value.blob(last), at: 2)
      try statement.forEach(while: { row in
        let id: Identifier<UserTag> = try row.identifier(0)
        let text = part.text(high: id.high, low: id.low)
        if part.fits(text), !found.contains(text) { found.append(text) }
        return found.count < Self.most
      })
    }
    if !part.head.isEmpty {
      try look("\(column) >= ?1 AND \(column) <= ?2", range.first, range.last)
    }
    if part.isEither || part.head.isEmpty {
      let last = part.lastBytes
      try look("substr(\(column), \(17 - last.count)) = ?1 AND length(\(column)) = length(?2)", last, range.last)
    }
    return found
  }
}
