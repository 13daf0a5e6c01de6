import QixKernel
import Testing

@testable import QixReceipts

/// A receipt of each locale, whole.
struct LocaleStoryTests {
  struct Story: Sendable {
    let locale: String
    let merchant: String
    let date: String
    let time: String
    let total: Int64
    /// By its sign, or by the shop's country.
    let currency: String?
    var cash: Int64?
    var change: Int64?
    var items: [Int64]
    var transaction: String?
  }

  static let stories = [
    Story(
      locale: "ms", merchant: "KEDAI ROTI BAHAGIA SDN BHD", date: "2017-12-22", time: "14:03:22", total: 1_830,
      currency: "MYR", cash: 2_000, change: 170, items: [560, 725, 440], transaction: "CS00123456"),
    Story(
      locale: "it", merchant: "PANIFICIO DELL'ORSO SRL", date: "2024-03-05", time: "18:41", total: 1_570,
      currency: "EUR",
      cash: 2_000, change: 430, items: [320, 1_250], transaction: "0123-0045"),
    Story(
      locale: "es", merchant: "FERRETERIA LA LLAVE S.L", date: "2024-11-09", time: "10:05", total: 1_795,
      currency: "EUR", cash: 2_000, change: 205, items: [1_495, 300], transaction: "2024-00417"),
    Story(
      locale: "ca", merchant: "FORN DE PA CAN PUIG S.L", date: "2024-07-14", time: "09:12", total: 850, currency: "EUR",
      cash: 1_000, change: 150, items: [240, 610], transaction: "000912"),
    Story(
      locale: "ro", merchant: "S.C. BRUTARIA DELTA S.R.L", date: "2024-02-03", time: "", total: 1_949, currency: "RON",
      cash: 5_000, change: 3_051, items: [700, 1_249], transaction: "00451"),
    Story(
      locale: "de", merchant: "BÄCKEREI SONNENSCHEIN GMBH", date: "2024-10-31", time: "07:58:01", total: 710,
      currency: "EUR", cash: 1_000, change: 290, items: [420, 315, -25], transaction: "4711"),
    Story(
      locale: "fr", merchant: "BOULANGERIE DU LAC SARL", date: "2024-06-18", time: "12:31", total: 1_720,
      currency: "EUR", items: [230, 1_490], transaction: "008812"),
    Story(
      locale: "en", merchant: "THE CORNER BOOKSHOP LTD", date: "2024-01-12", time: "16:20", total: 2_849,
      currency: "GBP", items: [399, 2_450], transaction: "55012"),
  ]

  @Test(arguments: stories.indices, [0.0, 3, -4])
  func isReadWhole(_ index: Int, turned degrees: Double) throws {
    let story = Self.stories[index]
    let text = try #require(Paper.all.first { $0.locale == story.locale }).text
    let receipt = Paper.parse(text, turned: degrees)
    #expect(receipt.locale == story.locale)
    #expect(receipt.merchant?.value == story.merchant)
    #expect(receipt.date?.value.description == story.date)
    if !story.time.isEmpty { #expect(receipt.time?.value.description == story.time) }
    #expect(receipt.total?.value == story.total)
    #expect(receipt.total.map { $0.confidence > 0.8 } == true)
    #expect(receipt.currency?.value.code == story.currency)
    if let cash = story.cash { #expect(receipt.cash?.value == cash) }
    if let change = story.change { #expect(receipt.change?.value == change) }
    #expect(receipt.items.map(\.amount) == story.items, "\(receipt.items.map(\.text))")
    #expect(receipt.transaction?.value == story.transaction)
    #expect(receipt.address != nil)
    #expect(receipt.taxNumber != nil || story.locale == "ms" && receipt.taxNumber == nil)
    for place in [receipt.total?.place, receipt.date?.place, receipt.merchant?.place] {
      #expect(place.map { $0.width > 0 && $0.height > 0 } == true)
    }
  }

  @Test func quantitiesAndGTINsOfItems() throws {
    let items = Paper.parse(Paper.malaysian).items
    try #require(items.count == 3)
    #expect(items[0].text.hasPrefix("ROTI PUTIH") && items[0].quantity == 2_000 && items[0].unitPrice == 280)
    #expect(items[1].gtin == "9555012300019" && items[1].text == "SUSU SEGAR 1L" && items[1].amount == 725)
    #expect(items[2].quantity == 1_000 && items[2].gtin == nil)
  }

  @Test func numbersOfTheMalaysianReceipt() {
    let receipt = Paper.parse(Paper.malaysian)
    #expect(receipt.taxNumber?.value == "000123456789")
    #expect(receipt.till?.value == "03")
    #expect(receipt.subtotal?.value == 1_725)
    #expect(receipt.taxes.map(\.value) == [104])
    #expect(receipt.rounding?.value == 1)
  }
}
