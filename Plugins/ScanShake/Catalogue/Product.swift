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
    gtin = try Self.gtin(row.text(0))
    name = row.text(1)
    brand = row.optionalText(2)
    category = row.optionalText(3)
    picture = row.optionalText(4)
    coins = row.optionalInteger(5)
    campaign = try row.optionalIdentifier(6, CampaignTag.self)
    added = row.time(7)
  }

  init(
    gtin: GTIN, name: String, brand: String?, category: String?, picture: String?, coins: Int64?, campaign: CampaignID?,
    added: Timestamp
  ) {
    (self.gtin, self.name, self.brand, self.category) = (gtin, name, brand, category)
    (self.picture, self.coins, self.campaign, self.added) = (picture, coins, campaign, added)
  }

  /// - Throws: `ScanShakeError.damaged` for what no command has written.
  static func gtin(_ text: String) throws(ScanShakeError) -> GTIN {
    do { return try GTIN(text) } catch { throw .damaged }
  }

  static func areThere(in connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM scanshake_products WHERE removed_at IS NULL LIMIT 1") { _ in true } ?? false
  }

  /// Nil for one that nobody has added, or that was removed.
  static func find(_ gtin: GTIN, in connection: Connection) throws -> Product? {
    try connection.first(
      "SELECT \(columns) FROM scanshake_products WHERE gtin = ?1 AND removed_at IS NULL", .text(gtin.digits),
      read: Product.init)
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

  /// What a scanned number means: the product itself, the unit that a packing holds, or the article whose price or weight
  /// the number carries. A number that only its own shop understands means nothing unless somebody has added it.
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
    try connection.first(
      "SELECT 1 FROM scanshake_products WHERE \(column) = ?1 AND removed_at IS NULL LIMIT 1", .text(text)
    ) { _ in true } ?? false
  }

  /// Adds it, or puts it in the place of the one with its number.
  func save(in connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO scanshake_products (\(Self.columns)) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (gtin) DO UPDATE SET name = excluded.name, brand = excluded.brand, category = excluded.category,
        picture = excluded.picture, coins = excluded.coins, campaign = excluded.campaign,
        added_at = excluded.added_at, removed_at = NULL
      """, .text(gtin.digits), .text(name), .optional(brand), .optional(category), .optional(picture),
      .optional(coins), campaign.map { .id($0) } ?? .null, .time(added))
  }

  /// By number, from behind one on.
  static func page(
    brand: String? = nil, category: String? = nil, text: String? = nil, after: GTIN?, limit: Int64,
    in connection: Connection
  ) throws -> [Product] {
    try connection.rows(
      """
      SELECT \(columns) FROM scanshake_products
      WHERE removed_at IS NULL AND (?1 IS NULL OR brand = ?1) AND (?2 IS NULL OR category = ?2)
        AND (?3 IS NULL OR lower(name) LIKE ?3 ESCAPE '\\' OR lower(brand) LIKE ?3 ESCAPE '\\')
        AND (?4 IS NULL OR gtin > ?4)
      ORDER BY gtin LIMIT ?5
      """, .optional(brand), .optional(category), .optional(text.map(Self.pattern)), .optional(after?.digits),
      .integer(limit), read: Product.init)
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
