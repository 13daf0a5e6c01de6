internal import IdentityContract
internal import PicturesContract
internal import QixCalendar
internal import QixDefinitions
internal import QixModule

/// Reads a reward's description and finds every fault that it has by itself. Whether what it names is there finds
/// `PublishingCheck`: a catalogue may be written before its vouchers are made.
struct RewardReader {
  var faults = Faults()
  /// Whether it reads what this program has stored: times are absolute there, so no time zone is looked up; prices and
  /// stock are kept elsewhere.
  let isStored: Bool
  /// Time zones of earlier descriptions: a catalogue names one zone in each of its lines.
  private var zones: [String: TimeZone] = [:]
  /// Likewise amounts, as long as there are not too many of them.
  private var amounts: [String: Money] = [:]
  private typealias Keys = RewardKeys

  init(isStored: Bool = false) { self.isStored = isStored }

  /// - Parameter value: the file's, or what options or the row of a table say in the same form.
  mutating func read(_ description: JSONValue) -> RewardDraft {
    var draft = RewardDraft()
    guard let object = faults.object(description, at: .whole, keys: Keys.all) else {
      if description.isNull { faults.add(.whole, "the file holds no reward", "write an object, in braces") }
      return draft
    }
    draft.name = name(object)
    draft.brand = line(object, Keys.brand, "name the brand", isRequired: true)
    if !isStored, let brand = draft.brand, let problem = ExactName.problem(with: brand, most: 200) {
      faults.add(JSONPointer([Keys.brand]), problem, "write the brand's name without it")
    }
    draft.title = line(object, Keys.title, "write what users get, in a few words", isRequired: true)
    draft.text =
      value(object, Keys.text, .text("describe it in at most 10000 bytes", most: 10_000))?
      .string ?? ""
    draft.texts = faults.words(object, Keys.texts, at: .whole, title: 200, text: .prose(10_000))
    draft.picture = faults.picture(object)
    draft.delivery = delivery(object)
    if !isStored {
      draft.price =
        value(object, Keys.price, .count("the coins", to: Price.most))?.integer
      draft.stock = stock(object)
    }
    period(object, &draft)
    draft.minimumMode =
      value(object, Keys.minimumMode, .choice(Mode.allCases.map(\.name)))?.string.flatMap(Mode.init(name:)) ?? .trial
    draft.conditions = faults.conditions(object, Keys.conditions, at: .whole)
    draft.limits = limits(object)
    draft.copayment = money(object, Keys.copayment, "the cash part, such as 1.00 EUR")
    draft.value = money(object, Keys.value, "the value of one, such as 2.50 EUR")
    draft.cost = money(object, Keys.cost, "the cost of one, such as 1.10 EUR")
    if let hold = hold(object) { draft.hold = hold }
    return draft
  }

  private mutating func value(
    _ object: JSONObject, _ key: String, _ kind: FieldKind, isRequired: Bool = false
  ) -> JSONValue? {
    faults.value(object, key, at: .whole, kind, isRequired: isRequired)
  }

  /// A text on one line, of characters that show; what was stored before stays.
  private mutating func line(
    _ object: JSONObject, _ key: String, _ remedy: String, isRequired: Bool = false
  ) -> String? {
    guard let text = value(object, key, .text(remedy), isRequired: isRequired)?.string else { return nil }
    let isShown = PlainText.isVisible(text) && !PlainText.isBlank(text)
    guard isStored ? !text.utf8.contains(UInt8(ascii: "\n")) && !text.isEmpty : isShown else {
      faults.add(JSONPointer([key]), "it must be on one line, not blank, and without hidden characters", remedy)
      return nil
    }
    return text
  }

  private mutating func name(_ object: JSONObject) -> String? {
    let kind = FieldKind.text(ItemName.remedy(prefix: RewardTag.prefix), most: 1_000)
    guard let name = value(object, Keys.name, kind, isRequired: true)?.string else { return nil }
    guard ItemName.isWellFormed(name, prefix: RewardTag.prefix) else {
      faults.add(JSONPointer([Keys.name]), "it can't be a reward's name", kind.remedy)
      return nil
    }
    return name
  }

  private mutating func delivery(_ object: JSONObject) -> Reward.Delivery? {
    let remedy = Reward.Delivery.remedy
    guard let text = line(object, Keys.delivery, remedy, isRequired: true) else { return nil }
    do {
      return try Reward.Delivery(text)
    } catch {
      faults.add(JSONPointer([Keys.delivery]), error.clause, remedy)
      return nil
    }
  }

  private mutating func stock(_ object: JSONObject) -> StockPlan? {
    guard let value = object[Keys.stock], !value.isNull else { return nil }
    let remedy = "write the number of items, or counted, or unlimited"
    switch value {
    case .integer(let pieces) where (0...StockPlan.most).contains(pieces):
      return .counted(pieces: pieces == 0 ? nil : pieces)
    case .string(StockPlan.countedWord): return .counted(pieces: nil)
    case .string(StockPlan.unlimitedWord): return .unlimited
    case .integer: faults.add(JSONPointer([Keys.stock]), "it must be from 0 to \(StockPlan.most)", remedy)
    default:
      faults.add(
        JSONPointer([Keys.stock]), "\(FieldKind.quoted(value) ?? "it") is neither a whole number nor one of the words",
        remedy)
    }
    return nil
  }

  private mutating func limits(_ object: JSONObject) -> Reward.Limits {
    let most = FieldKind.count("the most there can be")
    let limits = Reward.Limits(
      perUser: value(object, Keys.perUser, most)?.integer,
      perUserAndDay: value(object, Keys.perUserAndDay, most)?.integer,
      total: value(object, Keys.total, most)?.integer)
    func check(_ key: String, _ smaller: Int64?, _ larger: Int64?, _ other: String, _ faults: inout Faults) {
      guard let smaller, let larger, smaller > larger else { return }
      faults.add(JSONPointer([key]), "it allows more than \(other)", "write \(larger) or less, or raise \(other)")
    }
    check(Keys.perUserAndDay, limits.perUserAndDay, limits.perUser, Keys.perUser, &faults)
    check(Keys.perUser, limits.perUser, limits.total, Keys.total, &faults)
    if limits.perUser == nil { check(Keys.perUserAndDay, limits.perUserAndDay, limits.total, Keys.total, &faults) }
    return limits
  }

  private mutating func money(_ object: JSONObject, _ key: String, _ what: String) -> Money? {
    let remedy = "write \(what)"
    guard let text = line(object, key, remedy) else { return nil }
    if let money = amounts[text] { return money }
    do {
      let money = try Money(text)
      if money.minorUnits > 0 {
        if amounts.count < 1_000 { amounts[text] = money }
        return money
      }
      faults.add(JSONPointer([key]), "it is zero", "write more, or remove it")
    } catch {
      faults.add(JSONPointer([key]), error.description, remedy)
    }
    return nil
  }

  private mutating func hold(_ object: JSONObject) -> Period? {
    let remedy = "write how long coins and items stay reserved, such as P7D; at most P1Y"
    guard let text = value(object, Keys.hold, .period(remedy))?.string,
      let period = Period(iso8601: text)
    else { return nil }
    let epoch = Timestamp(microseconds: 0)
    // A written period must read back as the same one.
    guard period.months <= 12, period.days <= 366, period.microseconds <= 366 * Timestamp.day,
      epoch.adding(period) <= epoch.advanced(byMicroseconds: 366 * Timestamp.day),
      Period(iso8601: period.description) == period
    else {
      faults.add(JSONPointer([Keys.hold]), "it is longer than a year", remedy)
      return nil
    }
    return period
  }
}

extension RewardReader {
  /// Start, end and the zone that their days are of.
  private mutating func period(_ object: JSONObject, _ draft: inout RewardDraft) {
    if isStored {
      draft.timeZone = object[Keys.timeZone]?.string
    } else {
      // Without days nothing depends on it.
      let hasDays = [Keys.start, Keys.end, Keys.perUserAndDay].contains { !(object[$0]?.isNull ?? true) }
      draft.timeZone = zone(object, isRequired: hasDays)
    }
    let zone = draft.timeZone.flatMap { zones[$0] }
    draft.start = moment(object, Keys.start, in: zone, isEnd: false)
    draft.end = moment(object, Keys.end, in: zone, isEnd: true)
    if let start = draft.start, let end = draft.end, start >= end {
      faults.add(
        JSONPointer([Keys.end]), "the reward ends before it begins", "write the later time into \(Keys.end)")
    }
  }

  private mutating func zone(_ object: JSONObject, isRequired: Bool) -> String? {
    let kind = FieldKind.text("name one of the IANA database, such as Europe/Rome or UTC")
    let isMissing = object[Keys.timeZone]?.isNull ?? true
    guard let name = value(object, Keys.timeZone, kind, isRequired: isRequired)?.string else {
      return isMissing && !isRequired ? TimeZone.utc.identifier : nil
    }
    if zones[name] != nil { return name }
    do {
      zones[name] = try TimeZone(identifier: name)
      return name
    } catch {
      faults.add(JSONPointer([Keys.timeZone]), error.description, kind.remedy)
      return nil
    }
  }

  private mutating func moment(_ object: JSONObject, _ key: String, in zone: TimeZone?, isEnd: Bool) -> Timestamp? {
    let kind = FieldKind.text(WallTime.remedy("the reward's"))
    guard let text = value(object, key, kind)?.string else { return nil }
    guard let time = WallTime.read(text, in: zone ?? .utc, isEnd: isEnd) else {
      faults.add(JSONPointer([key]), "\(FieldKind.quoted(text) ?? "this") is not a time in the calendar", kind.remedy)
      return nil
    }
    return time
  }
}
