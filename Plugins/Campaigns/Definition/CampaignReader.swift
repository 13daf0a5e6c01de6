internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import PicturesContract
internal import QixCalendar
internal import QixDefinitions
internal import QixShake

/// Reads a campaign's description and finds every fault that it has by itself. What it has with the rest of the
/// installation finds `CampaignCheck`.
struct CampaignReader {
  var faults = Faults()
  /// Whether it reads what this program has stored: times are absolute there, so no time zone is looked up.
  var isStored = false
  private typealias Keys = CampaignKeys

  /// - Parameter value: the file's, or what options say in the same form.
  mutating func read(_ value: JSONValue) -> CampaignDraft {
    var draft = CampaignDraft()
    guard let object = faults.object(value, at: .whole, keys: Keys.all) else {
      if value.isNull { faults.add(.whole, "the file holds no campaign", "write an object, in braces") }
      return draft
    }
    draft.name = name(object)
    draft.brand = faults.value(object, Keys.brand, at: .whole, .text("name the brand"), isRequired: true)?.string
    if !isStored, let brand = draft.brand, let problem = ExactName.problem(with: brand, most: 200) {
      faults.add(JSONPointer([Keys.brand]), problem, "write the brand's name without it")
    }
    draft.title =
      faults.value(
        object, Keys.title, at: .whole, .text("write the campaign's title, in a few words"), isRequired: true)?
      .string
    draft.texts = faults.words(object, Keys.texts, at: .whole, title: 200)
    draft.picture = faults.picture(object)
    let zone = isStored ? nil : readZone(object)
    draft.timeZone = isStored ? object[Keys.timeZone]?.string : zone?.identifier
    draft.start = moment(object, Keys.start, in: zone, isEnd: false, isRequired: true)
    draft.end = moment(object, Keys.end, in: zone, isEnd: true, isRequired: true)
    if let start = draft.start, let end = draft.end, start >= end {
      faults.add(
        JSONPointer([Keys.end]), "the campaign ends before it begins", "write the later time into \(Keys.end)")
    }
    draft.types = shakes(object)
    draft.audience = audience(object)
    draft.caps = caps(object)
    draft.pace = pace(object)
    draft.award = award(object)
    draft.multiplier =
      faults.value(object, Keys.multiplier, at: .whole, .text("name the multiplier, such as tier"))?
      .string
    draft.expires = expires(object, in: zone, end: draft.end)
    draft.drawWindow = period(object, Keys.drawWindow, at: .whole, "the length of a window of draws, such as P1D")
    draft.priority =
      faults.value(
        object, Keys.priority, at: .whole, .count("the priority", from: -1_000_000, to: 1_000_000))?.integer ?? 0
    if draft.drawWindow != nil, let award = draft.award, award.bound == nil {
      faults.add(
        JSONPointer([Keys.drawWindow]), "this award draws nothing",
        "remove it, or make the award \(Keys.Award.weighted) or \(Keys.Award.jackpot)")
    }
    return draft
  }

  private mutating func name(_ object: JSONObject) -> String? {
    let kind = FieldKind(value: .text(most: 1_000), remedy: CampaignName.remedy)
    guard let name = faults.value(object, Keys.name, at: .whole, kind, isRequired: true)?.string else { return nil }
    guard CampaignName.isWellFormed(name) else {
      faults.add(JSONPointer([Keys.name]), "it can't be a campaign's name", kind.remedy)
      return nil
    }
    return name
  }

  private mutating func readZone(_ object: JSONObject) -> TimeZone? {
    let kind = FieldKind.text("name one of the IANA database, such as Europe/Rome or UTC")
    guard let name = faults.value(object, Keys.timeZone, at: .whole, kind, isRequired: true)?.string else { return nil }
    do {
      return try TimeZone(identifier: name)
    } catch {
      faults.add(JSONPointer([Keys.timeZone]), error.description, kind.remedy)
      return nil
    }
  }

  private mutating func moment(
    _ object: JSONObject, _ key: String, in zone: TimeZone?, isEnd: Bool, isRequired: Bool
  ) -> Timestamp? {
    let kind = FieldKind.text(WallTime.remedy("the campaign's"))
    guard let text = faults.value(object, key, at: .whole, kind, isRequired: isRequired)?.string else { return nil }
    guard let time = WallTime.read(text, in: zone ?? .utc, isEnd: isEnd) else {
      faults.add(JSONPointer([key]), "\(FieldKind.quoted(text) ?? "this") is not a time in the calendar", kind.remedy)
      return nil
    }
    return time
  }

  private mutating func shakes(_ object: JSONObject) -> [Campaign.ShakeUse] {
    guard let value = object[Keys.shakes], !value.isNull else { return [] }
    let pointer = JSONPointer([Keys.shakes])
    guard let shakes = value.object else {
      faults.add(
        pointer, "an object is needed", "write the settings of each type after its name: {\"tv\": {}, \"video\": {}}")
      return []
    }
    return shakes.members.compactMap { member in
      guard let settings = member.value.object else {
        if member.key != Faults.note {
          faults.add(pointer.appending(member.key), "an object is needed", "write its settings in braces; {} for none")
        }
        return nil
      }
      return Campaign.ShakeUse(type: member.key, settings: settings)
    }
  }

  private mutating func audience(_ object: JSONObject) -> Campaign.Audience {
    let pointer = JSONPointer([Keys.audience])
    guard let members = faults.object(object[Keys.audience], at: pointer, keys: Keys.Audience.all) else {
      return Campaign.Audience()
    }
    let modes = FieldKind.choice(Mode.allCases.map(\.name))
    let mode = faults.value(members, Keys.Audience.minimumMode, at: pointer, modes)?.string.flatMap(Mode.init(name:))
    let segment = faults.value(members, Keys.Audience.segment, at: pointer, .text("name a segment"))?.string
    return Campaign.Audience(minimumMode: mode ?? .trial, segment: segment, conditions: conditions(members))
  }

  /// All of them are asked at each shake.
  static let mostConditions = 20
  static let conditionRemedy = "write each as NAME:VALUE, such as tier:gold"

  private mutating func conditions(_ audience: JSONObject) -> [String] {
    guard let value = audience[Keys.Audience.conditions], !value.isNull else { return [] }
    let pointer = JSONPointer([Keys.audience, Keys.Audience.conditions])
    guard let values = value.array, values.count <= Self.mostConditions else {
      faults.add(pointer, "a list of at most \(Self.mostConditions) is needed", Self.conditionRemedy)
      return []
    }
    var found: [String] = []
    for (index, value) in values.enumerated() {
      if let problem = ValueKind.text(most: 200).problem(with: value) {
        faults.add(pointer.appending(index), problem, Self.conditionRemedy)
      } else if let text = value.string {
        if found.contains(text) { faults.add(pointer.appending(index), "it is listed twice", "remove one of the two") }
        found.append(text)
      }
    }
    return found
  }

  private mutating func caps(_ object: JSONObject) -> Campaign.Caps {
    let pointer = JSONPointer([Keys.caps])
    var caps = Campaign.Caps()
    guard let members = faults.object(object[Keys.caps], at: pointer, keys: Campaign.Cap.allCases.map(\.rawValue))
    else {
      return caps
    }
    for cap in Campaign.Cap.allCases {
      caps[cap] = faults.value(members, cap.rawValue, at: pointer, .count("the most there can be"))?.integer
    }
    if let day = caps.attemptsPerUserAndDay, let all = caps.attemptsPerUser, day > all {
      faults.add(
        pointer.appending(Campaign.Cap.attemptsPerUserAndDay.rawValue), "it allows more per day than in total",
        "write \(all) or less, or raise \(Campaign.Cap.attemptsPerUser.rawValue)")
    }
    return caps
  }

  private mutating func pace(_ object: JSONObject) -> Campaign.Pace {
    let pointer = JSONPointer([Keys.pace])
    guard let members = faults.object(object[Keys.pace], at: pointer, keys: Keys.Pace.all) else {
      return Campaign.Pace()
    }
    let cooldown = period(members, Keys.Pace.cooldown, at: pointer, "the time between two shakes, such as PT30S")
    if let cooldown, cooldown.months > 0 {
      faults.add(pointer.appending(Keys.Pace.cooldown), "a month has no fixed length", "write it in days: P30D")
    }
    return Campaign.Pace(
      cooldown: cooldown.map { $0.days * Timestamp.day + $0.microseconds } ?? 0,
      perMinute: faults.value(members, Keys.Pace.perMinute, at: pointer, .count("shakes in a minute"))?.integer,
      usersPerDevice: faults.value(members, Keys.Pace.usersPerDevice, at: pointer, .count("users of a device"))?.integer
    )
  }

  private mutating func expires(_ object: JSONObject, in zone: TimeZone?, end: Timestamp?) -> Expiry? {
    let remedy = "write a period such as P12M, or a day or time after the campaign's end"
    let pointer = JSONPointer([Keys.expires])
    guard let text = faults.value(object, Keys.expires, at: .whole, .text(remedy))?.string else { return nil }
    if text.hasPrefix("P") {
      return period(object, Keys.expires, at: .whole, "when coins expire, such as P12M").map(Expiry.after)
    }
    guard let time = WallTime.read(text, in: zone ?? .utc, isEnd: true) else {
      faults.add(pointer, "this is neither a period nor a time", remedy)
      return nil
    }
    if let end, time <= end {
      faults.add(pointer, "coins would expire before the campaign ends", remedy)
      return nil
    }
    return .at(time)
  }

  mutating func period(_ object: JSONObject, _ key: String, at pointer: JSONPointer, _ what: String) -> Period? {
    let kind = FieldKind(value: .period, remedy: "write \(what)")
    guard let text = faults.value(object, key, at: pointer, kind)?.string, let period = Period(iso8601: text) else {
      return nil
    }
    // A written period must read back as the same one.
    guard Period(iso8601: period.description) == period else {
      faults.add(pointer.appending(key), "the period is too long", "write at most P9999D or P9999M")
      return nil
    }
    return period
  }
}
