internal import IdentityContract
internal import QixCalendar
internal import QixDefinitions
internal import QixModule

/// Writes a reward as the file that `qix reward create --file` takes.
struct RewardWriter {
  /// The zone in which times are written; nil for absolute ones, as they are stored.
  let zone: TimeZone?
  private typealias Keys = RewardKeys

  /// The description that is stored beside its id, state, prices and stock.
  static func definition(_ reward: Reward) -> String {
    JSONValue.object(RewardWriter(zone: nil).object(reward, price: nil, isWhole: false)).text()
  }

  /// A description for people: times as a wall clock in the reward's zone shows them.
  /// - Parameter price: the one in force without offers; nil where there is none.
  func object(_ reward: Reward, price: Int64?) -> JSONObject { object(reward, price: price, isWhole: true) }

  private func object(_ reward: Reward, price: Int64?, isWhole: Bool) -> JSONObject {
    var object = JSONObject()
    object[Keys.name] = .string(reward.name)
    object[Keys.brand] = .string(reward.brand)
    object[Keys.title] = .string(reward.title)
    if !reward.text.isEmpty { object[Keys.text] = .string(reward.text) }
    object[Keys.texts] = reward.texts?.json
    object[Keys.picture] = reward.picture.map(JSONValue.string)
    object[Keys.price] = price.map(JSONValue.integer)
    object[Keys.delivery] = .string(reward.delivery.text)
    if isWhole {
      object[Keys.stock] = .string(reward.stock == nil ? StockPlan.unlimitedWord : StockPlan.countedWord)
    }
    object[Keys.start] = reward.start.map { .string(text($0, isEnd: false)) }
    object[Keys.end] = reward.end.map { .string(text($0, isEnd: true)) }
    object[Keys.timeZone] = .string(reward.timeZone)
    if reward.minimumMode != .trial { object[Keys.minimumMode] = .string(reward.minimumMode.name) }
    if !reward.conditions.isEmpty { object[Keys.conditions] = .array(reward.conditions.map(JSONValue.string)) }
    object[Keys.perUser] = reward.limits.perUser.map(JSONValue.integer)
    object[Keys.perUserAndDay] = reward.limits.perUserAndDay.map(JSONValue.integer)
    object[Keys.total] = reward.limits.total.map(JSONValue.integer)
    object[Keys.copayment] = reward.copayment.map { .string($0.description) }
    object[Keys.value] = reward.value.map { .string($0.description) }
    object[Keys.cost] = reward.cost.map { .string($0.description) }
    object[Keys.hold] = .string(isWhole ? reward.hold.written : reward.hold.description)
    return object
  }

  private func text(_ time: Timestamp, isEnd: Bool) -> String {
    zone.map { WallTime.text(time, in: $0, isEnd: isEnd) } ?? time.description
  }
}
