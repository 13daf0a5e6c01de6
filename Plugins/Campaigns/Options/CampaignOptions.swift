internal import CampaignsContract
internal import QixModule

/// An option that says what one key of the file says; its name is the key's.
struct KeyOption: Sendable {
  let path: [String]
  let isNumber: Bool
  let text: Option<String?>

  init(_ path: [String], placeholder: String? = nil, isNumber: Bool = false, _ help: String) {
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
      "A day or time in the campaign's time zone, a word such as tomorrow, or a moment with Z"),
    KeyOption([CampaignKeys.end], placeholder: "WHEN", "The same; of a day, its end"),
  ]

  var edit: CampaignEdit { CampaignEdit(period) }
}

/// Options of `campaign rules`, each checked by the reader of the file.
struct RuleOptions: Sendable {
  private typealias Keys = CampaignKeys

  private let names = [
    KeyOption([Keys.brand], "Whose campaign it is"),
    KeyOption([Keys.title], "What users read"),
    KeyOption([Keys.timeZone], placeholder: "ZONE", "As Europe/Rome"),
  ]
  @Option(
    "shake", .text, placeholder: "TYPES", "Types of shake it takes, with commas between; `qix shake types` lists them")
  private var shakes: [String]
  @Option("set", .text, placeholder: "TYPE.NAME=VALUE", "A setting of one of its types of shake")
  private var settings: [String]
  private let audience = [
    KeyOption(
      [Keys.audience, Keys.Audience.minimumMode], placeholder: "MODE",
      "Users in this mode or above: trial, signed, pro"),
    KeyOption([Keys.audience, Keys.Audience.segment], placeholder: "NAME", "Users of this segment alone"),
  ]
  @Option("condition", .text, placeholder: "CONDITION", "What users must meet besides, as tier:gold; all of them")
  private var conditions: [String]
  private let limits = [
    cap(.attemptsPerUser, "Tries that a user has"),
    cap(.attemptsPerUserAndDay, "Tries that a user has in a day"),
    cap(.winsPerUser, "Times that a user can win"),
    cap(.coinsPerUser, "Coins that a user can win"),
    cap(.coinsPerDay, "Coins that all users can win in a day"),
    cap(.wins, "Wins of all users"),
    KeyOption(
      [Keys.pace, Keys.Pace.cooldown], placeholder: "PERIOD", "Time between two shakes of a user, such as PT30S"),
    KeyOption([Keys.pace, Keys.Pace.perMinute], isNumber: true, "Shakes of a user in a minute"),
    KeyOption(
      [Keys.pace, Keys.Pace.usersPerDevice], isNumber: true, "Users that one device may shake for in a day"),
    KeyOption([Keys.award], placeholder: "AWARD", AwardText.help),
    KeyOption([Keys.multiplier], placeholder: "NAME", "What a user's award is multiplied by, as tier"),
    KeyOption(
      [Keys.expires], placeholder: "WHEN", "When coins that are won expire: a period such as P12M, or a day"),
    KeyOption(
      [Keys.drawWindow], placeholder: "PERIOD",
      "How long a draw's secret stays secret; without it, the whole campaign"),
    KeyOption([Keys.priority], isNumber: true, "Where a shake fits several campaigns, it goes to the greatest"),
  ]

  private static func cap(_ cap: Campaign.Cap, _ help: String) -> KeyOption {
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
        throw UsageError("--set takes TYPE.NAME=VALUE", hint: "Write it as tv.after=PT2M.")
      }
      edit.settings.append((String(name[0]), String(name[1]), String(sides[1])))
    }
    return edit
  }
}
