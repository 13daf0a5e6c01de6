internal import QixGS1
internal import QixShake

/// The digits that the GTIN-13s of a brand begin with: a GS1 company prefix, or more of the number.
struct BrandPrefix: Sendable {
  let digits: String
  let brand: String
  let set: Timestamp

  init(_ row: Row) { (digits, brand, set) = (row["prefix"], row["brand"], row["set_at"]) }

  /// - Throws: `scanshake.prefix-malformed`.
  static func check(_ digits: String) throws {
    let isPrefix = digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard isPrefix, (3...12).contains(digits.utf8.count) else {
      throw Failure(
        "scanshake.prefix-malformed", .usage, "a prefix has 3 to 12 digits",
        hint: "Write the digits that the brand's GTIN-13s begin with.")
    }
  }

  static func all(in connection: Connection) throws -> [BrandPrefix] {
    try connection.fetchAll("SELECT prefix, brand, set_at FROM scanshake_prefixes ORDER BY prefix", BrandPrefix.init)
  }

  /// The brand of the longest prefix that a number has; nil for none.
  static func brand(of gtin: GTIN, in connection: Connection) throws -> String? {
    let thirteen = gtin.unit.digits.dropFirst()
    for length in (3...12).reversed() {
      let found: String? = try connection.fetchOne(
        "SELECT brand FROM scanshake_prefixes WHERE prefix = \(String(thirteen.prefix(length)))")
      if let found { return found }
    }
    return nil
  }
}
