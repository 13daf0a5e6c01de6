import QixFormats
import QixKernel
import QixTesting
import Testing

@testable import QixCommands

/// In which language a customer is told what is wrong, and how values stand in it.
@Suite struct LanguageTests {
  @Test(
    arguments: [
      (nil, .en), ("", .en), ("it", .it), ("it-CH", .it), ("IT-it, en;q=0.5", .it), ("en, it", .en), ("it, en", .it),
      ("it;q=0.5, ca;q=0.8", .ca), ("es;q=0.8,ro;q=0.8", .es), ("de, fr;q=0.9, ro;q=0.1", .ro), ("de", .en), ("*", .en),
      ("it;q=0.3, *;q=0.2", .it), ("*;q=0.9, it;q=0.2", .en), ("it;q=0", .en), ("it;q=0, es;q=0.001", .es),
      (" es-419 ; q=1.000 ", .es), ("ca-valencia", .ca), ("it,,es;q=1", .it),
    ] as [(String?, Language)])
  func theClientsLanguageIsFound(field: String?, language: Language) {
    #expect(Language(accepting: field) == language, "\(field ?? "none")")
  }

  /// What is no list of languages says nothing, and a long one is not looked through.
  @Test(arguments: [
    "it;q=2", "it;q=1.001", "it;q=0.1234", "it;q=.5", "it;q=", "it;level=1", "it;q=1;q=1", "it_IT", "italianissimo",
    "it-", "-it", "1t", "it;q=0,5", "it, \u{e8}", String(repeating: "de,", count: 20) + "it",
  ])
  func anythingElseIsEnglish(field: String) {
    #expect(Language(accepting: field) == .en, "\(field)")
  }

  /// Where a client names none of the languages, or takes any, it gets the installation's.
  @Test(
    arguments: [
      (nil, .ro), ("de", .ro), ("*", .ro), ("it;q=0.3, *;q=0.8", .ro), ("it;q=2", .ro), ("de, en;q=0.1", .en),
      ("it, *;q=0.5", .it),
    ] as [(String?, Language)])
  func theUsualLanguageIsTheInstallations(field: String?, language: Language) {
    #expect(Language(accepting: field, else: .ro) == language, "\(field ?? "none")")
  }

  private static func price(_ coins: Int64, _ language: Language) throws -> String {
    let sentence: Sentence = "this reward costs \(coins: coins) now; we took no coins"
    return try #require(Translations.of(language).text(sentence, of: "rewards.price-above"))
  }

  @Test(
    arguments: [
      (0, "0 monede"), (1, "1 monedă"), (2, "2 monede"), (19, "19 monede"), (20, "20 de monede"),
      (100, "100 de monede"),
      (101, "101 monede"), (120, "120 de monede"), (1_335, "1.335 de monede"),
    ] as [(Int64, String)])
  func romanianHasThreePlurals(coins: Int64, text: String) throws {
    let price = try Self.price(coins, .ro)
    #expect(price == "această recompensă costă acum \(text); nu ți-am luat monede")
  }

  @Test(
    arguments: [
      (1, .it, "1 moneta"), (1_335, .it, "1.335 monete"), (1, .es, "1 moneda"), (1_335, .es, "1335 monedas"),
      (12_345, .es, "12.345 monedas"), (1_335_000, .es, "1.335.000 monedas"), (1_335, .ca, "1.335 monedes"),
      (999, .ca, "999 monedes"),
    ] as [(Int64, Language, String)])
  func coinsStandAsTheLanguageHasThem(coins: Int64, language: Language, text: String) throws {
    let price = try Self.price(coins, language)
    #expect(price.contains(" \(text);"), "\(price)")
  }

  /// A whole sentence is chosen by its number.
  @Test func aSentenceHasItsPlural() {
    let italian = Translations.of(.it)
    func left(_ items: Int64) -> String? {
      italian.text("only \(items, "item") left of this", of: "coins.out-of-stock")
    }
    #expect(left(1) == "resta solo 1 pezzo")
    #expect(left(7) == "restano solo 7 pezzi")
    let none = italian.text(.keyed("coins.out-of-stock.none", "nothing is left of this"), of: "coins.out-of-stock")
    #expect(none == "non ne resta più")
  }

  @Test func timesAndTermsStandInTheLanguage() throws {
    let time = try #require(Timestamp("2027-03-05T14:07:30Z"))
    func until(_ language: Language) -> String? {
      Translations.of(language).text("this reward could be redeemed until \(time)", of: "rewards.over")
    }
    #expect(until(.it)?.hasSuffix(": 5 marzo 2027, 14:07 UTC") == true)
    #expect(until(.es)?.hasSuffix("hasta el 5 de marzo de 2027, 14:07 UTC") == true)
    #expect(until(.ca)?.hasSuffix(": 5 de març del 2027, 14:07 UTC") == true)
    #expect(until(.ro)?.hasSuffix("până la 5 martie 2027, 14:07 UTC") == true)
    let what = "phone number"
    let taken: Sentence = "the \(what) belongs to another account; sign in with it"
    let text = Translations.of(.es).text(taken, of: "identity.belongs-to-another")
    #expect(text == "este dato pertenece a otra cuenta: número de teléfono; inicia sesión con ella")
  }

  /// A module of others ships its own, beside those of the program.
  @Test func aModuleShipsItsMessages() throws {
    enum Stickers: MessageProviding {
      static let id = "stickers"
      static let summary = "Sticks."
      static let messages: [Language: [UInt8]] = [
        .it: Array(#"{"sentences": {"stickers.gone": "finito: {text}", "shakes.over": "mai"}}"#.utf8)
      ]
    }
    let all = try Translations.all(of: Registry([Stickers.self]))
    let (name, over) = ("oro", Sentence.keyed("shakes.over", "this campaign is over"))
    let gone: Sentence = "there is no \(name) left"
    #expect(all[.it]?.text(gone, of: "stickers.gone") == "finito: oro")
    #expect(all[.es]?.text(gone, of: "stickers.gone") == nil)
    #expect(all[.it]?.text(over, of: "") == "questa campagna è finita")
  }

  /// What isn't there, or has other values than its translation, stays English.
  @Test func whatHasNoTranslationStaysEnglish() {
    let italian = Translations.of(.it)
    #expect(italian.text("nothing is on at the moment", of: "shakes.nothing-now") == nil)
    #expect(italian.text("this reward is dear", of: "rewards.price-above") == nil)
    #expect(Translations.of(.en).text("this is not open to you", of: "customer.not-allowed") == nil)
  }
}
