internal import DirectivesContract
internal import QixDefinitions
internal import QixModule

extension Card {
  private typealias Keys = CardKeys

  /// The description that files and the database have: `CardReader` reads it.
  var json: JSONValue {
    var object = JSONObject()
    object[Keys.name] = .string(name)
    object[Keys.texts] = texts.json
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
