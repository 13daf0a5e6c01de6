import QixKernel
import Testing

@testable import QixReceipts

/// What was to be paid stands below what it is made of.
@Suite struct PayableTests {
  private static func total(_ items: String, _ rows: String, header: String = "CURRY CORNER\n14 High Road\nLondon")
    -> Receipt.Field<Int64>?
  {
    Paper.parse("\(header)\n\(items)\n\(rows)\n12/11/2026 18:41\nBill No 1042").total
  }

  /// Taxes, service, tips and delivery are added to a first total.
  @Test(arguments: [
    ("Total  $16.50\nTax 8.25%  $1.36\nGrand Total  $17.86", 1_786),
    ("Total  16.50\nTax  1.36\nBalance Due  17.86", 1_786),
    ("Total  16.50\nSales Tax  1.36\nAmount Due  17.86", 1_786), ("Total  16.50\nTax  1.36\nTotal Due  17.86", 1_786),
    ("Total  16.50\nService Charge 12.5%  2.06\nGrand Total GBP  18.56", 1_856),
    ("Total  16.50\nDelivery Fee  3.00\nTotal Payable  19.50", 1_950),
    ("Total  16.50\nDelivery  3.00\nService  1.00\nTotal  20.50", 2_050),
    ("Total  16.50\nCGST 2.5%  0.41\nSGST 2.5%  0.41\nGrand Total  17.32", 1_732),
    ("Sub Total  16.50\nCGST @2.5%  0.41\nSGST @2.5%  0.41\nRound Off  -0.32\nNet Payable  17.00", 1_700),
    ("Total  16.50\nVAT 20%  3.30\nTotal with tax  19.80", 1_980),
    ("Net Total  16.50\nVAT 20%  3.30\nGrand Total GBP  19.80", 1_980),
    ("Net Amount  16.50\nVAT  3.30\nInvoice Total  19.80", 1_980),
    ("Food Total  16.50\nGratuity 10%  1.65\nTotal  18.15", 1_815),
    ("SUMME  16,50\nMWST 19%  3,14\nGESAMTBETRAG EUR  19,64", 1_964),
    ("TOTAL  16,50\nTVA 20%  3,30\nNET A PAYER EUR  19,80", 1_980),
    ("TOTAL HT  16,50\nTVA 10%  1,65\nTOTAL TTC  18,15", 1_815),
    ("TOTALE  16,50\nCOPERTO  2,00\nTOTALE DA PAGARE  18,50", 1_850),
    ("TOTAL  16,50\nIVA 10%  1,65\nTOTAL A PAGAR  18,15", 1_815),
    ("TOTAL  16,50\nTVA 19%  3,14\nTOTAL DE PLATA  19,64", 1_964),
    ("JUMLAH  16.50\nCaj Perkhidmatan 10%  1.65\nJUMLAH BESAR  18.15", 1_815),
  ])
  func theLastOfAddedTotalsIsPaid(_ rows: String, _ value: Int64) throws {
    let total = try #require(Self.total("Thali  9.50\nLassi  7.00", rows))
    #expect(total.value == value && total.confidence >= 0.9, "\(rows): \(total)")
  }

  /// What nothing on the paper adds up to waits for a person, whichever is meant.
  @Test(arguments: [
    "Total  16.50\nGrand Total  23.90", "Total  16.50\nService  50.00\nGrand Total  66.50",
    "Total  16.50\nTax  1.36\nBalance Due  19.99", "SUMME  16,50\nZU ZAHLEN  61,50",
  ])
  func aLaterTotalThatDoesNotAddUpIsDoubtful(_ rows: String) throws {
    let total = try #require(Self.total("Thali  9.50\nLassi  7.00", rows))
    #expect(total.confidence < 0.9, "\(rows): \(total)")
  }

  /// A tax that is contained, what was given, and what was saved make no other total.
  @Test(arguments: [
    "Total  16.50\nVAT 20% included  2.75", "Total  16.50\nCash  20.00\nChange  3.50",
    "TOTAL  16.50\nVISA  16.50\nTotal savings  3.20",
    "Total  16.50\nCash  16.50\nYour points total  340.00",
    "SUMME EUR  16,50\nGegeben bar  20,00\nRückgeld  3,50\nMwSt 19%  2,63",
    "TOTAL CHF  16.50\nTotal in Euro  17.20\nBar  20.00\nRückgeld  3.50",
  ])
  func whatIsNotAddedIsNoTotal(_ rows: String) throws {
    let total = try #require(Self.total("Thali  9.50\nLassi  7.00", rows))
    #expect(total.value == 1_650 && total.confidence >= 0.8, "\(rows): \(total)")
  }

  /// Rounding is a part of what is paid, also where the change was misread.
  @Test(arguments: ["0.00", "0.01"]) func theRoundedSumIsPaid(_ change: String) throws {
    let total = try #require(
      Self.total(
        "TIMER  3  82.68  248.04\nTOT QTY: 3  248.04",
        "(Excluded GST) Sub Total :  234.00\nDiscount :  0.00\nTotal GST :  14.04\nRounding :  0.01\nTotal :  248.05\n"
          + "CASH :  248.05\nChange :  \(change)", header: "ASO ELECTRICAL SDN BHD\nJALAN SEPADU"))
    #expect(total.value == 24_805 && total.confidence >= 0.9, "\(total)")
  }

  /// Lakhs are grouped by two.
  @Test func thousandsOfIndia() {
    let total = Self.total(
      "Ring  1,85,000.00", "Total  1,85,000.00\nCGST 1.5%  2,775.00\nSGST 1.5%  2,775.00\nGrand Total  1,90,550.00")
    #expect(total?.value == 19_055_000 && total.map { $0.confidence >= 0.9 } == true, "\(total as Any)")
  }
}
