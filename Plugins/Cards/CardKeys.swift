/// The keys of a card's file.
enum CardKeys {
  static let name = "name"
  static let texts = "texts"
  static let picture = "picture"
  static let tone = "tone"
  static let actions = "actions"
  static let page = "page"
  static let order = "order"
  static let when = "when"
  static let from = "from"
  static let until = "until"

  /// In the order in which files are written.
  static let all = [name, texts, picture, tone, actions, page, order, when, from, until]

  /// Of a text in a language.
  static let title = "title"
  /// Of a text in a language, and of an action.
  static let text = "text"
  /// Of an action.
  static let link = "link"
}
