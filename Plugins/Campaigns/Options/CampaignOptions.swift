internal import CampaignsContract
internal import QixModule

/// An option that says what one key of the file says; its name is the key's.
struct KeyOption: Sendable {
  let path: [String]
  let isNumber: Bool
  let text: Option<String?>

  init(_ path: [String], placeholder: String? = nil, isNumber: Bool = false, _ help: Sentence) {
    self.path = path
    self.isNumber = isNumber
    text = Option(Self.name(path), .text, placeholder: isNumber ? "N" : placeholder, help)
  }

  /// `cap-wins` of `caps/wins`, else the last key.
  static func name(_ path: [String]) -> String {
    (path.first == CampaignKeys.caps ? "cap-" : "") + (path.last ?? "")
  }
}

/// Options of `campaign schedule`.
struct PeriodOptions: Sendable {
  private let period = [
    KeyOption(
      [CampaignKeys.start], placeholder: "WHEN",
      "A day or time in the campaign's time zone, a word such as tomorrow, or a time with Z"),
    KeyOption([CampaignKeys.end], placeholder: "WHEN", "The same; a day counts until its end"),
  ]

  var edit: CampaignEdit { CampaignEdit(period) }
}

/// Options of `campaign rules`, each checked by the reader of the file.
struct RuleOptions: Sendable {
  private typealias Keys = CampaignKeys

  private let names = [
    KeyOption([Keys.brand], "The campaign's brand"),
    KeyOption([Keys.title], "The title that users read"),
    KeyOption(
      [Keys.texts], placeholder: "JSON",
      "The title in further languages, such as {\"it\": {\"title\": \"Pausa caffè\"}}"),
    KeyOption(
      [Keys.picture], placeholder: "PICTURE",
      "Its picture: picture:NAME (`qix picture add`), or an https address"),
    KeyOption([Keys.timeZone], placeholder: "ZONE", "The campaign's time zone, such as Europe/Rome"),
  ]
  @Option(
    "shake", .text, placeholder: "TYPES", "Types of shake it takes, separated by commas; `qix shake types` lists them")
  private var shakes: [String]
  @Option("set", .text, placeholder: "TYPE.NAME=VALUE", "A setting of one of its shakes")
  private var settings: [String]
  private let audience = [
    KeyOption(
      [Keys.audience, Keys.Audience.minimumMode], placeholder: "MODE",
      "Users with this account level or above: trial, signed, pro"),
    KeyOption([Keys.audience, Keys.Audience.segment], placeholder: "NAME", "Only users in this segment"),
  ]
  @Option(
    "condition", .text, placeholder: "CONDITION", "A further condition, such as tier:gold; users must meet all of them")
  private var conditions: [String]
  private let limits = [
    cap(.attemptsPerUser, "Tries per user"),
    cap(.attemptsPerUserAndDay, "Tries per user and day"),
    cap(.winsPerUser, "Wins per user"),
    cap(.coinsPerUser, "Coins per user"),
    cap(.coinsPerDay, "Coins that all users together can win per day"),
    cap(.wins, "Wins of all users together"),
    KeyOption(
      [Keys.pace, Keys.Pace.cooldown], placeholder: "PERIOD", "Time between two shakes of a user, such as PT30S"),
    KeyOption([Keys.pace, Keys.Pace.perMinute], isNumber: true, "Shakes per user and minute"),
    KeyOption(
      [Keys.pace, Keys.Pace.usersPerDevice], isNumber: true, "Users per device and day"),
    KeyOption([Keys.award], placeholder: "AWARD", AwardText.help),
    KeyOption([Keys.multiplier], placeholder: "NAME", "The multiplier of a user's award, such as tier"),
    KeyOption(
      [Keys.expires], placeholder: "WHEN", "When won coins expire: a period such as P12M, or a day"),
    KeyOption(
      [Keys.drawWindow], placeholder: "PERIOD",
      "How long a draw's secret stays secret; default: the whole campaign"),
    KeyOption([Keys.priority], isNumber: true, "If a shake fits several campaigns, the highest priority gets it"),
  ]

  private static func cap(_ cap: Campaign.Cap, _ help: Sentence) -> KeyOption {
    KeyOption([Keys.caps, cap.rawValue], isNumber: true, help)
  }

  /// - Throws: `UsageError` where a setting isn't TYPE.NAME=VALUE.
  func edit() throws(UsageError) -> CampaignEdit {
    var edit = CampaignEdit(names + audience + limits)
    if !shakes.isEmpty {
      edit.types = shakes.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    }
    if !conditions.isEmpty { edit.conditions = conditions.filter { $0 != CampaignEdit.none } }
    for text in settings {
      let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = sides[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, name.count == 2, !name[0].isEmpty, !name[1].isEmpty else {
        throw UsageError("--set takes TYPE.NAME=VALUE", hint: "Write it like tv.after=PT2M.")
      }
      edit.settings.append((String(name[0]), String(name[1]), String(sides[1])))
    }
    return edit
  }
}
