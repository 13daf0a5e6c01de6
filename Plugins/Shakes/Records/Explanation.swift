internal import CampaignsContract
internal import DrawsContract
internal import QixShake

/// The findings of each step of a shake, in words.
struct Explanation {
  struct Step: Equatable {
    let step: String
    let found: String
  }

  /// What an award was multiplied by when it was worked out.
  struct Multiplier {
    /// Nil if the campaign multiplied no awards, or the award was 0.
    let by: String?
    let hundredths: Int64?
    /// The coins before it.
    let award: Int64
  }

  private(set) var steps: [Step] = []
  /// Nil of a shake whose award wasn't worked out.
  private(set) var multiplier: Multiplier?
  private let record: ShakeRecord
  private let tellsFacts: Bool
  private let moment: (Timestamp) -> String
  private let meaning: (String) -> String?
  private let trace: JSONObject

  /// - Parameters:
  ///   - campaign: what the campaign is called.
  ///   - budget: the account that pays.
  ///   - tellsFacts: whether what the evidence showed is told, such as what a receipt comes to.
  ///   - moment: writes a moment as the answer's other moments are written.
  ///   - meaning: what the type says of its own refusals.
  init(
    _ record: ShakeRecord, settled: [SettlementRecord] = [], campaign: String, budget: String, tellsFacts: Bool = true,
    moment: @escaping (Timestamp) -> String = { "\($0)" },
    meaning: @escaping (String) -> String? = { _ in nil }
  ) throws {
    self.record = record
    self.tellsFacts = tellsFacts
    self.moment = moment
    self.meaning = meaning
    trace = try record.trace.map { try Trace.read($0) } ?? JSONObject()
    resolve(campaign)
    try admit()
    verify()
    decide()
    try refuse(campaign)
    post(budget)
    for settlement in settled { settle(settlement) }
    add("tell", "recorded as shake number \(record.number); observers were notified in the same transaction")
  }

  private mutating func add(_ step: String, _ found: String) { steps.append(Step(step: step, found: found)) }

  private mutating func resolve(_ campaign: String) {
    let what = "a \(record.type) shake in '\(campaign)'"
    let found =
      switch trace["via"]?.string {
      case "request": "the request names \(what)"
      case "type": "the type was asked for: \(what), the first running campaign that takes it"
      case "campaign": "the campaign was asked for: \(what), the one type that it takes"
      case "directive": "the directive '\(record.directive ?? "")' makes it \(what)"
      case "link": "the link leads to \(what)"
      case "only": "nothing else runs: \(what)"
      default: what
      }
    let places = ["link", "session", "place"].compactMap { name in trace[name]?.string.map { "\(name) \($0)" } }
    add("resolve", found + (places.isEmpty ? "" : "; from: \(places.joined(separator: ", "))"))
    if let since = trace["since"]?.integer {
      let held = trace["held"]?.integer.map { ", with \($0) coins reserved" } ?? ""
      add(
        "resolve",
        "open since \(moment(Timestamp(microseconds: since))), at the step '\(trace["step"]?.string ?? "")'\(held)"
      )
    }
  }

  private mutating func admit() throws {
    let (tries, today) = (trace["a"]?.integer ?? 0, trace["d"]?.integer ?? 0)
    let (wins, coins) = (trace["w"]?.integer ?? 0, trace["c"]?.integer ?? 0)
    let before =
      "before it, the user had \(tries) accepted (\(today) that day), \(wins) won, \(coins) coins in this campaign"
    add("admit", try record.reason() == nil ? "no rule refused it; \(before)" : before)
  }

  /// Behind the steps that it came to. What the user was told says nothing of what the operator can do.
  private mutating func refuse(_ campaign: String) throws {
    guard let refusal = try record.reason() else { return }
    var found = "\(refusal.code): \(refusal.sentence)"
    if trace["draft"] != nil {
      found += "; the campaign was a draft; start it with `qix campaign start \(campaign)`"
    }
    if refusal.code == "shakes.budget-spent" {
      found += "; add coins to the budget with `qix campaign fund \(campaign) --amount N`"
    }
    add("refused", found)
    if let meaning = Self.meaning(of: refusal.code) ?? meaning(refusal.code) { add("meaning", meaning) }
  }

  /// Of the refusals that a user's sentence says too little of on purpose.
  private static func meaning(of code: String) -> String? {
    switch code {
    case "shakes.used-already":
      "it counts once in this campaign, for the first user, and it has counted before, for this user or another; "
        + "`qix shake list --user USER` (support, operators) shows whether it was this user"
    case "shakes.gift-spent": "the campaign has given this prize as often as the 'most' in its award says"
    case "shakes.gift-unavailable":
      "what the prize names isn't there any more, or takes no more users; an operator can restore it"
    case "shakes.had-already":
      "it counts once per user, and it has counted for this user before; `qix shake list --user USER` (support, "
        + "operators) shows when"
    default: nil
    }
  }

  private mutating func verify() {
    let facts = tellsFacts ? trace["f"]?.object : nil
    let words = facts.map { $0.members.map { "\($0.key) \($0.value.text())" }.joined(separator: ", ") }
    guard record.outcome != .refused || trace["prize"] != nil else {
      if let words { add("verify", "shown: \(words)") }
      return
    }
    var found = record.units == 1 ? "accepted" : "accepted, \(record.units) units"
    if let words { found += "; found out: \(words)" }
    if let claim = record.claim ?? trace["claim"]?.string { found += "; counts once: \(claim)" }
    add("verify", found)
  }

  private mutating func decide() {
    if let drawn = record.drawn {
      let window = drawn.window.withUnsafeBytes { DrawWindowID($0) }.map { "\($0)" } ?? "?"
      add("decide", "number \(drawn.value) of 0 to \(drawn.bound - 1) was drawn, to be checked by window \(window)")
    }
    if let pot = trace["pot"]?.integer { add("decide", "the pot held \(pot) coins") }
    guard record.outcome != .refused || trace["prize"] != nil else { return }
    if let told = Trace.sentence(trace["told"]) { return add("decide", "its value is decided later: \(told)") }
    if let gift = record.gift ?? trace["gift"]?.string {
      let denied = trace["denied"]?.string.map { ", which this user can't have (\($0)): so it is nothing" }
      return add("decide", "the prize is \(gift)\(denied ?? "")")
    }
    let prize = trace["prize"]?.integer ?? record.coins
    var found =
      prize == 0
      ? "the award is 0 coins this time" : "the award is \(prize) coins, with no multiplier: the campaign had none"
    multiplier = Multiplier(by: nil, hundredths: nil, award: prize)
    if let award = trace["award"]?.integer, let times = trace["times"]?.integer, let by = trace["by"]?.string {
      found = "the award is \(award) coins, times \(AwardFactor.text(times)) by \(by): \(prize)"
      multiplier = Multiplier(by: by, hundredths: times, award: award)
    }
    if record.outcome != .refused, prize > record.coins {
      found += trace["held"] == nil ? "; the caps left" : "; the caps and the reservation left"
      found += " \(record.coins)"
    }
    add("decide", found)
  }

  private mutating func settle(_ settlement: SettlementRecord) {
    let what =
      settlement.refusal.map { "it doesn't count after all (\($0))" }
      ?? "\(settlement.units) units, an award of \(settlement.prize) coins"
    let moved =
      if let transfer = settlement.transfer {
        "\(settlement.coins) coins more were paid: \(transfer)"
      } else {
        settlement.gift.map { "\(Self.words($0.gift, $0.given)) was given" }
          ?? (settlement.coins < 0 ? "\(-settlement.coins) coins were taken back" : "nothing moved")
      }
    add("settle", "at \(moment(settlement.at)): \(what); \(moved)")
  }

  private static func words(_ gift: String, _ given: String?) -> String {
    given.map { "\(gift) (\($0))" } ?? gift
  }

  private mutating func post(_ budget: String) {
    if let gift = record.gift {
      add("post", "\(Self.words(gift, record.given)) was given")
    } else if let transfer = record.transfer {
      let way = trace["hold"]?.string.map { ", from the hold \($0)" } ?? ""
      add("post", "\(record.coins) coins from budget:\(budget)\(way): \(transfer)")
    } else if let hold = trace["hold"]?.string {
      add("post", "nothing is paid; the coins of the hold \(hold) are free again")
    } else {
      add("post", "nothing moved")
    }
  }
}
