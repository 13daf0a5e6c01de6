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
    let (table, column) = (String(names[0]), String(names[1]))
    var found: [String] = []
    func look(_ condition: SQL) throws {
      try fetchWhile("SELECT \(sql: column) AS id FROM \(sql: table) WHERE \(sql: condition) ORDER BY \(sql: column)") {
        row in
        let id: Identifier<UserTag> = try row["id"]
        let text = part.text(high: id.high, low: id.low)
        if part.fits(text), !found.contains(text) { found.append(text) }
        return found.count < Self.most
      }
    }
    if !part.head.isEmpty { try look("\(sql: column) >= \(range.first) AND \(sql: column) <= \(range.last)") }
    if part.isEither || part.head.isEmpty {
      let last = part.lastBytes
      try look(
        "substr(\(sql: column), \(17 - last.count)) = \(last) AND length(\(sql: column)) = length(\(range.last))")
    }
    return found
  }
}
