internal import CoinsContract
internal import IdentityContract
internal import QixDefinitions
internal import QixModule

/// A reward as far as its description could be read: what is missing or wrong is nil, and a fault says so.
struct RewardDraft: Sendable, Equatable {
  var name: String?
  var brand: String?
  var title: String?
  var text = ""
  var texts: InLanguages<Words>?
  var picture: String?
  /// In coins; nil where it is said later.
  var price: Int64?
  var delivery: Reward.Delivery?
  /// Nil where the description leaves it to the delivery.
  var stock: StockPlan?
  var start: Timestamp?
  var end: Timestamp?
  /// Nil where there is no such zone; times were read in UTC then.
  var timeZone: String?
  var minimumMode = Mode.trial
  var conditions: [String] = []
  var limits = Reward.Limits()
  var copayment: Money?
  var value: Money?
  var cost: Money?
  var hold = Reward.defaultHold

  /// The reward; nil as long as anything is missing.
  func reward(_ id: RewardID, _ state: Reward.State, stock: Asset?) -> Reward? {
    guard let name, let brand, let title, let delivery, let timeZone else { return nil }
    return Reward(
      id: id, name: name, brand: brand, title: title, text: text, texts: texts, picture: picture,
      state: state, start: start, end: end, timeZone: timeZone, minimumMode: minimumMode, conditions: conditions,
      limits: limits, delivery: delivery, copayment: copayment, value: value, cost: cost, hold: hold, stock: stock)
  }

  /// The way its pieces are counted.
  var plan: StockPlan { stock ?? (delivery == .goods ? .counted(pieces: nil) : .unlimited) }
}

/// Whether a reward's pieces are counted.
enum StockPlan: Sendable, Equatable {
  /// As many as are wanted: what comes out of a series or a raffle is counted there.
  case unlimited
  /// - Parameter pieces: that lie on the shelf from the beginning; nil for none.
  case counted(pieces: Int64?)

  static let unlimitedWord = "unlimited"
  static let countedWord = "counted"
}

extension Reward {
  /// The hold where a description names none: a week.
  static let defaultHold = Period(days: 7)

  /// The series of vouchers that it is delivered by.
  var series: String? {
    if case .voucher(let series) = delivery { series } else { nil }
  }

  /// The code of the asset that its pieces are, where they are counted.
  var stockCode: String { "stock:\(name)" }

  /// Names for people and programs.
  static func name(of state: State) -> String {
    switch state {
    case .draft: "draft"
    case .published: "published"
    case .retired: "retired"
    }
  }
}

extension Reward.State {
  var name: String { Reward.name(of: self) }
}

extension StockPlan {
  /// The most pieces that are booked at once.
  static let most: Int64 = 1_000_000_000_000
}
