internal import CampaignsContract
internal import QixDefinitions
internal import QixShake

/// Finds what a campaign's description has against itself as a whole, and against what is installed and stored.
struct CampaignCheck {
  let types: [String: any ShakeType.Type]
  let rules: RuleBook
  let connection: Connection
  private typealias Keys = CampaignKeys

  /// - Parameter isNew: whether the name must not be taken yet.
  func run(_ draft: CampaignDraft, isNew: Bool, _ faults: inout Faults) throws {
    if isNew, let name = draft.name { try checkName(name, &faults) }
    for use in draft.types { try check(use, &faults) }
    if let award = draft.award {
      check(award, draft.caps, &faults)
      try checkGifts(of: award, &faults)
    }
    if let segment = draft.audience.segment, try SegmentStore(connection).find(segment) == nil {
      let known = try SegmentStore(connection).names()
      faults.add(
        JSONPointer([Keys.audience, Keys.Audience.segment]),
        "there is no segment of that name\(Suggestion.clause(for: segment, among: known))",
        "list segments with `qix segment list`, or create it with `qix segment create`")
    }
    for (index, text) in draft.audience.conditions.enumerated() {
      guard let problem = try rules.problem(withCondition: text, in: connection) else { continue }
      faults.add(
        JSONPointer([Keys.audience, Keys.Audience.conditions]).appending(index), problem,
        "change '\(text)', or remove it")
    }
    if let multiplier = draft.multiplier, let problem = rules.problem(withMultiplier: multiplier) {
      let known = rules.multipliers
      faults.add(
        JSONPointer([Keys.multiplier]), problem,
        known.isEmpty ? "enable a module that provides one" : "write one of: \(known.joined(separator: ", "))")
    }
  }

  private func checkName(_ name: String, _ faults: inout Faults) throws {
    guard try CampaignStore(connection).find(name) != nil else { return }
    faults.add(
      JSONPointer([Keys.name]), "a campaign with that name already exists",
      "choose another; `qix campaign show \(name)` shows the existing one", .duplicate)
  }

  private func check(_ use: Campaign.ShakeUse, _ faults: inout Faults) throws {
    let pointer = JSONPointer([Keys.shakes, use.type])
    guard let type = types[use.type] else {
      let known = types.keys.sorted()
      let remedy =
        known.isEmpty
        ? "enable a module that provides one"
        : "write one of: \(known.joined(separator: ", ")); or enable its module"
      faults.add(
        pointer, "there is no type of shake of that name\(Suggestion.clause(for: use.type, among: known))", remedy)
      return
    }
    var problems: [(name: String, problem: String)] = []
    let names = type.settings.map(\.name)
    let settings = ShakeSettings(Self.withoutNote(use.settings, names), for: type.settings, faults: &problems)
    for (name, problem) in problems {
      let setting = type.settings.first { $0.name == name }
      let remedy =
        setting.map { "\(Self.form($0.kind))its meaning: \($0.help)" } ?? "remove it, or see `qix shake types`"
      let clause = setting == nil ? Suggestion.clause(for: name, among: names) : ""
      faults.add(pointer.appending(name), problem + clause, remedy)
    }
    // A type is made of settings that fit only.
    guard problems.isEmpty else { return }
    for sentence in try type.init(settings).faults(in: connection) {
      faults.add(pointer, sentence, "change its settings, or create what they name")
    }
  }

  /// Returns a value as text where its kind doesn't say how: lists stand in brackets.
  private static func form(_ kind: ValueKind) -> String {
    if case .list = kind { "write it in brackets, such as [\"one\", \"two\"]; " } else { "" }
  }

  /// The settings without what stands for a comment.
  static func withoutNote(_ settings: JSONObject, _ names: [String]) -> JSONObject {
    var settings = settings
    if !names.contains(Faults.note) { settings[Faults.note] = nil }
    return settings
  }

  /// Finds gifts that no module gives as things are now.
  private func checkGifts(of award: Award, _ faults: inout Faults) throws {
    guard case .weighted(let prizes) = award else { return }
    var seen: Set<String> = []
    for (index, prize) in prizes.enumerated() {
      guard let gift = prize.gift else { continue }
      let place = JSONPointer([Keys.award, Keys.Award.weighted]).appending(index).appending("gift")
      if !seen.insert(gift.name).inserted {
        faults.add(place, "'\(gift.name)' is there twice", "give one of them the weight of both")
      }
      guard let problem = try rules.problem(withGift: gift.name, in: connection) else { continue }
      faults.add(place, problem, "change '\(gift.name)', or create or publish what it names")
    }
  }

  /// Finds prizes that a cap lets no user have.
  private func check(_ award: Award, _ caps: Campaign.Caps, _ faults: inout Faults) {
    let limits: [Campaign.Cap] = [.coinsPerUser, .coinsPerDay]
    guard let (cap, most) = limits.compactMap({ cap in caps[cap].map { (cap, $0) } }).min(by: { $0.1 < $1.1 }) else {
      return
    }
    let place = JSONPointer([Keys.award])
    let remedy = "write \(most) or less, or raise \(cap.rawValue)"
    func refuse(_ coins: Int64, at pointer: JSONPointer, _ what: String, _ faults: inout Faults) {
      guard coins > most else { return }
      faults.add(pointer, "\(what) of \(coins) coins can't be paid: \(cap.rawValue) is \(most)", remedy)
    }
    switch award {
    case .fixed(let coins): refuse(coins, at: place.appending(Keys.Award.fixed), "an award", &faults)
    case .perUnit(let coins, let largest):
      let pointer = place.appending(Keys.Award.perUnit)
      refuse(largest ?? coins, at: pointer.appending(largest == nil ? "coins" : "most"), "an award", &faults)
    case .table(let table):
      let rows = place.appending(Keys.Award.table).appending("rows")
      for (index, row) in table.rows.enumerated() {
        refuse(row.coins, at: rows.appending(index).appending("coins"), "an award", &faults)
      }
      refuse(table.otherwise, at: place.appending(Keys.Award.table).appending("otherwise"), "an award", &faults)
    case .weighted(let prizes):
      for (index, prize) in prizes.enumerated() {
        let pointer = place.appending(Keys.Award.weighted).appending(index).appending("coins")
        refuse(prize.coins, at: pointer, "a prize", &faults)
      }
    case .jackpot(let jackpot):
      refuse(jackpot.most, at: place.appending(Keys.Award.jackpot).appending("most"), "a jackpot", &faults)
    }
  }
}
