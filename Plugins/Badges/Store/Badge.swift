internal import QixDefinitions
internal import QixShake

/// A badge that users get for their shakes.
struct Badge: Sendable, Equatable {
  /// Lower-case letters, digits, '-' and '_', 1 to 55: `early-bird`.
  let name: String
  var title: String
  /// In words; empty for none.
  var text: String
  /// Title and text in further languages; nil for the same in all.
  var texts: InLanguages<Words>?
  /// Its picture, as `PictureLinks` reads it; nil for none.
  var picture: String?
  var goal: Goal
  /// Shakes of this campaign count; nil for those of all.
  var campaign: CampaignID?
  /// Shakes of this type count; nil for those of all.
  var type: String?
  var isRetired = false

  /// Returns the badge with its texts in a language; as it is where nothing is written in it.
  func said(in language: Language?) -> Badge {
    var said = self
    if let words = texts?.found(in: language) { (said.title, said.text) = (words.title, words.text ?? text) }
    return said
  }

  enum Goal: Sendable, Equatable {
    /// A shake on each of so many days, of which so many may be missed between two.
    case days(Int64, missed: Int64)
    case shakes(Int64)
    case wins(Int64)
    /// One of each of these types.
    case types([String])
    /// It is given by hand alone.
    case byHand

    /// The number of shakes or days that it takes.
    var number: Int64 {
      switch self {
      case .days(let number, _), .shakes(let number), .wins(let number): number
      case .types(let types): Int64(types.count)
      case .byHand: 1
      }
    }

    var words: String {
      switch self {
      case .days(let number, 0): "\(number.counted("day")) in a row"
      case .days(let number, let missed): "\(number.counted("day")) in a row, up to \(missed) missed between two"
      case .shakes(let number): number.counted("shake")
      case .wins(let number): number.counted("win")
      case .types(let types): "one each of \(types.joined(separator: ", "))"
      case .byHand: "given by hand"
      }
    }

    /// The way to get it, for users; nil where it isn't in their hands.
    var advice: Sentence? {
      switch self {
      case .days(let number, 0): .keyed("badges.missing.days", "To get it: \(number, "day") in a row.")
      case .days(let number, let missed):
        .keyed(
          "badges.missing.days-missed", "To get it: \(number, "day") in a row, up to \(missed) missed between two.")
      case .shakes(let number): .keyed("badges.missing.shakes", "To get it: \(number, "shake").")
      case .wins(let number): .keyed("badges.missing.wins", "To get it: \(number, "win").")
      case .types(let types):
        .keyed("badges.missing.types", "To get it: one each of \(types.joined(separator: ", ")).")
      case .byHand: nil
      }
    }
  }
}
