import QixKernel
import Testing

@testable import QixReceipts

/// Papers that somebody has drawn or retouched, and honest ones that look like them.
struct ForgedPaperTests {
  static func short(_ total: String, items: String = "2x ACME COLA  1.99\nPANE  1.10\nLATTE  2.30\nRISO  3.45")
    -> Receipt
  {
    Paper.parse(
      """
      SUPERMERCATO ROMA SRL
      VIA APPIA 12
      00183 ROMA
      P.IVA 01234567890
      \(items)
      \(total)

      DATA 20/11/2026  ORA 14:03
      DOC. N. 528194
      """)
  }

  /// A label is drawn over in a minute; what the items cost is not.
  @Test(arguments: [("TOTALE EURO  8888.84", 888_884), ("TOTALE EURO  17.68", 1_768), ("TOTALE EURO  5.10", 510)])
  func aTotalThatTheItemsContradictIsDoubtful(_ row: String, _ value: Int64) throws {
    for again in ["", "\nPAGATO  \(row.split(separator: " ").last ?? "")"] {
      let total = try #require(Self.short(row + again).total)
      #expect(total.value == value && total.confidence < 0.9, "\(row)\(again): \(total)")
    }
    let honest = try #require(Self.short("TOTALE EURO  8.84").total)
    #expect(honest.value == 884 && honest.confidence > 0.9)
  }

  /// Taxes on top, and a total that was given and came back, are no contradiction.
  @Test func otherSumsSpeakForATotal() throws {
    let taxed = try #require(Self.short("TOTALE EURO  10.60").total)
    #expect(taxed.confidence > 0.85)
    let reckoned = try #require(Self.short("TOTALE EURO  17.68\nCONTANTI  20.00\nRESTO  2.32").total)
    #expect(reckoned.value == 1_768 && reckoned.confidence > 0.9)
  }

  /// What was given back speaks for a total, unless the items and their sum both speak against it.
  @Test func aSumOfTheItemsSpeaksAgainstATotal() throws {
    let drawn = try #require(Self.short("SUBTOTALE  8.84\nTOTALE EURO  88.40\nCONTANTI  100.00\nRESTO  11.60").total)
    #expect(drawn.confidence < 0.9, "\(drawn)")
    let honest = try #require(Self.short("SUBTOTALE  8.84\nTOTALE EURO  8.84\nCONTANTI  10.00\nRESTO  1.16").total)
    #expect(honest.value == 884 && honest.confidence > 0.9)
  }

  /// Where the purchase's own day is folded away, another one that is printed doesn't stand for it.
  @Test(arguments: [
    "BUONO SPENDIBILE ENTRO 24/11/2026", "PROMO VALIDA DAL 20/11/2026", "SALDO PUNTI AL 24/11/2026",
    "SCADE IL 24/11/2026",
    "VALIDO FINO AL 24/11/2026 23:59", "TORNA A TROVARCI PRIMA DEL 24/11/2026", "GUTSCHEIN GULTIG BIS 24.11.2026",
    "CONSEGNA IL 25/11/2026 ORE 18:00", "DATA CONSEGNA: 25/11/2026 18:00", "RITIRO 25/11/2026 18:00",
    "PICKUP DATE 25/11/2026 18:00", "DATA SCADENZA 25/11/2026", "GELDIG TOT 25/11/2026 18:00",
    "VALIDO FINO AL:\n25/11/2026 18:00", "FINO A DOMENICA\n29/11/2026 23:59", "RITIRO MERCE\n25/11/2026 18:00",
    "VOLGENDE AFSPRAAK:\n25/11/2026 18:00", "25/11/2026",
    "RATA 1 25/11/2026 10:15", "N0TTE 25/11/2026 10:15", "CHECK-IN 25/11/2026 14:00", "EVENTO\n25/11/2026 18:00",
    "AL 25/11/2026", "TURNO 25/11/2026 12:40", "LIEFERUNG\n25/11/2026 18:00", "Delivery date\n25/11/2026 18:00",
    "Proxima cita\n25/11/2026 18:00", "Gutschein\n25/11/2026 18:00", "Livraison prevue\nDATA 25/11/2026 18:00",
  ])
  func aDayOfSomethingElseIsDoubtful(_ row: String) throws {
    func paper(_ rows: String) -> Receipt {
      Paper.parse("SUPERMERCATO ROMA SRL\nVIA APPIA 12\nPANE  1.10\nLATTE  2.30\nTOTALE EURO  3.40\n\(rows)")
    }
    #expect((paper(row).date?.confidence ?? 0) < 0.9, "\(row)")
    for own in [
      "20/11/2026 14:03", "DATA 20/11/2026", "20/11/2026  14:03  CASSA 2", "CASSIERE MIRELLA 20/11/2026 14:03",
      "Server: Kelly 20/11/2026 14:03", "NEG0ZI0 0123 20/11/2026 14:03", "Op: MARIA 20/11/2026 14:03",
    ] {
      let date = try #require(paper("\(row)\n\(own)").date)
      #expect("\(date.value)" == "2026-11-20" && date.confidence >= 0.9, "\(own): \(date)")
    }
  }

  /// What tills of five languages print beside a day makes it no other day.
  @Test(arguments: [
    "Verkauf 20/11/2026 14:03", "Ihr Einkauf am 20/11/2026 um 14:03 Uhr", "Tresen 1 20/11/2026 14:03",
    "Encaissement 20/11/2026 14h03", "Mag. 1234 Cais. 4 Trans. 5678 20/11/2026 14:03",
    "Le atiende: Lucia 20/11/2026 14:03", "Cobro 20/11/2026 14:03", "20 de noviembre de 2026 14:03",
    "20/11/2026 14:03 Bancomat", "POS CONTACTLESS 20/11/2026 14:03",
    "Fecha compra 20/11/2026 14:03", "Nr. 0482 din 20/11/2026 14:03", "REC#2-6328-1944 20/11/2026 14:03",
    "Check 482 Tbl 12 Gst 2 20/11/2026 14:03",
  ])
  func aTillsWordsBesideADay(_ row: String) throws {
    let paper = Paper.parse("SUPERMERCATO ROMA SRL\nVIA APPIA 12\nPANE  1.10\nLATTE  2.30\nTOTALE EURO  3.40\n\(row)")
    let date = try #require(paper.date, "\(row)")
    #expect("\(date.value)" == "2026-11-20" && date.confidence >= 0.9, "\(row): \(date)")
    #expect(paper.time.map { "\($0.value)".hasPrefix("14:03") } ?? false, "\(row): \(String(describing: paper.time))")
  }

  /// Money that was given back isn't spent, whatever its items say.
  @Test func aTotalBelowNothingIsNoPurchase() throws {
    let paper = Self.short("TOTALE EURO  -51.00\nCONTANTI  -51.00", items: "PANE  51.00")
    #expect(paper.total.map { $0.value <= 0 || $0.confidence < 0.9 } ?? true || !paper.doubts.isEmpty, "\(paper)")
  }

  /// What is left to pay is all that there is to pay.
  @Test(arguments: ["Balance to pay", "Total to pay", "Amount to pay"]) func whatIsToPayIsTheTotal(_ label: String)
    throws
  {
    let paper = Paper.parse(
      "DELI INC\nBAGEL  1.14\nSALAD  7.49\n\(label)  8.63\nVisa Debit  8.63\nDATE 11/20/2026 14:03")
    #expect(paper.total?.value == 863 && (paper.total?.confidence ?? 0) >= 0.9, "\(String(describing: paper.total))")
  }

  /// What is paid in beforehand, or out, is no goods.
  @Test(arguments: ["CARTA PREPAGATA", "WINDTRE RICAR.", "PAGOPA AVVISO", "GUTHABENKARTE"])
  func whatIsNoGoods(_ text: String) {
    let paper = Self.short("TOTALE EURO  50.00", items: "\(text)  50.00")
    #expect(paper.items.contains { $0.kind == .noGoods } || !paper.doubts.isEmpty, "\(paper.items)")
  }

  /// 3/11 is two days, 25/11 one.
  @Test func aDayOfFiguresMayBeTwo() {
    func other(_ date: String) -> String? { Self.dated(date).monthFirstDate.map { "\($0)" } }
    #expect(other("03/11/2026") == "2026-03-11" && other("03/11/26 14:03") == "2026-03-11")
    #expect(other("25/11/2026") == nil && other("11/25/2026") == nil && other("11/11/2026") == nil)
    #expect(other("3 NOV 2026") == nil && other("2026-11-03") == nil)
  }

  private static func dated(_ date: String) -> Receipt {
    Paper.parse("DELI INC\nBAGEL  1.10\nTOTAL  1.10\nDATE \(date)")
  }

  /// What adds up was read right; what doesn't, wasn't, or somebody has altered a line.
  @Test func itemsThatAddUpAreSurer() throws {
    let sums = try #require(
      Self.short("TOTALE EURO  5.75", items: "PANE  2.30\nRISO  3.45").items.map(\.confidence).min())
    let other = try #require(
      Self.short("TOTALE EURO  5.85", items: "PANE  2.30\nRISO  3.45").items.map(\.confidence).max())
    #expect(sums > 0.92 && other <= 0.9, "\(sums) \(other)")
    #expect(Self.short("TOTALE EURO  5.75", items: "PANE  2.30\nRISO  34.50").itemsExceedTotal)
  }

  /// Thousands that are parted by a blank can't be told from a number of pieces; by an apostrophe they can.
  @Test func thousandsAreNotLost() throws {
    let items = "FORNO A GAS  1 308,90"
    let blank = try #require(Self.short("TOTALE EURO  1 308,90", items: items).total)
    #expect(blank.confidence < 0.9, "\(blank)")
    for row in ["TOTALE EURO  1'308,90", "TOTALE EURO  1'308.90", "TOTALE EURO  1.308,90"] {
      let total = try #require(Self.short(row, items: "FORNO A GAS  1'308,90").total)
      #expect(total.value == 130_890, "\(row): \(total)")
    }
  }

  @Test(arguments: [
    ("TOTAL CZK  685.00", "CZK"), ("TOTAL  USD 685.00", "USD"), ("TOTAL (USD)  685.00", "USD"),
    ("USD TOTAL  685.00", "USD"), ("TOTAL  685.00 USD", "USD"), ("TOTAL  CHF685.00", "CHF"),
    ("TOTAL  SEK 685.00", "SEK"), ("TOTAL  AUD 685.00", "AUD"), ("TOTAL Rs.  685.00", "INR"),
    ("TOTALEUSD  685.00", "USD"), ("TOTAL  685.00 kr", "SEK"), ("TOTAL\nCHF  685.00", "CHF"),
    ("TOTAL  BAHT 685.00", "THB"), ("TOTAL  685.00 WON", "KRW"),
  ])
  func aCurrencyIsReadByItsCode(_ rows: String, _ code: String) throws {
    let receipt = Self.short(rows, items: "COLA  685.00")
    #expect(receipt.currency?.value.code == code, "\(rows): \(String(describing: receipt.currency))")
    #expect(receipt.currency.map { $0.confidence >= 0.9 } == true, "\(rows)")
  }

  /// What is a word or a letter as well leaves a doubt, and so do two currencies on one paper.
  @Test(arguments: [
    ("TOTAL  R 6.85", "ZAR"), ("TOTAL LEI  6.85", "RON"), ("TOTAL  TRY 6.85", "TRY"),
    ("TOTAL  6.85 TL", "TRY"), ("TOTAL  6.85 DIN", "RSD"), ("TOTAL  LV 6.85", "BGN"),
  ])
  func aSignThatIsAWordTooIsDoubtful(_ rows: String, _ code: String) {
    let currency = Self.short(rows, items: "COLA  6.85").currency
    #expect(currency?.value.code == code && currency.map { $0.confidence < 0.7 } == true, "\(rows): \(currency as Any)")
  }

  @Test(arguments: ["TOTAL  6.85\nCHF  6.85\nCONTANTI EUR  6.51", "TOTALE EUR  6.85\nCONTANTI USD  7.20"])
  func twoCurrenciesAreDoubtful(_ rows: String) {
    let currency = Self.short(rows, items: "COLA  6.85").currency
    #expect(currency.map { $0.confidence < 0.7 } == true, "\(rows): \(currency as Any)")
  }

  /// What makes the total less stands behind it: not all of it was paid.
  @Test(arguments: [
    "TOTALE EURO  20,00\nSCONTO  -15,00\nDA PAGARE  5,00", "TOTAL EUR  20.00\nDISCOUNT  -15.00\nTO PAY  5.00",
    "TOTALE EURO  20,00\nSCONTO FEDELTA  15,00\nIMPORTO PAGATO  5,00\nCONTANTI  5,00",
    "TOTALE EURO  20,00\nPUNTI FRAGOLA  -15,00\nCONTANTI  5,00", "TOTAL EUR  20.00\n-15.00\n5.00",
    "TOTALE EURO  20,00\nRESO MERCE  -15,00\nPAGATO  5,00",
  ])
  func aTotalThatWasMadeLessIsDoubtful(_ rows: String) {
    let total = Self.short(rows, items: "COLA  10,00\nBREAD  10,00").total
    #expect(total.map { $0.confidence < 0.7 } == true, "\(rows): \(total as Any)")
  }

  @Test(arguments: [
    "TOTALE EURO  20,00\nCONTANTI  20,00", "TOTALE EURO  20,00\nCONTANTI  50,00\nRESTO  30,00",
    "TOTALE EURO  20,00\nBANCOMAT  8,00\nCONTANTI  12,00", "TOTALE EURO  20,00\nIMPONIBILE  16,39\nIVA 22%  3,61",
    "TOTALE EURO  20,00\nCARTA  20,00\nPUNTI  15",
  ])
  func aTotalThatWasPaidIsSure(_ rows: String) {
    let total = Self.short(rows, items: "COLA  10,00\nBREAD  10,00").total
    #expect(total?.value == 2_000 && total.map { $0.confidence >= 0.8 } == true, "\(rows): \(total as Any)")
  }

  /// Codes of currencies are words of names, too.
  @Test func namesAreNoCurrencies() {
    let receipt = Self.short("TOTALE  12.30", items: "FOUNTAIN PEN  2.30\nTEA CUP  5.00\nTOP GEL  5.00 A")
    // The shop's country says it.
    #expect(receipt.currency?.value.code == "EUR")
    let honest = Self.short("TOTALE EURO  12.30", items: "PEN  2.30\nCUP  10.00")
    #expect(honest.currency?.value.code == "EUR" && honest.currency.map { $0.confidence >= 0.9 } == true)
  }

  @Test(arguments: [
    "SCONTRINO REGALO", "RISTAMPA", "PRECONTO", "NON PAGATO", "DOCUMENTO NON VALIDO AI FINI FISCALI",
    "PREVENTIVO - NON FISCALE", "RESO MERCE / REFUND", "*** SCONTRINO ANNULLATO ***", "*** COPIA ***", "VOID",
    "UMTAUSCH",
    "*** COPY ***", "DOCUMENTO NON FISCALE",
    // In the language of whoever brings it.
    "GUTSCHRIFT", "REMBOURSEMENT", "DEVOLUCION", "STORNIERT", "DUPLICATA", "NON RISCOSSO", "ORDER CONFIRMATION",
  ])
  func whatIsNoPurchaseIsTold(_ row: String) {
    #expect(Self.short("\(row)\nTOTALE EURO  8.84").doubts == [.noPurchase], "\(row)")
  }

  @Test(arguments: [
    "GOODS SOLD ARE NOT RETURNABLE", "STRICTLY NO CASH REFUND", "CUSTOMER'S COPY", "COPIA CLIENTE",
    "DOCUMENTO COMMERCIALE",
    "KEEP THIS COPY", "UMTAUSCH NUR MIT KASSENBON", "REFUND WITHIN 7 DAYS",
  ])
  func whatShopsSayOfTheirTermsIsNoDoubt(_ row: String) {
    #expect(Self.short("\(row)\nTOTALE EURO  8.84").doubts == [], "\(row)")
  }

  @Test func twoTotalsSideBySideAreTwoReceipts() {
    #expect(Self.short("TOTALE EURO  8.84  TOTALE EURO  12.40").doubts == [.several])
    #expect(Self.short("TOTALE EURO  8.84  8.84").doubts == [])
  }

  /// When a shop is open is no time of a purchase.
  @Test(arguments: [
    "APERTO 08:00 - 22:00", "ORARIO 8:00-13:00 15:30-20:00", "OPEN FROM 08:00 TO 22:00", "LUN-SAB 08:00/20:30",
  ])
  func openingHoursAreNoTime(_ row: String) {
    let receipt = Paper.parse(
      "SUPERMERCATO ROMA SRL\nVIA APPIA 12\n\(row)\nPANE  1.10\nTOTALE EURO  1.10\nDATA 20/11/2026")
    #expect(receipt.time == nil, "\(row): \(receipt.time as Any)")
    let printed = Paper.parse(
      "SUPERMERCATO ROMA SRL\nVIA APPIA 12\n\(row)\nPANE  1.10\nTOTALE EURO  1.10\nDATA 20/11/2026 ORA 14:03")
    #expect(printed.time?.value.description == "14:03", "\(row)")
  }
}
