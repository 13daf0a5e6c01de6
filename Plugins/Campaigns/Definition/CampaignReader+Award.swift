internal import CampaignsContract
internal import QixDefinitions
internal import QixShake

extension CampaignReader {
  private typealias Keys = CampaignKeys.Award
  private static let pointer = JSONPointer([CampaignKeys.award])

  mutating func award(_ object: JSONObject) -> Award? {
    let remedy =
      "write one of: \(Keys.all.joined(separator: ", ")), such as {\"\(Keys.fixed)\": 10}; as an option, \(Keys.fixed):10"
    guard let value = object[CampaignKeys.award], !value.isNull else {
      faults.add(Self.pointer, "it is missing", remedy)
      return nil
    }
    guard value.object != nil else {
      faults.add(Self.pointer, "it isn't one of the kinds of award", remedy)
      return nil
    }
    guard let members = faults.object(value, at: Self.pointer, keys: Keys.all) else { return nil }
    let given = Keys.all.filter { !(members[$0]?.isNull ?? true) }
    guard let kind = given.first, given.count == 1 else {
      faults.add(
        Self.pointer,
        given.isEmpty ? "it has no kind of award" : "it has several kinds at once: \(given.joined(separator: ", "))",
        remedy)
      return nil
    }
    let before = faults.all.count
    let award: Award? =
      switch kind {
      case Keys.fixed: faults.value(members, kind, at: Self.pointer, coinCount("the coins"))?.integer.map(Award.fixed)
      case Keys.perUnit: perUnit(members)
      case Keys.table: table(members)
      case Keys.weighted: weighted(members)
      default: jackpot(members)
      }
    return faults.all.count == before ? award : nil
  }

  /// Coins of one award: as many as an operation moves at most, or sums of them could no longer be counted. What was
  /// stored before is read as it is.
  private func coinCount(_ what: String, from least: Int64 = 1) -> FieldKind {
    .count(what, from: least, to: isStored ? .max : 1_000_000_000_000)
  }

  private mutating func perUnit(_ members: JSONObject) -> Award? {
    let pointer = Self.pointer.appending(Keys.perUnit)
    guard let members = faults.object(members[Keys.perUnit], at: pointer, keys: ["coins", "most"]) else { return nil }
    let coins = faults.value(members, "coins", at: pointer, coinCount("the coins for each unit"), isRequired: true)?
      .integer
    let most = faults.value(members, "most", at: pointer, coinCount("the most coins of one shake"))?.integer
    guard let coins else { return nil }
    if let most, most < coins {
      faults.add(pointer.appending("most"), "it is less than one unit pays", "write \(coins) or more")
    }
    return .perUnit(coins: coins, most: most)
  }

  private mutating func weighted(_ members: JSONObject) -> Award? {
    let pointer = Self.pointer.appending(Keys.weighted)
    guard let values = rows(members[Keys.weighted], at: pointer, "{\"coins\": 10, \"weight\": 1}") else { return nil }
    var prizes: [Award.Prize] = []
    var sum: Int64 = 0
    for (index, value) in values.enumerated() {
      let place = pointer.appending(index)
      guard let prize = faults.object(value, at: place, keys: ["coins", "gift", "most", "weight"]) else { continue }
      let won = self.prize(prize, at: place)
      let weight = faults.value(prize, "weight", at: place, .count("its weight"), isRequired: true)?.integer
      guard var won, let weight else { continue }
      let (next, isTooMuch) = sum.addingReportingOverflow(weight)
      if isTooMuch {
        faults.add(
          place.appending("weight"), "the weights add up to more than 9223372036854775807",
          "divide all of them by the same number")
        return nil
      }
      sum = next
      won.weight = UInt64(weight)
      prizes.append(won)
    }
    if prizes.count == values.count, prizes.allSatisfy({ $0.coins == 0 && $0.gift == nil }) {
      faults.add(pointer, "no user can win anything", "give one of the prizes some coins")
    }
    return .weighted(prizes)
  }

  /// Coins, or a gift.
  private mutating func prize(_ prize: JSONObject, at place: JSONPointer) -> Award.Prize? {
    guard let gift = prize["gift"], !gift.isNull else {
      if let most = prize["most"], !most.isNull {
        faults.add(place.appending("most"), "only gifts have it", "remove it; a budget or a cap limits coins")
      }
      return faults.value(prize, "coins", at: place, coinCount("the coins", from: 0), isRequired: true)?.integer
        .map { Award.Prize(coins: $0, weight: 1) }
    }
    if let coins = prize["coins"], !coins.isNull {
      faults.add(place.appending("coins"), "it has coins and a gift", "write one of them; another prize has the other")
    }
    let name = faults.value(prize, "gift", at: place, .text("write its kind and its name, such as voucher:coffee"))
    let most = faults.value(prize, "most", at: place, .count("how many there are"))?.integer
    return name?.string.map { Award.Prize(Award.Gift($0, most: most), weight: 1) }
  }

  private mutating func jackpot(_ members: JSONObject) -> Award? {
    let pointer = Self.pointer.appending(Keys.jackpot)
    let keys = ["start", "step", "most", "odds"]
    guard let members = faults.object(members[Keys.jackpot], at: pointer, keys: keys) else { return nil }
    let start = faults.value(members, "start", at: pointer, coinCount("the coins at the start"), isRequired: true)?
      .integer
    let step = faults.value(members, "step", at: pointer, coinCount("what each try adds", from: 0), isRequired: true)?
      .integer
    let most = faults.value(members, "most", at: pointer, coinCount("the most in the pot"), isRequired: true)?.integer
    let odds = faults.value(
      members, "odds", at: pointer, .count("the number of tries for one win", to: 1 << 62), isRequired: true)?.integer
    guard let start, let step, let most, let odds else { return nil }
    if most < start {
      faults.add(pointer.appending("most"), "the pot begins with more than the most", "write \(start) or more")
    }
    return .jackpot(Award.Jackpot(start: start, step: step, most: most, odds: UInt64(odds)))
  }

  private mutating func table(_ members: JSONObject) -> Award? {
    let pointer = Self.pointer.appending(Keys.table)
    guard let members = faults.object(members[Keys.table], at: pointer, keys: ["fact", "rows", "otherwise"]) else {
      return nil
    }
    let fact = faults.value(
      members, "fact", at: pointer, .text("name what the shake finds out, such as score"), isRequired: true)
    let otherwise = faults.value(members, "otherwise", at: pointer, coinCount("the coins where no row fits", from: 0))
    let place = pointer.appending("rows")
    guard let values = rows(members["rows"], at: place, "{\"from\": 80, \"coins\": 10}") else { return nil }
    var table = TableRows(otherwise: otherwise?.integer ?? 0)
    for (index, value) in values.enumerated() { table.read(value, at: place.appending(index), &faults) }
    table.finish(count: values.count, at: place, &faults)
    guard let fact = fact?.string else { return nil }
    return .table(Award.Table(fact: fact, rows: table.rows, otherwise: table.otherwise))
  }

  private mutating func rows(_ value: JSONValue?, at pointer: JSONPointer, _ example: String) -> [JSONValue]? {
    guard let values = value?.array, !values.isEmpty, values.count <= Keys.mostRows else {
      faults.add(pointer, "a list of 1 to \(Keys.mostRows) is needed", "write each as \(example)")
      return nil
    }
    return values
  }
}
