internal import QixCalendar
internal import QixDefinitions
internal import QixModule

/// A reward's description as options: each says what a key of the file says, and is checked by the same reader.
struct RewardOptions {
  private typealias Keys = RewardKeys

  /// Each option has the name of its key.
  private let options = [
    KeyOption(Keys.brand, "The reward's brand"),
    KeyOption(Keys.title, "What users get, in a few words"),
    KeyOption(Keys.text, "A description, in Markdown"),
    KeyOption(
      Keys.texts, placeholder: "JSON",
      "Title and text in further languages, such as {\"it\": {\"title\": \"Un caffè\"}}"),
    KeyOption(
      Keys.picture, placeholder: "PICTURE", "Its picture: picture:NAME (`qix picture add`), or an https address"),
    KeyOption(Keys.price, placeholder: "COINS", "The price from now on"),
    KeyOption(
      Keys.delivery, placeholder: "HOW",
      "How users get it: voucher:SERIES, goods, donation:WHOM, raffle:NAME or raffle:NAME:TICKETS"),
    KeyOption(
      Keys.stock, placeholder: "STOCK",
      "The number of items; or counted, for none yet; or unlimited. Default for goods: counted"),
    KeyOption(
      Keys.start, placeholder: "WHEN",
      "A day or time in the reward's time zone, a word such as tomorrow, or a time with Z"),
    KeyOption(Keys.end, placeholder: "WHEN", "The same; a day counts until its end"),
    KeyOption(
      Keys.timeZone, placeholder: "ZONE", "Such as Europe/Rome; default: --zone, or the installation's time zone"),
    KeyOption(
      Keys.minimumMode, placeholder: "MODE", "Users with this account level or above: trial, signed, pro"),
    KeyOption(
      Keys.conditions, placeholder: "CONDITIONS", "Further conditions, separated by commas, such as tier:gold"),
    KeyOption(Keys.perUser, placeholder: "N", "The most per user"),
    KeyOption(Keys.perUserAndDay, placeholder: "N", "The most per user and day"),
    KeyOption(Keys.total, placeholder: "N", "The most for all users together"),
    KeyOption(Keys.copayment, placeholder: "MONEY", "The cash part, such as '1.00 EUR'"),
    KeyOption(Keys.value, placeholder: "MONEY", "The value of one to the user"),
    KeyOption(Keys.cost, placeholder: "MONEY", "The cost of one to the brand, for reports"),
    KeyOption(Keys.hold, placeholder: "PERIOD", "How long a hold lasts, such as P7D"),
  ]

  private struct KeyOption {
    let key: String
    let text: Option<String?>

    init(_ key: String, placeholder: String? = nil, _ help: Sentence) {
      self.key = key
      text = Option(key, .text, placeholder: placeholder, help)
    }
  }

  private var values: [(key: String, text: String)] {
    options.compactMap { option in option.text.wrappedValue.map { (option.key, $0) } }
  }

  var isEmpty: Bool { values.isEmpty }

  /// The description that the options are.
  /// - Parameter zone: of days where no option says of which they are.
  func object(name: String?, zone: TimeZone?, at now: Timestamp) -> JSONObject {
    var object = JSONObject()
    object[Keys.name] = name.map(JSONValue.string)
    object[Keys.timeZone] = zone.map { .string($0.identifier) }
    for (key, text) in values { object[key] = RewardText.json(text, of: key) }
    for key in [Keys.start, Keys.end] {
      WallTime.writeOut(key, of: &object, zone: Keys.timeZone, isEnd: key == Keys.end, at: now)
    }
    return object
  }

  /// The option that a part of the description is given by: `--price`.
  static func name(of pointer: JSONPointer) -> String {
    guard let key = pointer.steps.first else { return "the options" }
    return key == Keys.name ? "NAME" : "--\(key)"
  }
}

/// Values of a description as options and the cells of a table have them: texts.
enum RewardText {
  private typealias Keys = RewardKeys

  /// Returns the value for the file; a text in no known form stays a text, which the reader refuses in its place.
  static func json(_ text: String, of key: String) -> JSONValue {
    switch key {
    case Keys.conditions:
      .array(
        text.split(separator: ",", omittingEmptySubsequences: false).map {
          .string(PlainText.withoutBlanks(String($0)))
        })
    case Keys.stock: number(text)
    case Keys.texts: (try? JSONValue(parsing: text)) ?? .string(text)
    case _ where Keys.numbers.contains(key): number(text)
    default: .string(text)
    }
  }

  /// The text of a cell.
  static func cell(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .array(let values): values.map(cell).joined(separator: ",")
    default: value.text()
    }
  }

  /// Digits alone are a number: a separator may mean thousands or decimals.
  private static func number(_ text: String) -> JSONValue {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
      return .string(text)
    }
    return .integer(number)
  }
}
