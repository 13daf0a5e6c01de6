internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// A product as somebody describes it, before it is checked.
struct ProductDraft: Sendable {
  var gtin: String
  var name: String?
  var brand: String?
  var category: String?
  var picture: String?
  var coins: String?
  var campaign: String?

  /// - Throws: `ScanShakeError`: what is wrong, by the name of what it is wrong with.
  func product(
    at now: Timestamp, campaigns: (any CampaignDirectory)?, in connection: Connection
  ) throws -> Product {
    let number = try Self.gtin(gtin)
    let name = try text("name", name, most: 200)
    guard let name else { throw ScanShakeError.missing("name") }
    var coins: Int64?
    if let given = self.coins, !given.isEmpty {
      guard let amount = Int64(given), (0...1_000_000_000).contains(amount) else { throw ScanShakeError.malformedCoins }
      coins = amount
    }
    var campaign: CampaignID?
    if let given = self.campaign, !given.isEmpty {
      guard let found = try campaigns?.find(given, in: connection) else { throw ScanShakeError.noCampaign(given) }
      campaign = found.id
    }
    let picture = try text("picture", picture, most: 2_000)
    if let picture, !picture.hasPrefix("https://"), !picture.hasPrefix("http://") {
      throw ScanShakeError.malformedPicture
    }
    return Product(
      gtin: number, name: name,
      brand: try text("brand", brand, most: 100) ?? BrandPrefix.brand(of: number, in: connection),
      category: try text("category", category, most: 100), picture: picture, coins: coins, campaign: campaign,
      added: now)
  }

  /// - Throws: `ScanShakeError.malformedGTIN`.
  static func gtin(_ text: String) throws(ScanShakeError) -> GTIN {
    do { return try GTIN(text) } catch { throw .malformedGTIN(error) }
  }

  private func text(_ field: String, _ text: String?, most: Int) throws -> String? {
    guard let text, !text.isEmpty else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain, text.count <= most else { throw ScanShakeError.malformedText(field, most: most) }
    return text
  }
}
