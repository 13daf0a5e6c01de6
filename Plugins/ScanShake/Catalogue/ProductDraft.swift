internal import CampaignsContract
internal import QixGS1
internal import QixShake

/// A product as a command or a line of a file describes it, before it is checked. What isn't named (nil) stays as it
/// is; what is empty is taken away.
struct ProductDraft: Sendable {
  var gtin: String
  var name: String?
  var brand: String?
  var category: String?
  var picture: String?
  var coins: String?
  var campaign: String?

  /// The product that there is to be, and the one in whose place it comes.
  struct Change: Sendable {
    let product: Product
    let before: Product?
  }

  /// - Throws: `ScanShakeError` or a `Failure` that names the faulty field.
  func change(at now: Timestamp, campaigns: any CampaignDirectory, in connection: Connection) throws -> Change {
    let number = try Self.gtin(gtin)
    let before = try Product.find(number, in: connection)
    guard let name = try text("name", name, most: 200, keeping: before?.name) else {
      throw Failure("scanshake.missing", .usage, "the product has no name")
    }
    let picture = try text("picture", picture, most: 2_000, keeping: before?.picture)
    if let picture, !picture.hasPrefix("https://"), !picture.hasPrefix("http://") {
      throw Failure("scanshake.picture-malformed", .usage, "the picture's address is neither https nor http")
    }
    let product = Product(
      gtin: number, name: name,
      brand: try text("brand", brand, most: 100, keeping: before?.brand)
        ?? BrandPrefix.brand(of: number, in: connection),
      category: try text("category", category, most: 100, keeping: before?.category), picture: picture,
      coins: try amount(keeping: before?.coins),
      campaign: try home(campaigns, keeping: before?.campaign, in: connection), added: before?.added ?? now)
    return Change(product: product, before: before)
  }

  /// - Throws: `scanshake.gtin-malformed`, `ScanShakeError.damagedCell`.
  static func gtin(_ text: String) throws -> GTIN {
    if let damage = CellDamage(text) { throw ScanShakeError.damagedCell("product's number", damage) }
    do {
      return try GTIN(text)
    } catch {
      throw Failure(
        "scanshake.gtin-malformed", .usage, "the product's number is not a GTIN: \(error.sentence)",
        hint: """
          Write the 8, 12, 13 or 14 digits below the bars. Spreadsheets drop leading zeros, so format the column as \
          text.
          """)
    }
  }

  private func amount(keeping before: Int64?) throws -> Int64? {
    guard let coins else { return before }
    guard !coins.isEmpty else { return nil }
    guard let amount = Int64(coins), (0...1_000_000_000).contains(amount) else {
      throw Failure(
        "scanshake.coins-malformed", .usage, "the coins of a product are a whole number from 0 to 1,000,000,000")
    }
    return amount
  }

  private func home(
    _ campaigns: any CampaignDirectory, keeping before: CampaignID?, in connection: Connection
  ) throws -> CampaignID? {
    guard let campaign else { return before }
    guard !campaign.isEmpty else { return nil }
    return try campaigns.required(campaign, by: ScanShakeModule.id, in: connection).id
  }

  private func text(_ field: String, _ text: String?, most: Int, keeping before: String?) throws -> String? {
    guard let text = text.map(PlainText.withoutBlanks) else { return before }
    guard !text.isEmpty else { return nil }
    // `TRUE` may be a brand.
    if CellDamage(text) == .error { throw ScanShakeError.damagedCell(field, .error) }
    let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain, text.count <= most else { throw ScanShakeError.malformedText(field, most: most) }
    return text
  }
}

extension GTIN.Fault {
  fileprivate var sentence: String {
    switch self {
    case .characters: "it has characters other than digits"
    case .length(let count): "it has \(count.counted("digit")), and not 8, 12, 13 or 14"
    case .checkDigit(let expected): "its last digit doesn't match the others, which need \(expected)"
    case .zero: "it has only zeros"
    }
  }
}
