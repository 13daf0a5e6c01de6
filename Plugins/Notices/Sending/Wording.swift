internal import IdentityContract
internal import NoticesContract
internal import QixModule

/// The words of messages, in the languages of their readers.
struct Wording {
  private let translations: [Language: Translations]
  /// The web address of the server, as customers' browsers have it; nil where none is set.
  private let origin: String?

  init(_ context: Context) throws {
    translations = Translations.all(of: context.registry)
    origin = try context.database.read { try $0.value(of: AppAddress.origin) }
  }

  /// A keyed sentence in a language, with a capital letter in front.
  func text(_ sentence: Sentence, in language: Language) -> String {
    let text = translations[language]?.text(sentence, of: sentence.key ?? "") ?? sentence.description
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// The address to which mail programs send one tap (RFC 8058).
  func oneClick(_ key: StopKey) -> String? { origin.map { "\($0)/v1/notices/stop/\(key.text)" } }

  /// The text of an email, whose last line leads to the page with the button.
  func mail(_ sentence: Sentence, _ key: StopKey, in language: Language) -> String {
    let words = "\(text(sentence, in: language))."
    guard let origin else { return words }
    let link = "\(origin)/notices/\(key.text)"
    return "\(words)\n\n\(text(.keyed("notices.unsubscribe", "to stop these messages: \(link)"), in: language))\n"
  }
}
