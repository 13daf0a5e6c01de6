import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import ReceiptShake

/// One purchase is paid once, also where its pictures are decided one after the other by different people.
@Suite struct PaidTwiceTests {
  private static let unsure = Paper().with { $0.unsure = ["total"] }
  /// Resembles the paper, and says that it is of another purchase.
  private static let forged = Paper().with { ($0.shot, $0.total, $0.number) = (2, 9_344, "0042-7799") }
  private static let right = ["--total", "12.40", "--again"]

  private func resembled(_ till: Till, _ receipt: String) throws -> [String: String] {
    let rows = try till.run(["receipt", "review", "show", receipt]).document["resembled"]?.array ?? []
    return rows.reduce(into: [:]) { $0[$1["receipt"]?.string ?? ""] = $1["now"]?.string }
  }

  /// What was rejected when its copy came is paid since: the copy isn't approved on top.
  @Test func aCopyOfWhatWasPaidSinceIsNotApproved() throws {
    try Till.with { till in
      let first = try till.hand(Self.unsure).receipt
      _ = try till.decide("reject", first)
      let copy = try till.hand(Self.forged, by: "ben").receipt
      #expect(try resembled(till, copy) == [first: "rejected"])
      let list = try till.run(["receipt", "review", "list"]).document["receipts"]?.array?.first
      #expect(list?["alike_now"]?.string == "rejected", "\(list as Any)")
      // Whoever pays the first one is told of the other that waits.
      let corrected = try till.home.qix(
        ["receipt", "review", "correct", first, "--reason", "it is good"] + Self.right)
      #expect(corrected.exitCode == 0 && corrected.errors.contains(copy), "\(corrected.errors)")
      #expect(try resembled(till, copy) == [first: "paid"])
      #expect(try resembled(till, first) == [copy: "waits"])
      let approved = try till.decide("approve", copy)
      #expect(approved.exitCode == 5 && approved.error == "receiptshake.same-receipt", "\(approved)")
      #expect(approved.message.contains("\(first), which was paid at 2027-01-15"), "\(approved)")
      let correction = try till.decide("correct", copy, ["--total", "93.44"])
      #expect(correction.exitCode == 5 && correction.message.contains(first), "\(correction)")
      #expect(try till.coins(of: "ben") == 0)
      #expect(try till.decide("approve", copy, ["--apart-from", first]).document["coins"] == 10)
      try till.expectWhole()
    }
  }

  /// The very paper: what says the same is named while it waits, and when it is paid.
  @Test func aSecondPictureIsNotApprovedEither() throws {
    try Till.with { till in
      let first = try till.hand(Self.unsure).receipt
      _ = try till.decide("reject", first)
      let copy = try till.hand(Paper().with { $0.shot = 2 }, by: "ben").receipt
      let asked = try till.decide("correct", first, Self.right)
      #expect(asked.exitCode == 5 && asked.message.contains("\(copy), which is in review since"), "\(asked)")
      _ = try till.decide("correct", first, Self.right + ["--apart-from", copy])
      #expect(try till.coins() == 10)
      #expect(try till.decide("approve", copy).message.contains("\(first), which was paid"))
      #expect(try till.coins(of: "ben") == 0)
      try till.expectWhole()
    }
  }

  /// Of two that wait and resemble each other one is paid, whichever is first.
  @Test(arguments: [true, false])
  func ofTwoInReviewOneIsApproved(_ isFirstFirst: Bool) throws {
    try Till.with { till in
      let both = [try till.hand(Self.unsure).receipt, try till.hand(Self.forged, by: "ben").receipt]
      let (one, other) = isFirstFirst ? (both[0], both[1]) : (both[1], both[0])
      let approved = try till.home.qix(["receipt", "review", "approve", one, "--reason", "good"])
      #expect(approved.exitCode == 0 && approved.errors.contains(other), "\(approved.errors)")
      let second = try till.decide("approve", other)
      #expect(second.exitCode == 5 && second.message.contains("\(one), which was paid"), "\(second)")
      // A copy that is rejected is no reason to ask.
      _ = try till.decide("reject", one, ["--again"])
      #expect(try till.decide("approve", other).exitCode == 0)
      try till.expectWhole()
    }
  }

  /// The desk sees all that a receipt resembles, and not the likest alone.
  @Test func everythingThatItResemblesIsNamed() throws {
    try Till.with { till in
      let paid = try till.hand(Paper()).receipt
      let second = try till.hand(Self.forged, by: "ben").receipt
      let third = try till.hand(Self.forged.with { ($0.shot, $0.total, $0.number) = (3, 8_111, "0042-7812") }).receipt
      _ = try till.decide("reject", second)
      #expect(try resembled(till, third) == [paid: "paid", second: "rejected"])
      let told = try till.home.qix(["receipt", "show", third]).output
      #expect(told.contains("Resembling receipts") && told.contains("paid"), "\(told)")
    }
  }

  /// A number that somebody types makes no other purchase of the same shop, minute and total.
  @Test(arguments: ["0042-9911", "77"])
  func anotherNumberIsNoOtherPurchase(_ number: String) throws {
    try Till.with { till in
      let paid = try till.hand(Paper()).receipt
      let unread = Paper(
        merchant: nil, tax: nil, address: nil, date: nil, time: nil, number: nil, total: 1_240, items: [],
        unsure: ["total"], others: ["A 910001", "B 920002", "C 930003", "D 940004"], shot: 2)
      let copy = try till.hand(unread, by: "ben").receipt
      let words = [
        "--date", "2027-01-14", "--time", "14:03", "--total", "12.40", "--currency", "EUR", "--merchant", "ACME MARKET",
        "--transaction", number,
      ]
      let corrected = try till.decide("correct", copy, words)
      #expect(corrected.exitCode == 5 && corrected.message.contains(paid), "\(corrected)")
      #expect(try till.coins(of: "ben") == 0)
      #expect(try till.decide("correct", copy, words + ["--apart-from", paid]).document["coins"] == 10)
      try till.expectWhole()
    }
  }

  /// What is rejected already isn't to be rejected: that is no way out.
  @Test func whatIsRejectedIsLeftRejected() throws {
    try Till.with(["currency": "EUR", "minimum-spend": 10]) { till in
      _ = try till.hand(Paper())
      let copy = try till.hand(Self.forged, by: "ben").receipt
      func hint(_ total: String, _ more: [String] = []) throws -> String {
        try till.home.qix(["receipt", "review", "correct", copy, "--total", total, "--reason", "so"] + more).errors
      }
      #expect(try hint("93.45").contains("qix receipt review reject \(copy)"))
      _ = try till.decide("reject", copy)
      let same = try hint("93.45", ["--again"])
      #expect(same.contains("leave it rejected") && !same.contains("review reject"), "\(same)")
      let paid = try till.run(["receipt", "review", "show", copy]).document["alike"]?.string ?? ""
      let little = try hint("2.00", ["--again", "--apart-from", paid])
      #expect(little.contains("Leave it rejected"), "\(little)")
    }
  }

  /// What couldn't be compared when it was handed in can be by what a person says of it: the total of a dear paper whose
  /// number and items were folded away, its shop, its day.
  @Test(arguments: ["total", "merchant", "date"])
  func whatAPersonSaysIsComparedAnew(_ hidden: String) throws {
    let whole = Paper(
      date: "2027-01-05", time: "10:05", number: "0812-0031", total: 39_180, items: [("TELEVISORE", 1, 39_180)])
    try Till.with(["currency": "EUR", "merchants": ["Acme Market"]]) { till in
      let first = try till.hand(whole).receipt
      #expect(try till.coins() == 10)
      let copy = try till.hand(
        whole.with {
          ($0.shot, $0.time, $0.number, $0.items, $0.others) = (2, "19:12", nil, [], ["TERMINAL 55012", "CASHIER 117"])
          switch hidden {
          case "total": $0.total = nil
          case "date": $0.date = nil
          default: ($0.merchant, $0.tax, $0.address) = (nil, nil, nil)
          }
        }, by: "ben")
      #expect(copy.word == "waits", "\(copy)")
      let said = ["total": "391.80", "date": "2027-01-05", "merchant": "ACME MARKET SRL"][hidden] ?? ""
      let corrected = try till.decide("correct", copy.receipt, ["--\(hidden)", said])
      #expect(corrected.exitCode == 5 && corrected.message.contains(first), "\(corrected)")
      #expect(try till.coins(of: "ben") == 0)
      try till.expectWhole()
    }
  }

  /// A paid receipt that became another purchase's would leave its paper free to be paid once more.
  @Test func aPaidReceiptStaysThatOfItsPurchase() throws {
    try Till.with { till in
      let first = try till.hand(Paper()).receipt
      let other = try till.decide(
        "correct", first,
        ["--merchant", "OTHER SHOP GMBH", "--tax-number", "DE811111111", "--date", "2027-01-12", "--again"])
      #expect(other.exitCode == 5 && other.error == "receiptshake.another-purchase", "\(other)")
      #expect(try till.decide("correct", first, ["--date", "2027-01-12", "--again"]).exitCode == 0)
    }
  }
}
