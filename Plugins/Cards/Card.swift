internal import DirectivesContract
internal import QixDefinitions
internal import QixModule

/// Marks a card's identifier: `crd_…`.
enum CardTag: IdentifierTag {
  static let prefix = "crd"
  static let place: String? = "cards_cards.card"
}

typealias CardID = Identifier<CardTag>

/// A rounded rectangle on a home page of the app: texts, a picture, up to two actions.
struct Card: Sendable, Equatable {
  let id: CardID
  /// The name in commands, files and links, for ever. Lower-case letters, digits, '-' and '_', 1 to 55.
  let name: String
  var state: State
  var texts: InLanguages<Words>
  /// Its picture, as `PictureLinks` reads it; nil for rings that the app draws from the name.
  var picture: String?
  var tone: Tone
  var actions: [Action]
  /// The page that it lies on, 1 to 20.
  var page: Int64
  /// Its place on the page: the smallest comes first; of equals, the older card.
  var order: Int64
  /// Where, when and for whom it is shown.
  var condition: ContextCondition
  /// From this moment on; nil for always.
  var from: Timestamp?
  /// Until before this one; nil for no end.
  var until: Timestamp?

  struct Action: Sendable, Equatable {
    var text: InLanguages<String>
    /// A part of the app, or an https address: `CardLink`.
    var link: String
  }

  /// How it is coloured.
  enum Tone: String, Sendable, CaseIterable {
    case plain, tint, gold
  }

  enum State: Int64, Sendable, CaseIterable {
    /// Being written; users don't know of it.
    case draft = 1
    case published

    var name: String { self == .draft ? "draft" : "published" }
  }

  static let pages: ClosedRange<Int64> = 1...20
  static let orders: ClosedRange<Int64> = 0...1_000
  static let mostActions = 2
  /// All that there can be, drafts among them.
  static let most: Int64 = 500
}

extension Card {
  /// Whether a moment is within its period.
  func isCurrent(at time: Timestamp) -> Bool {
    from.map { $0 <= time } ?? true && until.map { time < $0 } ?? true
  }

  /// Whether users can see it, in a word or two.
  func phase(at now: Timestamp) -> String {
    if state == .draft { return "not published" }
    if let from, now < from { return "waits for its start" }
    return isCurrent(at: now) ? "is shown" : "period is over"
  }
}
