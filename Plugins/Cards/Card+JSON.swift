internal import DirectivesContract
internal import QixModule

extension Card {
  private typealias Keys = CardKeys

  /// The description that files and the database have: `CardReader` reads it.
  var json: JSONValue {
    var object = JSONObject()
    object[Keys.name] = .string(name)
    object[Keys.texts] = texts.json { words in
      var inner = JSONObject()
      inner[Keys.title] = .string(words.title)
      inner[Keys.text] = words.text.map { .string($0) }
      return .object(inner)
    }
    object[Keys.picture] = picture.map { .string($0) }
    if tone != .plain { object[Keys.tone] = .string(tone.rawValue) }
    if !actions.isEmpty { object[Keys.actions] = .array(actions.map(\.json)) }
    object[Keys.page] = .integer(page)
    object[Keys.order] = .integer(order)
    object[Keys.when] = condition.json
    object[Keys.from] = from.map { .string("\($0)") }
    object[Keys.until] = until.map { .string("\($0)") }
    return .object(object)
  }
}

extension Card.Action {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object[CardKeys.text] = text.json { .string($0) }
    object[CardKeys.link] = .string(link)
    return .object(object)
  }
}

extension InLanguages {
  fileprivate func json(_ value: (Value) -> JSONValue) -> JSONValue {
    var object = JSONObject()
    for (language, written) in all { object[language.rawValue] = value(written) }
    return .object(object)
  }
}
