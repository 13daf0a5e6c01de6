internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// A product of the catalogue.
struct Product: Sendable, Equatable {
  let gtin: GTIN
  let name: String
  let brand: String?
  let category: String?
  /// Where its picture is.
  let picture: String?
  /// Units that an award may count; nil for one.
  let coins: Int64?
  /// The one campaign in which it counts; nil for all.
  let campaign: CampaignID?
  let added: Timestamp

  static let columns = "gtin, name, brand, category, picture, coins, campaign, added_at"

  init(_ row: Row) throws {
    gtin = try Self.gtin(row["gtin"])
    name = row["name"]
    brand = row["brand"]
    category = row["category"]
    picture = row["picture"]
    coins = row["coins"]
    campaign = try row["campaign"]
    added = row["added_at"]
  }

  init(
    gtin: GTIN, name: String, brand: String?, category: String?, picture: String?, coins: Int64?, campaign: CampaignID?,
    added: Timestamp
  ) {
    (self.gtin, self.name, self.brand, self.category) = (gtin, name, brand, category)
    (self.picture, self.coins, self.campaign, self.added) = (picture, coins, campaign, added)
  }

  /// - Throws: `scanshake.damaged` for a number that no command has written.
  static func gtin(_ text: String) throws -> GTIN {
    do {
      return try GTIN(text)
    } catch {
      throw Failure(
        "scanshake.damaged", .damaged, "a product's number in the database is not a GTIN",
        hint: "Restore the last good backup with `qix db restore FILE`.")
    }
  }

  static func areThere(in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM scanshake_products WHERE removed_at IS NULL LIMIT 1")
  }

  /// Nil for one that was not added, or was removed.
  static func find(_ gtin: GTIN, in connection: Connection) throws -> Product? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM scanshake_products WHERE gtin = \(gtin.digits) AND removed_at IS NULL", Product.init)
  }

  /// - Throws: `ScanShakeError.noProduct`.
  static func require(_ gtin: GTIN, in connection: Connection) throws -> Product {
    guard let product = try find(gtin, in: connection) else { throw ScanShakeError.noProduct(gtin.short) }
    return product
  }

  /// The name of the one campaign in which it counts, or its id where the campaign is gone; nil for all campaigns.
  func campaignName(_ campaigns: any CampaignDirectory, in connection: Connection) throws -> String? {
    try campaign.map { try campaigns.find("\($0)", in: connection)?.name ?? "\($0)" }
  }

  /// The product that a scanned number means: its own, the unit that a packing holds, or the article whose price or weight
  /// the number carries. A number that only its own shop understands means nothing unless it was added.
  static func meant(by gtin: GTIN, in connection: Connection) throws -> Product? {
    if let product = try find(gtin, in: connection) { return product }
    if let base = gtin.variable?.base { return try find(base, in: connection) }
    return gtin.unit == gtin ? nil : try find(gtin.unit, in: connection)
  }

  static func hasBrand(_ brand: String, in connection: Connection) throws -> Bool {
    try has("brand", brand, in: connection)
  }
  static func hasCategory(_ category: String, in connection: Connection) throws -> Bool {
    try has("category", category, in: connection)
  }

  private static func has(_ column: String, _ text: String, in connection: Connection) throws -> Bool {
    try connection.has("SELECT 1 FROM scanshake_products WHERE \(sql: column) = \(text) AND removed_at IS NULL LIMIT 1")
  }

  /// Adds it, or puts it in the place of the one with its number.
  func save(in connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO scanshake_products (\(sql: Self.columns))
      VALUES (\(gtin.digits), \(name), \(brand), \(category), \(picture), \(coins),
        \(campaign), \(added))
      ON CONFLICT (gtin) DO UPDATE SET name = excluded.name, brand = excluded.brand, category = excluded.category,
        picture = excluded.picture, coins = excluded.coins, campaign = excluded.campaign,
        added_at = excluded.added_at, removed_at = NULL
      """)
  }

  /// By number, from behind one on.
  static func page(
    brand: String? = nil, category: String? = nil, text: String? = nil, after: GTIN?, limit: Int64,
    in connection: Connection
  ) throws -> [Product] {
    try connection.fetchAll(
      """
      SELECT \(sql: columns) FROM scanshake_products
      WHERE removed_at IS NULL AND (\(brand) IS NULL OR brand = \(brand))
        AND (\(category) IS NULL OR category = \(category))
        AND (\(text.map(Self.pattern)) IS NULL OR lower(name) LIKE \(text.map(Self.pattern)) ESCAPE '\\'
          OR lower(brand) LIKE \(text.map(Self.pattern)) ESCAPE '\\')
        AND (\(after?.digits) IS NULL OR gtin > \(after?.digits))
      ORDER BY gtin LIMIT \(limit)
      """, Product.init)
  }

  /// Whatever stands around the text; its own signs of patterns are signs.
  private static func pattern(_ text: String) -> String {
    var pattern = "%"
    for character in text.lowercased() {
      if "%_\\".contains(character) { pattern.append("\\") }
      pattern.append(character)
    }
    return pattern + "%"
  }
}
