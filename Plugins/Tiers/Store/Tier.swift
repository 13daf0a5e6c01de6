internal import CampaignsContract
internal import QixDefinitions
internal import QixModule

/// A rank of users who have earned so many coins in a period.
struct Tier: Sendable, Equatable {
  /// By which events name it.
  let id: Identifier<EventTag>
  /// Lower-case letters, digits, '-' and '_', 1 to 55: `gold`.
  let name: String
  var title: String
  /// Coins earned in a period that lead to it, 1 or more; no two tiers have the same.
  var threshold: Int64
  /// The award in campaigns with a multiplier, in hundredths of the plain one: 100 to 10,000.
  var multiplier: Int64
  /// Other benefits, in words; empty for none.
  var benefits: String
  /// Title and benefits in further languages; nil for the same in all.
  var texts: InLanguages<Words>?
  /// Its picture, as `PictureLinks` reads it; nil for none.
  var picture: String?

  /// Returns the tier with its texts in a language; as it is where nothing is written in it.
  func said(in language: Language?) -> Tier {
    var said = self
    if let words = texts?.found(in: language) { (said.title, said.benefits) = (words.title, words.text ?? benefits) }
    return said
  }

  /// `1.5`
  var factor: String { Self.factor(multiplier) }

  static func factor(_ hundredths: Int64) -> String {
    AwardFactor.text(hundredths)
  }

  /// Reads `1`, `1.5` or `1.25`; nil for what is no such number, or beyond 1 to 100.
  static func hundredths(_ text: String) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    func isDigits(_ text: Substring, _ count: ClosedRange<Int>) -> Bool {
      count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    guard isDigits(parts[0], 1...3), parts.count == 1 || isDigits(parts[1], 1...2), let whole = Int64(parts[0]) else {
      return nil
    }
    let decimals = parts.count == 1 ? "00" : parts[1].utf8.count == 1 ? "\(parts[1])0" : String(parts[1])
    let hundredths = whole * 100 + (Int64(decimals) ?? 0)
    return (100...10_000).contains(hundredths) ? hundredths : nil
  }
}
