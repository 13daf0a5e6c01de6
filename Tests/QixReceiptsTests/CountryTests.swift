import QixKernel
import Testing

@testable import QixReceipts

/// In which country's money a receipt is, by its signs and by where it was printed.
@Suite struct CountryTests {
  private static func read(_ rows: String, _ header: String = "STERNEN WILLISAU\n6130 Willisau", foot: String = "")
    -> Receipt
  {
    Paper.parse("\(header)\n02.09.2022 12:10\n2 Cordon bleu  30.00  60.00\n1 Mineral  4.30\n\(rows)\n\(foot)")
  }

  /// A total that was only converted says nothing of what was paid.
  @Test(arguments: [
    "Zwischensumme  64.30\nTotal in Euro  67.68\nBar-Total  64.30\nMwSt. 7.7%  4.60",
    "SUMME( 2)  64.30\nSUMME EUR  61.15\n(1 EURO = 1.05150 Franken)\nAMERICAN EXPRESS  64.30\nMWST 7.70%  4.60",
    "Total  64.30\nEUR  61.15\nMwSt 7.7%  4.60", "Total CHF  64.30\nTotal EUR  61.15\nKurs 1 EUR = 1.0515\nVISA  64.30",
    "TOTALE Fr.  64.30\nTotale in Euro  61.15\nIVA 8.1%  4.80",
    "TOTAL CHF  64.30\nCARTE  64.30\nContre-valeur EUR  61.15",
    "Total CHF  64.30\nTotal EUR  66.90\nCours du jour  0.96\nMastercard  64.30",
    "TOTAL  64.30\nTotal Euro (1 EUR = 1.05 CHF)  61.15\nBAR CHF  100.00\nRUCKGELD CHF  35.70",
  ])
  func aConvertedTotalNamesNoCurrency(_ rows: String) throws {
    let receipt = Self.read(rows, foot: "CHE-383.911.047 MWST")
    let currency = try #require(receipt.currency)
    #expect(currency.value.code == "CHF" && currency.confidence >= 0.9, "\(rows): \(currency)")
    #expect(receipt.total?.value == 6_430 && receipt.otherCurrencies.isEmpty)
  }

  /// Euros that were paid are euros, also in Switzerland; and where both were, nothing is sure.
  @Test func whatWasPaidCounts() throws {
    let euro = try #require(
      Self.read("TOTAL EUR  64.30\nBAR EUR  70.00\nZURUCK EUR  5.70", foot: "CHE-383.911.047 MWST").currency)
    #expect(euro.value.code == "EUR")
    let both = Self.read("TOTAL CHF  64.30\nKREDITKARTE EUR  61.15", foot: "CHE-383.911.047 MWST").currency
    #expect(both.map { $0.confidence < 0.9 } == true, "\(both as Any)")
  }

  /// Where no sign is printed, the country says it: surely by a number of its tax office or two signs, else by a guess.
  @Test(arguments: [
    ("CHE-383.911.047 MWST", "CHF", true), ("MwSt 7,7 % inbegriffen\nLuzern", "CHF", true),
    ("Tel 041 970 12 86", "CHF", false),
    ("UST-ID-NR: DE814689550", "EUR", true), ("ATU12345678", "EUR", true), ("GSTIN: 27AAPFU0939F1ZV", "INR", true),
    ("ABN 51 824 753 556", "AUD", true), ("Tel +44 20 7946 0018", "GBP", false),
    ("KEDAI BAHAGIA SDN BHD\nSELANGOR", "MYR", true),
    ("NIP 526-10-40-828", "PLN", true), ("Kathmandu, Nepal", "NPR", true),
  ])
  func theCountryStandsForItsCurrency(_ row: String, _ code: String, _ isSure: Bool) throws {
    let currency = try #require(Self.read("TOTAL  64.30", "STERNEN", foot: row).currency, "\(row)")
    #expect(currency.value.code == code && (currency.confidence >= 0.9) == isSure, "\(row): \(currency)")
    // A guess suffices where a campaign is in the same currency (0.7), and for no other.
    #expect(currency.confidence >= 0.7)
  }

  /// Names of dishes, and one town alone, are no country.
  @Test(arguments: ["Berliner  2.00", "Wien", "Fondue Zurich  22.00", "MADE IN USA", ""])
  func whatNamesNoCountry(_ row: String) {
    #expect(Self.read("\(row)\nTOTAL  64.30", "STERNEN").currency == nil, "\(row)")
  }

  /// A sign of several countries is that of the one that is named; without one it stands for all.
  @Test(arguments: [
    ("Rs. One hundred eighty-five only", "Kathmandu, VAT 13%", "NPR", true),
    ("Rs.  64.30", "GSTIN 27AAPFU0939F1ZV", "INR", true),
    ("Rupees Sixty four only", "FSSAI 11521998000123", "INR", false), ("Rs. Sixty four only", "", "INR", false),
    ("CASH  $64.30", "ABN 51 824 753 556", "AUD", true),
  ])
  func aSignOfSeveralCountries(_ row: String, _ foot: String, _ code: String, _ isOne: Bool) throws {
    let receipt = Self.read("TOTAL  64.30\n\(row)", "SAATHI MART", foot: foot)
    #expect(receipt.currency?.value.code == code, "\(row): \(receipt.currency as Any)")
    #expect(receipt.otherCurrencies.isEmpty == isOne, "\(receipt.otherCurrencies)")
  }

  /// A country that speaks against the sign leaves a doubt, unless the sign stands beside the total.
  @Test func aCountryAgainstASign() throws {
    let doubtful = try #require(Self.read("TOTAL  64.30\nPreise in €", foot: "CHE-383.911.047 MWST").currency)
    #expect(doubtful.confidence < 0.7, "\(doubtful)")
  }

  @Test func numbersOfTaxOfficesByTheirForm() {
    func has(_ text: String, _ form: String) -> Bool { CountryFinder.has(Array(text.utf8), Array(form.utf8)) }
    for text in ["CHE-383.911.047", "MWST-NR. CHE383911047MWST", "CHE 383 911 047"] {
      #expect(has(text, "CHE ddd ddd ddd"))
    }
    #expect(!has("CHE-383.911.0471", "CHE ddd ddd ddd") && !has("XCHE-383.911.047", "CHE ddd ddd ddd"))
    #expect(has("TEL 041 970 12 86", "0dd_ddd_dd_dd") && !has("TEL 0419701286", "0dd_ddd_dd_dd"))
    #expect(CountryFinder.rates(in: Array("MWST 7,70 % UND 2.50%, 19%".utf8)) == ["7.7", "2.5", "19"])
  }
}
