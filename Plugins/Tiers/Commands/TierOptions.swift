internal import PicturesContract
internal import QixDefinitions
internal import QixModule

/// The one subject of every tier command.
struct TierNamed {
  @Positional("tier", .text, "The tier's name: lower-case letters, digits, '-' and '_'") var name: String
}

/// The options of `qix tier create` and `qix tier set`.
struct TierOptions {
  let tier = TierNamed()
  @Option("from", .coins, placeholder: "COINS", "Coins earned in a period that lead to it") var from: Int64?
  @Option(
    "multiplier", .text, placeholder: "FACTOR", "Factor of awards in campaigns that pay by tier: 1 to 100, such as 1.5")
  private var factor: String?
  @Option("title", .title, "The title for people; the default is the name") var title: String?
  @Option("benefits", .text, "What else the tier brings, in words") var benefits: String?
  @Option(
    "texts", .texts, placeholder: "JSON",
    "Title and benefits in further languages, such as {\"it\": {\"title\": \"Oro\", \"text\": \"…\"}}, or none")
  var texts: WrittenTexts?
  @Option("picture", .picture, "Its picture: picture:NAME (`qix picture add`), an https address, or none")
  var picture: WrittenPicture?

  /// In hundredths.
  /// - Throws: `tiers.multiplier-malformed`.
  func multiplier() throws -> Int64? {
    guard let factor else { return nil }
    guard let hundredths = Tier.hundredths(factor) else {
      throw Failure(
        "tiers.multiplier-malformed", .usage,
        "'\(factor)' is not a multiplier: give a number from 1 to 100 with two decimals at most, such as 1.5")
    }
    return hundredths
  }
}

extension Tier {
  static let fields: [Field<Tier>] = [
    Field("tier", .text.orNull) { $0.name },
    Field("title", .text.orNull) { $0.title },
    Field("from", .coins) { $0.threshold },
    Field("multiplier", .figure, "TIMES") { $0.factor },
    Field("benefits", .text) { $0.benefits.isEmpty ? nil : $0.benefits },
    // As --texts takes them.
    Field("texts", .text, for: .business, shown: { _ in false }) { $0.texts?.json.text() },
    Field("picture", .text, shown: { _ in false }) { $0.picture },
  ]

  func document(_ schema: String) -> Document {
    var document = Document(schema, Tier.fields, of: self)
    document.primary = name
    return document
  }
}
