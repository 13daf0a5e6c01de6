internal import DirectivesContract
internal import PicturesContract
internal import QixDefinitions
internal import QixModule
internal import QixShake

/// Reads a card's description and finds every fault that it has by itself. What it leads to, and what its conditions
/// name, may be made later.
struct CardReader {
  private(set) var faults = Faults()
  /// The kinds of links that there are; nil for a card that was read before.
  private let links: Links?
  private typealias Keys = CardKeys

  init(links: Links?) { self.links = links }

  /// - Returns: nil only where there are faults.
  mutating func read(_ description: JSONValue, _ id: CardID, _ state: Card.State) -> Card? {
    guard let object = faults.object(description, at: .whole, keys: Keys.all) else {
      if description.isNull { faults.add(.whole, "the file holds no card", "write an object, in braces") }
      return nil
    }
    let name = name(object)
    let texts = faults.words(object, Keys.texts, at: .whole, title: 120, text: .line(400), isRequired: true)
    let picture = faults.picture(object)
    let tone = faults.value(object, Keys.tone, at: .whole, .choice(Card.Tone.allCases.map(\.rawValue)))?.string
    let actions = actions(object, languages: texts?.languages ?? [])
    let page = number(object, Keys.page, Card.pages)
    let order = number(object, Keys.order, Card.orders)
    let condition = ContextCondition(reading: object[Keys.when], at: JSONPointer([Keys.when]), asks: false, &faults)
    let (from, until) = (moment(object, Keys.from), moment(object, Keys.until))
    if let from, let until, until <= from {
      faults.add(
        JSONPointer([Keys.until]), "it is not after '\(Keys.from)'", "write the later time into \(Keys.until)")
    }
    guard faults.all.isEmpty, let name, let texts else { return nil }
    return Card(
      id: id, name: name, state: state, texts: texts, picture: picture,
      tone: tone.flatMap(Card.Tone.init(rawValue:)) ?? .plain, actions: actions,
      page: page ?? Card.pages.lowerBound, order: order ?? Card.orders.lowerBound, condition: condition, from: from,
      until: until)
  }

  private mutating func name(_ object: JSONObject) -> String? {
    let kind = FieldKind.text(ItemName.remedy(prefix: CardTag.prefix), most: 1_000)
    guard let name = faults.value(object, Keys.name, at: .whole, kind, isRequired: true)?.string else { return nil }
    guard ItemName.isWellFormed(name, prefix: CardTag.prefix) else {
      faults.add(JSONPointer([Keys.name]), "it can't be a card's name", kind.remedy)
      return nil
    }
    return name
  }

  /// - Parameter languages: those of the card's texts, which each action needs.
  private mutating func actions(_ object: JSONObject, languages: [Language]) -> [Card.Action] {
    guard let value = object[Keys.actions], !value.isNull else { return [] }
    let pointer = JSONPointer([Keys.actions])
    guard let list = value.array, list.count <= Card.mostActions else {
      faults.add(
        pointer, "a list of at most \(Card.mostActions) is needed", "write [{\"text\": {\"en\": …}, \"link\": …}]")
      return []
    }
    return list.enumerated().compactMap { action($0.element, at: pointer.appending($0.offset), languages) }
  }

  private mutating func action(
    _ value: JSONValue, at pointer: JSONPointer, _ languages: [Language]
  ) -> Card.Action? {
    guard let object = faults.object(value, at: pointer, keys: [Keys.text, Keys.link]) else {
      if value.isNull { faults.add(pointer, "it is empty", "write an action, or remove it") }
      return nil
    }
    let remedy = "write the words of the button as {\"en\": …}"
    let text = faults.languages(object, Keys.text, at: pointer, remedy, isRequired: true) { value, pointer, faults in
      faults.shown(value, at: pointer, most: 60, "write a few words")
    }
    for language in languages where text.map({ !$0.languages.contains(language) }) ?? false {
      faults.add(
        pointer.appending(Keys.text), "it lacks the language '\(language)' of the card's texts",
        "write the button's words in '\(language)', too")
    }
    let kind = FieldKind.text(CardLink.remedy, most: CardLink.most)
    guard let written = faults.value(object, Keys.link, at: pointer, kind, isRequired: true)?.string else { return nil }
    do {
      let link = try CardLink.read(written, links)
      return text.map { Card.Action(text: $0, link: link) }
    } catch {
      faults.add(pointer.appending(Keys.link), error.clause, kind.remedy)
      return nil
    }
  }

  private mutating func number(_ object: JSONObject, _ key: String, _ range: ClosedRange<Int64>) -> Int64? {
    let kind = FieldKind(
      value: .integer(range), remedy: "write a whole number from \(range.lowerBound) to \(range.upperBound)")
    return faults.value(object, key, at: .whole, kind)?.integer
  }

  private mutating func moment(_ object: JSONObject, _ key: String) -> Timestamp? {
    let kind = FieldKind.text("write a time such as 2027-06-30T12:00:00Z")
    guard let text = faults.value(object, key, at: .whole, kind)?.string else { return nil }
    guard let time = Timestamp(text) else {
      faults.add(JSONPointer([key]), "\(FieldKind.quoted(text) ?? "it") is not a time", kind.remedy)
      return nil
    }
    return time
  }
}
