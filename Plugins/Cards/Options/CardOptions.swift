internal import DirectivesContract
internal import QixDefinitions
internal import QixModule

/// A card's description as options: each says what a key of the file says, and is checked by the same reader.
struct CardOptions {
  private typealias Keys = CardKeys

  @Option(
    "language", .choice(of: Language.self), placeholder: "LANGUAGE",
    "Language of --title, --text and --action: en, it, es, ca, ro; default: the card's first, or en")
  private var language: Language?
  @Option("title", .text, "The card's title") private var title: String?
  @Option("text", .text, "A sentence or two below the title") private var text: String?
  @Option(
    "action", .text, placeholder: "TEXT=LINK",
    "A button and where it leads, such as 'Shake now=campaign/harvest'; two at most")
  private var actions: [String]
  @Option(
    "picture", .text, placeholder: "PICTURE", "Its picture: picture:NAME (`qix picture add`), or an https address")
  private var picture: String?
  @Option("tone", .choice(of: Card.Tone.self), "Its colour") private var tone: Card.Tone?
  @Option("page", .integer(in: Card.pages), placeholder: "N", "The page it lies on, from 1 to 20; default: 1")
  private var page: Int64?
  @Option("order", .integer(in: Card.orders), placeholder: "N", "Its place on the page; the smallest comes first")
  private var order: Int64?
  private let condition = ContextOptions(asks: false)
  @Option("from", Bound.option(.start), "From this time on") private var from: Bound?
  @Option("until", Bound.option(.end), "Until this time; a day counts until its end") private var until: Bound?

  /// A time, or none.
  private enum Bound: Sendable {
    case at(Timestamp), never

    static func option(_ edge: WrittenMoment.Edge) -> ValueType<Bound> {
      .ending(edge, at: Bound.at) { text throws(ValueError) in
        if text == ContextOptions.none { return .never }
        if let time = Timestamp(text) { return .at(time) }
        throw ValueError("'\(text.prefix(40))' is neither a time, such as 2027-06-30, nor none")
      }
    }

    var json: JSONValue? { if case .at(let time) = self { .string("\(time)") } else { nil } }
  }

  var isEmpty: Bool {
    let own = [$language, $title, $text, $actions, $picture, $tone, $page, $order, $from, $until]
    return (own + condition.slots).firstGiven == nil
  }

  /// Puts what the options say into a description; the word `none` takes a part away that a card can do without.
  /// - Throws: `UsageError` for an action that isn't TEXT=LINK, or hours that aren't FROM-UNTIL.
  func put(into object: inout JSONObject) throws(UsageError) {
    let texts = object[Keys.texts]?.object ?? JSONObject()
    let language = self.language?.rawValue ?? texts.members.first?.key ?? Language.en.rawValue
    put(into: &object, texts, language)
    try putActions(into: &object, language)
    if let picture { object[Keys.picture] = picture == ContextOptions.none ? nil : .string(picture) }
    if let tone { object[Keys.tone] = .string(tone.rawValue) }
    if let page { object[Keys.page] = .integer(page) }
    if let order { object[Keys.order] = .integer(order) }
    var when = object[Keys.when]?.object ?? JSONObject()
    try condition.put(into: &when, removes: true)
    object[Keys.when] = when.members.isEmpty ? nil : .object(when)
    if let from { object[Keys.from] = from.json }
    if let until { object[Keys.until] = until.json }
  }

  private func put(into object: inout JSONObject, _ texts: JSONObject, _ language: String) {
    guard title != nil || text != nil else { return }
    var (texts, words) = (texts, texts[language]?.object ?? JSONObject())
    if let title { words[Keys.title] = .string(title) }
    if let text { words[Keys.text] = text == ContextOptions.none ? nil : .string(text) }
    texts[language] = .object(words)
    object[Keys.texts] = .object(texts)
  }

  /// The first --action is the first button: its words in one language, and its link. Buttons beyond those given stay.
  private func putActions(into object: inout JSONObject, _ language: String) throws(UsageError) {
    guard !actions.isEmpty else { return }
    if actions == [ContextOptions.none] { return object[Keys.actions] = nil }
    let before = object[Keys.actions]?.array ?? []
    var after: [JSONValue] = []
    for (index, action) in actions.enumerated() {
      let sides = action.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard sides.count == 2 else {
        throw UsageError("--action takes TEXT=LINK", hint: "Write it like 'Shake now=campaign/harvest'.")
      }
      let old = before.indices.contains(index) ? before[index] : .null
      var (button, words) = (JSONObject(), old[Keys.text]?.object ?? JSONObject())
      words[language] = .string(PlainText.withoutBlanks(sides[0]))
      button[Keys.text] = .object(words)
      button[Keys.link] = .string(PlainText.withoutBlanks(sides[1]))
      after.append(.object(button))
    }
    object[Keys.actions] = .array(after + before.dropFirst(after.count))
  }

  /// The option that a part of the description is given by: `--title`.
  static func name(of pointer: JSONPointer) -> String {
    let steps = pointer.steps
    switch steps.first {
    case nil: return "the options"
    case Keys.name?: return "NAME"
    case Keys.texts?: return steps.last == Keys.text ? "--text" : "--title"
    case Keys.actions?: return "--action"
    case Keys.when?: return ContextOptions.option(for: steps.dropFirst()) ?? pointer.description
    case let key?: return "--\(key)"
    }
  }
}

extension FaultSource {
  /// A card that is given by options, or stored and changed by them.
  static let cardOptions = FaultSource.options(of: "the card", name: CardOptions.name(of:))
}
