import QixKernel
import Testing

@testable import QixReceipts

/// Which day a date of figures is, where the paper says it in another way as well.
@Suite struct DayOrderTests {
  private static func read(_ rows: String, shop: String = "GASTHOF NORDSTERN\nHafenstr. 12") -> Receipt {
    Paper.parse("\(shop)\nBROT  1,10\nSUMME EUR  1,10\n\(rows)")
  }

  /// A time that is glued to a year of two digits is none of its digits.
  @Test(arguments: ["30.04.2009:58", "30.04.20 09:58", "3182 295069/02  30.04.2009:58", "30/04/2009:58:12"])
  func aTimeIsNoPartOfTheYear(_ row: String) {
    let receipt = Self.read(row)
    #expect(receipt.date?.value.description == "2020-04-30", "\(receipt.date as Any)")
    #expect(receipt.time.map { "\($0.value)".hasPrefix("09:58") } == true, "\(receipt.time as Any)")
  }

  @Test func aYearOfFourDigitsBeforeATime() {
    #expect(Self.read("12.03.202614:22").date?.value.description == "2026-03-12")
    #expect(Self.read("30.04.2009 19:58").date?.value.description == "2009-04-30")
  }

  /// 4 July 2022 was a Monday, 7 April 2022 a Thursday.
  @Test(arguments: [
    ("Mon 04/07/2022 13:37", "2022-07-04"), ("Thu 04/07/2022 13:37", "2022-04-07"),
    ("Do, 04.07.2022 13:37", "2022-04-07"),
    ("04/07/2022 (Monday) 13:37", "2022-07-04"), ("LUNDI 04/07/2022 13:37", "2022-07-04"),
    ("GIOVEDI 04/07/2022 13:37", "2022-04-07"), ("lunes, 04/07/22 13:37", "2022-07-04"),
  ])
  func theDayOfTheWeekDecides(_ row: String, _ day: String) {
    let receipt = Self.read(row)
    #expect(receipt.date?.value.description == day, "\(row): \(receipt.date as Any)")
    #expect(receipt.monthFirstDate == nil, "\(row)")
  }

  /// One that fits neither tells of a misread digit; opening days tell nothing.
  @Test func aDayOfTheWeekThatFitsNeither() {
    let misread = Self.read("Sun 04/07/2022 13:37")
    #expect(misread.date.map { $0.confidence < 0.9 } == true && misread.monthFirstDate != nil)
    let open = Self.read("Open Mon-Sat\n04/07/2022 13:37")
    #expect(open.date.map { $0.confidence >= 0.9 } == true && open.monthFirstDate != nil, "\(open.date as Any)")
    #expect(Self.read("DU 04/07/2022 13:37", shop: "CAFE DU LAC SARL\n1 RUE HAUTE\nTICKET").monthFirstDate != nil)
  }

  /// Nepal's tills print the day of their own calendar, too: it is none of ours, and says which of ours was meant.
  @Test(arguments: [
    ("Date  :07/05/2024\nMiti  :21/03/2081", "2024-07-05"), ("Date :05/07/2024\nMiti :2081-03-21", "2024-07-05"),
    ("Miti : 2081.01.24\nDate : 05/06/2024 10:12", "2024-05-06"),
  ])
  func aDayOfNepalDecides(_ rows: String, _ day: String) {
    let receipt = Self.read(rows, shop: "SAATHI MART\nKathmandu")
    #expect(receipt.date?.value.description == day, "\(rows): \(receipt.date as Any)")
    #expect(receipt.monthFirstDate == nil)
  }

  @Test func aYearBehindAnApostrophe() {
    #expect(Self.read("Date: Jun04'18 08:51PM").date?.value.description == "2018-06-04")
  }

  @Test func aDayOfNepalAloneIsNoneOfOurs() {
    let receipt = Self.read("Miti :21/03/2081", shop: "SAATHI MART\nKathmandu")
    #expect(receipt.date == nil, "\(receipt.date as Any)")
  }
}
