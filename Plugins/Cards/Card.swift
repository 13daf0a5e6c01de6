internal import DirectivesContract
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

  struct Words: Sendable, Equatable {
    var title: String
    /// Nil for a card that has only a title.
    var text: String?
  }

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

/// A text or more in several languages, one at least.
struct InLanguages<Value: Sendable & Equatable>: Sendable, Equatable {
  /// The languages in the order in which they were written.
  let languages: [Language]
  private let values: [Language: Value]
  /// The first that was written, for readers of all other languages.
  let first: Value

  /// - Returns: nil for none.
  init?(_ written: [(language: Language, value: Value)]) {
    guard let first = written.first else { return nil }
    languages = written.map(\.language)
    values = Dictionary(written.map { ($0.language, $0.value) }) { first, _ in first }
    self.first = first.value
  }

  /// In a language, or else as it was written first.
  subscript(language: Language?) -> Value { language.flatMap { values[$0] } ?? first }

  /// Each language with what is written in it.
  var all: [(language: Language, value: Value)] { languages.map { ($0, self[$0]) } }
}
