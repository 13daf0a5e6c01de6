internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixCalendar
internal import QixDefinitions
internal import QixModule

/// Writes a campaign as the file that `qix campaign create --file` takes.
struct CampaignWriter {
  /// The zone in which times are written; nil for absolute ones, as they are stored.
  let zone: TimeZone?
  private typealias Keys = CampaignKeys

  /// For people: times by the clock on the wall of the campaign's zone.
  static func file(_ campaign: Campaign) throws -> JSONValue {
    CampaignWriter(zone: try TimeZone(identifier: campaign.timeZone)).value(campaign)
  }

  func value(_ campaign: Campaign) -> JSONValue {
    var object = JSONObject()
    object[Keys.name] = .string(campaign.name)
    object[Keys.brand] = .string(campaign.brand)
    object[Keys.title] = .string(campaign.title)
    object[Keys.texts] = campaign.texts?.json
    object[Keys.picture] = campaign.picture.map(JSONValue.string)
    object[Keys.start] = .string(text(campaign.start, isEnd: false))
    object[Keys.end] = .string(text(campaign.end, isEnd: true))
    object[Keys.timeZone] = .string(campaign.timeZone)
    if !campaign.types.isEmpty {
      var shakes = JSONObject()
      for use in campaign.types { shakes[use.type] = .object(use.settings) }
      object[Keys.shakes] = .object(shakes)
    }
    object[Keys.audience] = audience(campaign.audience)
    object[Keys.caps] = caps(campaign.caps)
    object[Keys.pace] = pace(campaign.pace)
    object[Keys.award] = Self.award(campaign.award)
    object[Keys.multiplier] = campaign.multiplier.map(JSONValue.string)
    switch campaign.expires {
    case .at(let time): object[Keys.expires] = .string(text(time, isEnd: true))
    case .after(let period): object[Keys.expires] = .string(period.description)
    case nil: break
    }
    if let window = campaign.drawWindow { object[Keys.drawWindow] = .string(window.written) }
    if campaign.priority != 0 { object[Keys.priority] = .integer(campaign.priority) }
    return .object(object)
  }

  private func text(_ time: Timestamp, isEnd: Bool) -> String {
    zone.map { WallTime.text(time, in: $0, isEnd: isEnd) } ?? time.description
  }

  private func audience(_ audience: Campaign.Audience) -> JSONValue? {
    var object = JSONObject()
    if audience.minimumMode != .trial { object[Keys.Audience.minimumMode] = .string(audience.minimumMode.name) }
    if let segment = audience.segment { object[Keys.Audience.segment] = .string(segment) }
    if !audience.conditions.isEmpty {
      object[Keys.Audience.conditions] = .array(audience.conditions.map(JSONValue.string))
    }
    return object.members.isEmpty ? nil : .object(object)
  }

  private func caps(_ caps: Campaign.Caps) -> JSONValue? {
    var object = JSONObject()
    for cap in Campaign.Cap.allCases { object[cap.rawValue] = caps[cap].map(JSONValue.integer) }
    return object.members.isEmpty ? nil : .object(object)
  }

  private func pace(_ pace: Campaign.Pace) -> JSONValue? {
    var object = JSONObject()
    if pace.cooldown != 0 {
      object[Keys.Pace.cooldown] = .string(Period(microseconds: pace.cooldown).written)
    }
    object[Keys.Pace.perMinute] = pace.perMinute.map(JSONValue.integer)
    object[Keys.Pace.usersPerDevice] = pace.usersPerDevice.map(JSONValue.integer)
    return object.members.isEmpty ? nil : .object(object)
  }

  static func award(_ award: Award) -> JSONValue {
    var object = JSONObject()
    switch award {
    case .fixed(let coins): object[Keys.Award.fixed] = .integer(coins)
    case .perUnit(let coins, let most):
      var unit = JSONObject()
      unit["coins"] = .integer(coins)
      unit["most"] = most.map(JSONValue.integer)
      object[Keys.Award.perUnit] = .object(unit)
    case .table(let table): object[Keys.Award.table] = .object(self.table(table))
    case .weighted(let prizes):
      object[Keys.Award.weighted] = .array(
        prizes.map { prize in
          var object = JSONObject()
          object["coins"] = prize.gift == nil ? .integer(prize.coins) : nil
          object["gift"] = (prize.gift?.name).map(JSONValue.string)
          object["most"] = (prize.gift?.most).map(JSONValue.integer)
          object["weight"] = .integer(Int64(clamping: prize.weight))
          return .object(object)
        })
    case .jackpot(let pot):
      object[Keys.Award.jackpot] = [
        "start": .integer(pot.start), "step": .integer(pot.step), "most": .integer(pot.most),
        "odds": .integer(Int64(clamping: pot.odds)),
      ]
    }
    return .object(object)
  }

  private static func table(_ table: Award.Table) -> JSONObject {
    var object = JSONObject()
    object["fact"] = .string(table.fact)
    object["rows"] = .array(
      table.rows.map { row in
        switch row {
        case .from(let least, let coins):
          ["from": Int64(exactly: least).map(JSONValue.integer) ?? .double(least), "coins": .integer(coins)]
        case .value(let text, let coins): ["value": .string(text), "coins": .integer(coins)]
        }
      })
    if table.otherwise != 0 { object["otherwise"] = .integer(table.otherwise) }
    return object
  }
}
