internal import QixDefinitions
internal import QixKernel
internal import QixTerminal

/// What `qix tier create` and `qix tier set` take.
struct TierOptions {
  static let name = Positional("tier", .text, "Its name: lower-case letters, digits, '-' and '_'")
  static let from = Option("from", .coins, placeholder: "COINS", "Coins earned in a period that lead to it")
  static let multiplier = Option(
    "multiplier", .text, placeholder: "FACTOR", "What campaigns that pay by tier multiply by: 1 to 100, such as 1.5")
  static let title = Option("title", .title, "What people read; its name where there is none")
  static let benefits = Option("benefits", .text, "What else it brings, in words")

  static let all: [any Parameter] = [name, from, multiplier, title, benefits]

  let name: String
  let from: Int64?
  let multiplier: Int64?
  let title: String?
  let benefits: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    from = arguments[Self.from]
    title = arguments[Self.title]
    benefits = arguments[Self.benefits]
    multiplier = try arguments[Self.multiplier].map { text in
      guard let hundredths = Tier.hundredths(text) else { throw TierError.malformedMultiplier(text) }
      return hundredths
    }
  }

  static func document(_ schema: String, _ tier: Tier, isDryRun: Bool) -> Document {
    var document = Document(schema)
    document.primary = tier.name
    document.field("tier", "tier", .text(tier.name))
    document.field("title", "title", .text(tier.title))
    document.field("from", "from", .coins(tier.threshold))
    document.field("multiplier", "multiplier", .text(tier.factor))
    document.field("benefits", "benefits", tier.benefits.isEmpty ? .missing : .text(tier.benefits))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    return document
  }
}
