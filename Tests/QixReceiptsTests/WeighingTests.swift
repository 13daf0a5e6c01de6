import QixKernel
import Testing

@testable import QixReceipts

/// What is decided where rows contradict each other.
struct WeighingTests {
  private static func total(_ rows: String) -> Receipt.Field<Int64>? {
    Paper.parse("SHOP SDN BHD\nJALAN 1\n01/02/2018 10:00\n" + rows).total
  }

  @Test func whatWasPaidMendsAMisreadDigit() throws {
    let total = try #require(Self.total("MILK  5.20\nBREAD  2.30\nTOTAL  1.50\nCASH  10.00\nCHANGE  2.50"))
    #expect(total.value == 750)
  }

  @Test func aDigitTooManyIsTakenAway() throws {
    let total = try #require(Self.total("MILK  5.20\nBREAD  2.30\nTOTAL  17.50\nCASH  10.00\nCHANGE  2.50"))
    #expect(total.value == 750)
    #expect(TotalFinder.isSlip(1_750, 750) && TotalFinder.isSlip(7_501, 750) && !TotalFinder.isSlip(751, 861))
  }

  @Test func theRoundedTotalIsWhatWasPaid() throws {
    let total = try #require(
      Self.total("Total Sales  12.98\nRounding Adj  0.02\nRounded Total  13.00\nCASH  13.00\nCHANGE  0.00"))
    #expect(total.value == 1_300)
  }

  @Test func tablesOfTaxesAreNoTotals() throws {
    let total = try #require(
      Self.total(
        "TOTAL  21.20\nCASH  50.00\nCHANGE  28.80\nGST SUMMARY  Amount  Tax\nSR 6%  20.00  1.20\nTOTAL  20.00  1.20"))
    #expect(total.value == 2_120)
  }

  @Test func agreementIsSurerThanALabelAndALabelThanNothing() throws {
    let checked = try #require(Self.total("MILK  5.20\nBREAD  2.30\nTOTAL  7.50\nCASH  10.00\nCHANGE  2.50"))
    let labelled = try #require(Self.total("TOTAL  7.50"))
    let guessed = try #require(Self.total("7.50\n5.20"))
    #expect(checked.confidence > 0.97 && labelled.confidence < checked.confidence)
    #expect(guessed.value == 750 && guessed.confidence < 0.2)
    let contradicted = try #require(Self.total("TOTAL  7.50\nTOTAL  9.80\nMILK  5.20"))
    #expect(contradicted.confidence < labelled.confidence)
  }

  @Test func aYearOutsideOfTheTaxIsMended() {
    let receipt = Paper.parse("SHOP SDN BHD\nJALAN 1\nGST ID 001122334455\nDate 03/02/2013 10:00\nTOTAL RM 5.00")
    #expect(receipt.date?.value.description == "2018-02-03")
    #expect(receipt.date.map { $0.confidence < 0.9 } == true)
  }

  static let names: [(header: String, name: String)] = [
    ("tan woon yann\nINDAH GIFT & HOME DECO\n27, JALAN DEDAP 13", "INDAH GIFT & HOME DECO"),
    ("BERNAS RETAIL STORE\n5DN 8HD (123456-X)\nLOT 5, JALAN 3", "BERNAS RETAIL STORE SDN BHD"),
    ("GOLDEN SUN\nTRADING SDN BHD\nNO 3 JALAN 4", "GOLDEN SUN TRADING SDN BHD"),
    ("WELCOME TO\nRESTORAN SEDAP\nNO.2, JALAN 4", "RESTORAN SEDAP"),
    ("ROYAL BAKERLES SDN BHD\nNO.2, JALAN 4", "ROYAL BAKERIES SDN BHD"),
    ("AH BOOK CO. (M) SDN BHD (Co. No. 113825-W)\nNO.2, JALAN 4", "AH BOOK CO. (M) SDN BHD"),
    ("MR. D.1.Y. (M) SDN BHD\nLOT 1851-A", "MR. D.I.Y. (M) SDN BHD"),
    // A slogan, a logo, the trade on a row of its own, letters that readers mistake.
    ("TQ FOR SHOPPING WITH US\nSUNRISE MART\nNO.2, JALAN 4", "SUNRISE MART"),
    ("SYARIKAT PERNIAGAAN\nGIN KEE\nNO.2, JALAN 4", "SYARIKAT PERNIAGAAN GIN KEE"),
    ("HONG SENG\nSTATIONERY SHOP\nNO.2, JALAN 4", "HONG SENG STATIONERY SHOP"),
    ("SPEED MART 5/B\nNO.2, JALAN 4", "SPEED MART S/B"), ("LlAN HENG HARDWARE\nNO.2, JALAN 4", "LIAN HENG HARDWARE"),
    ("LLAN HENG HARDWARE SDN BHD\nNO.2, JALAN 4", "LIAN HENG HARDWARE SDN BHD"),
    ("LIM BROTHERS HARDWARE\n& PAINT SDN BHD\nNO.2, JALAN 4", "LIM BROTHERS HARDWARE & PAINT SDN BHD"),
    ("MR. O.I.Y. (M) SDN BHD\nNO.2, JALAN 4", "MR. D.I.Y. (M) SDN BHD"),
    ("MR. D.l.Y. (KUCHAI) SDN BHD\nNO.2, JALAN 4", "MR. D.I.Y. (KUCHAI) SDN BHD"),
    ("GUARDIAN BEALTH AND BEAUTY SDN BHD\nNO.2, JALAN 4", "GUARDIAN HEALTH AND BEAUTY SDN BHD"),
    (
      "SUNRISE RESTAURANTS SDN BHD\n(FORMERLY KNOWN AS GOLDEN GATE SDN BHD)\nNO.2, JALAN 4",
      "SUNRISE RESTAURANTS SDN BHD"
    ),
  ]

  @Test(arguments: names.indices)
  func merchantsAreFoundBehindOtherLines(_ index: Int) {
    let (header, name) = Self.names[index]
    let receipt = Paper.parse(header + "\nTEL 03-12345678\nTAX INVOICE\nMILK  5.00\nTOTAL RM  5.00")
    #expect(receipt.merchant?.value == name, "\(header)")
  }

  /// Outside of Malaysia a shop is known by the name above its firm's.
  @Test(arguments: [
    ("MEDIA MARKT\nTV-Hifi-Elektro GmbH Paderborn\nPohlweg 110\n33100 PADERBORN", "MEDIA MARKT"),
    ("Willkommen bei\nREWE\nMartin Müller oHG\nHauptstr. 3\n80331 MÜNCHEN", "REWE"),
    ("Herzlich willkommen\nBÄCKEREI SONNENSCHEIN GMBH\nHauptstr. 3\n80331 MÜNCHEN", "BÄCKEREI SONNENSCHEIN GMBH"),
    ("Gasthaus\nSternen GmbH\nHauptstr. 3\n80331 MÜNCHEN", "Gasthaus Sternen GmbH"),
    // Slogans, owners and branches stand between; a chain is known wherever it stands.
    ("avec.\nWinterthur Bahnhof\nValora Schweiz AG\nHofackerstrasse 40", "avec"),
    ("HOLZLAND\nEs gibt immer was zu tun.\nBecker Baumarkt GmbH\nHauptstr. 3", "HOLZLAND"),
    ("EDEKA\nInh. Jens Hoffmann e.K.\nHauptstr. 3\n64625 Bensheim", "EDEKA"),
    ("REWE Markt GmbH\nHauptstr. 3\n80331 MÜNCHEN", "REWE"), ("Coop\nCoop Bern Bahnhof\nBahnhofplatz 10", "Coop"),
    ("Sternen Willisau\nSternen AG Willisau\n6130 Willisau", "Sternen AG Willisau"),
  ])
  func theNameAboveTheFirms(_ header: String, _ name: String) {
    let receipt = Paper.parse(header + "\nTEL 089 12345678\nBROT  5,00\nSUMME EUR  5,00\nDANKE\nDATUM 12.03.2024")
    #expect(receipt.merchant?.value == name, "\(header): \(receipt.merchant as Any)")
    let firms = ["TV-Hifi-Elektro GmbH Paderborn", "Martin Müller oHG", "Valora Schweiz AG", "Becker Baumarkt GmbH"]
    let firm = (firms + ["REWE Markt GmbH", "Inh. Jens Hoffmann e.K"]).first(where: header.contains)
    #expect(receipt.firm?.value == firm, "\(header): \(receipt.firm as Any)")
  }

  @Test func nothingIsReadOfNothing() {
    let receipt = ReceiptParser().parse([], width: 10, height: 10)
    #expect(receipt.total == nil && receipt.merchant == nil && receipt.items.isEmpty && receipt.locale == nil)
  }

  @Test func aGTINNeedsItsCheckDigit() {
    func row(_ text: String) -> Row {
      Row.rows(of: Paper.lines(text))[0]
    }
    #expect(ItemFinder.gtin(in: row("4006381333931 PEN")) == "4006381333931")
    #expect(ItemFinder.gtin(in: row("4006381333932 PEN")) == nil)
    #expect(ItemFinder.gtin(in: row("0000000000000 PEN")) == nil)
  }
}
