internal import QixCalendar
internal import QixReceipts
internal import QixShake

/// The answer of a campaign's rules to a receipt.
enum Evaluation: Sendable, Equatable {
  case counts(Proof)
  case refused(Refusal)
  /// The reading isn't sure enough for the rules: a person has to look.
  case unsure([Sign])
}

extension ReceiptRules {
  /// Holds the rules against a receipt. One that is surely broken refuses, whatever else is unsure; what isn't sure is
  /// never guessed.
  /// - Parameters:
  ///   - time: when it was handed in.
  ///   - isTrusted: a person has compared it with the picture, so what is there is believed.
  func evaluate(_ receipt: Receipt, at time: Timestamp, isTrusted: Bool = false) -> Evaluation {
    var hearing = Hearing(rules: self, receipt: receipt, least: isTrusted ? 0 : confidence, at: time)
    hearing.askForPaper()
    hearing.askForWhole()
    hearing.askForDay()
    hearing.askForHour()
    hearing.askForMerchant()
    hearing.askForRegion()
    hearing.askForCurrency()
    let bought = hearing.askForProducts()
    let spent = hearing.askForAmount(bought)
    if let refusal = hearing.refusal { return .refused(refusal) }
    if !hearing.signs.isEmpty { return .unsure(hearing.signs) }
    return .counts(proof(receipt, bought, spent))
  }

  /// Of a receipt about which nothing is open.
  private func proof(_ receipt: Receipt, _ bought: Bought, _ spent: Int64) -> Proof {
    let scale = scale(receipt)
    let counted: Double =
      switch units {
      case .receipt: 1
      case .items: Double(bought.pieces)
      case .amount: (Double(spent) / scale / per + 1e-9).rounded(.down)
      }
    let units = min(mostUnits ?? .max, counted >= 1e15 ? 1_000_000_000_000_000 : max(0, Int64(counted)))
    var facts: JSONObject = ["total": .double(Double(receipt.total?.value ?? 0) / scale)]
    facts["spent"] = .double(Double(spent) / scale)
    if !products.isEmpty { facts["pieces"] = .integer(bought.pieces) }
    if let code = currency(of: receipt)?.code { facts["currency"] = .string(code) }
    return Proof(units: units, facts: facts)
  }

  /// How many of the smallest units make one of the currency's.
  func scale(_ receipt: Receipt) -> Double {
    let decimals = currency(of: receipt)?.decimals ?? 2
    return [1, 10, 100, 1_000, 10_000][decimals]
  }

  /// What a purchase costs that is nobody's habit, in the smallest units: who buys a coffee every day isn't asked about it.
  func dear(_ receipt: Receipt) -> Int64 { smallest(compareFrom, of: receipt) ?? standardDear(receipt) }

  /// From which total on a receipt has to show most of what tells it, in the smallest units.
  func whole(_ receipt: Receipt) -> Int64 { smallest(wholeFrom, of: receipt) ?? dear(receipt) }

  /// What a piece of the products costs at least, in the smallest units.
  func cheapest(_ receipt: Receipt) -> Int64 { smallest(pieceFrom, of: receipt) ?? standardDear(receipt) / 100 }

  private func standardDear(_ receipt: Receipt) -> Int64 { Int64(max(5_000, 50 * scale(receipt))) }

  private func smallest(_ amount: Double?, of receipt: Receipt) -> Int64? {
    amount.map { amount in
      let smallest = (amount * scale(receipt)).rounded(.up)
      return smallest >= 1e18 ? .max : Int64(smallest)
    }
  }

  /// The campaign's where the receipt says none, or bears a sign that is the campaign's, too; nil where the sign is of
  /// several and the campaign doesn't say which.
  func currency(of receipt: Receipt) -> Currency? {
    guard let printed = receipt.currency?.value else { return currency }
    if receipt.otherCurrencies.isEmpty { return printed }
    return ([printed] + receipt.otherCurrencies).first { $0 == currency }
  }
}

/// The campaign's products on a receipt.
struct Bought: Sendable, Equatable {
  var pieces: Int64 = 0
  /// Their price together, in the smallest units.
  var amount: Int64 = 0
  /// What lines that name none of them take off.
  var moneyOffOthers: Int64 = 0
}

/// Asks one rule after the other.
private struct Hearing {
  let rules: ReceiptRules
  let receipt: Receipt
  /// Confidence from which on something is believed.
  let least: Double
  let at: Timestamp
  /// A currency that is surer than this is the only one that is printed beside amounts.
  private static let contradicted = 0.7

  private(set) var refusal: Refusal?
  private(set) var signs: [Sign] = []

  init(rules: ReceiptRules, receipt: Receipt, least: Double, at: Timestamp) {
    (self.rules, self.receipt, self.least, self.at) = (rules, receipt, least, at)
  }

  /// The value of a field that is believed; else what isn't sure is noted.
  private mutating func sure<Value>(_ field: Receipt.Field<Value>?, _ sign: Sign) -> Value? {
    guard let field, field.confidence >= least else {
      note(sign)
      return nil
    }
    return field.value
  }

  private mutating func note(_ sign: Sign) { if !signs.contains(sign) { signs.append(sign) } }

  private mutating func refuse(_ code: String, _ sentence: Sentence, hint: Sentence? = nil) {
    refusal = refusal ?? Refusal(code, sentence, hint: hint)
  }

  /// A person has seen what the paper is.
  mutating func askForPaper() {
    let paysForNoGoods = receipt.items.contains { $0.kind == .noGoods && $0.amount > 0 }
    if least > 0, !receipt.doubts.isEmpty || paysForNoGoods { note(.paper) }
  }

  /// Who folds away what tells a dear receipt can alter the rest with a stroke or two and bring it again.
  mutating func askForWhole() {
    guard least > 0, let total = receipt.total?.value, total >= rules.whole(receipt) else { return }
    let listed = receipt.items.reduce(0.0) { $0 + Double(max(0, $1.amount)) }
    let shown = [
      !TransactionNumber.plain(receipt.transaction?.value ?? "").isEmpty, receipt.time != nil,
      2 * listed >= Double(total),
    ]
    let namesShop = receipt.merchant != nil || receipt.taxNumber != nil
    if !namesShop || shown.count(where: { $0 }) < 2 { note(.incomplete) }
  }

  mutating func askForDay() {
    guard let day = sure(receipt.date, .date), let zone = rules.zone else { return }
    // Where the campaign doesn't say by which clock, a day has begun as soon as it has anywhere: at UTC+14.
    let isAnywhere = zone.identifier == "UTC"
    if day > zone.date(at: isAnywhere ? at.advanced(byMicroseconds: 14 * 3_600_000_000) : at) { return note(.ahead) }
    let end = zone.start(of: CalendarDate(daysSinceEpoch: day.daysSinceEpoch + 1))
    if zone.adding(rules.age, to: end) <= at {
      refuse(
        "receiptshake.too-old", "the receipt is too old",
        hint: "Submit receipts within the time that the campaign allows.")
    }
    if let from = rules.from, day < from {
      refuse("receiptshake.bought-too-early", "the purchase was before the campaign's first day")
    }
    if let until = rules.until, until < day {
      refuse("receiptshake.bought-too-late", "the purchase was after the campaign's last day")
    }
  }

  mutating func askForHour() {
    guard let hours = rules.hours, let time = sure(receipt.time, .time) else { return }
    if !hours.contains(time) {
      refuse("receiptshake.outside-hours", "the receipt shows a time when the shop is closed")
    }
  }

  /// By its tax number, which is exact, or by its name or its firm's.
  mutating func askForMerchant() {
    guard !rules.merchants.isEmpty || !rules.taxNumbers.isEmpty else { return }
    if let number = receipt.taxNumber.map({ Folding.shapes($0.value) }),
      rules.taxNumbers.contains(where: { Folding.contains($0, in: number) && abs($0.count - number.count) <= 3 })
    {
      return
    }
    // A name is one of those as soon as it looks like it: the reader's doubt is about single letters.
    if PrintedText.fit(of: rules.merchants, in: receipt.firm?.value) == .fits { return }
    switch PrintedText.fit(of: rules.merchants, in: receipt.merchant?.value) {
    case .fits: return
    case .nearly: return note(.merchant)
    case .no: break
    }
    let isSure =
      rules.merchants.isEmpty ? sure(receipt.taxNumber, .merchant) != nil : sure(receipt.merchant, .merchant) != nil
    if isSure { refuse("receiptshake.other-merchant", "this shop doesn't take part") }
  }

  mutating func askForRegion() {
    guard !rules.regions.isEmpty else { return }
    let address = receipt.address?.value
    switch PrintedText.fit(of: rules.regions, in: address) {
    case .fits:
      // A street that is named after a town lies in another one as well.
      if PrintedText.fit(of: rules.regions, in: address.map(PrintedText.withoutStreets)) != .fits { note(.region) }
      return
    case .nearly: return note(.region)
    case .no: break
    }
    if sure(receipt.address, .region) != nil {
      refuse("receiptshake.other-region", "the campaign doesn't run in this place")
    }
  }

  /// Many receipts don't say in which currency they are, or bear a sign that many have: it is the campaign's then.
  mutating func askForCurrency() {
    guard let wanted = rules.currency, let printed = receipt.currency else { return }
    if printed.value == wanted || receipt.otherCurrencies.contains(wanted) {
      // It is contradicted by another one beside what was to be paid.
      if printed.confidence < min(least, Self.contradicted) { note(.currency) }
      return
    }
    if sure(receipt.currency, .currency) != nil {
      refuse("receiptshake.other-currency", "the receipt is in a different currency from the campaign's")
    }
  }

  mutating func askForProducts() -> Bought {
    var bought = Bought()
    guard !rules.products.isEmpty else { return bought }
    var (isUnsure, isNear) = (false, false)
    for item in receipt.items {
      // A deposit and a top-up name the product and are none.
      let isGoods = item.kind == .goods || item.kind == .moneyOff
      let fits = isGoods ? rules.products.map { $0.fit(item) } : []
      if fits.contains(.fits) {
        bought.amount += item.amount
        if item.confidence < least || least > 0 && !item.isPlausible(from: rules.cheapest(receipt)) { isUnsure = true }
        guard item.amount < 0 else {
          bought.pieces += item.pieces
          continue
        }
        let alike = receipt.items.filter { line in rules.products.contains { $0.fit(line) == .fits } }
        switch item.givesBack(of: alike) {
        case .nothing: break
        case .pieces(let count): bought.pieces -= count
        case .unknown:
          bought.pieces -= item.pieces
          isUnsure = true
        }
      } else if fits.contains(.nearly) {
        isNear = true
      } else if item.amount < 0 {
        bought.moneyOffOthers -= item.amount
        if isVoid(item) { isUnsure = true }
      }
    }
    if bought.pieces < rules.leastItems {
      // Too few that are sure: who reads the picture may find more.
      let isHidden = isNear || receipt.items.isEmpty || receipt.items.contains { $0.confidence < least }
      let couldBeMore = least > 0 && isHidden
      if couldBeMore {
        note(.items)
      } else {
        refuse(
          "receiptshake.no-product", "the receipt doesn't show enough of the campaign's products",
          hint: "Make sure the whole receipt is in the picture.")
      }
    } else if isUnsure {
      note(.items)
    }
    return bought
  }

  /// Whether a line that names no product takes off what one of the products, or a line of them, costs: STORNO -1.50.
  private func isVoid(_ line: Item) -> Bool {
    least > 0
      && receipt.items.contains { item in
        item.amount > 0 && (item.amount == -line.amount || item.amount == -line.amount * item.pieces)
          && rules.products.contains { $0.fit(item) == .fits }
      }
  }

  /// - Returns: what was spent, in the smallest units.
  mutating func askForAmount(_ bought: Bought) -> Int64 {
    guard let total = sure(receipt.total, .total) else { return 0 }
    if total <= 0 { refuse("receiptshake.nothing-spent", "the receipt shows no payment") }
    if least > 0, total >= rules.dear(receipt), receipt.totalStandsAlone { note(.total) }
    let spent = rules.isSpentOnProducts ? bought.amount : total
    // Products can't cost more than everything together: then one of both was misread.
    // Nor can all items; one line that was altered makes them, and a person has seen whether it was.
    if !rules.products.isEmpty, bought.amount > total || least > 0 && receipt.itemsExceedTotal { note(.items) }
    // Raised and taken off again elsewhere, a line leaves the sum as it was.
    let isTakenOff = bought.moneyOffOthers > 0 && bought.moneyOffOthers >= bought.amount / 2
    if rules.isSpentOnProducts, least > 0, isTakenOff { note(.items) }
    guard let minimum = rules.minimumSpend else { return spent }
    if Double(spent) < (minimum * rules.scale(receipt)).rounded() {
      refuse("receiptshake.too-little", "the receipt is below the campaign's minimum")
    }
    return spent
  }
}
