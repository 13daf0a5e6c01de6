import DirectivesContract
import Foundation
import QixCatalog
import QixCommands
import QixDefinitions
import QixFormats
import QixKernel
import QixModule
import QixTesting
import Testing

@testable import Cards

/// Cards as JSON, and what is wrong with them.
@Suite struct CardFileTests {
  static let id = CardID(high: 0x7000, low: 1 << 63)
  private static let known = (try? Registry(Catalog.modules)).map(Links.init)

  static func read(_ text: String) throws -> (card: Card?, faults: [String]) {
    var reader = CardReader(links: Self.known)
    let card = reader.read(try JSONValue(parsing: text), id, .draft)
    return (card, reader.faults.all.map { $0.pointer.description })
  }

  /// The smallest card, with parts replaced or added.
  static func text(_ parts: String) -> String {
    #"{"name":"a","texts":{"en":{"title":"A"}}\#(parts.isEmpty ? "" : ",")\#(parts)}"#
  }

  static let whole = """
    {"name":"autumn","texts":{"it":{"title":"Autunno","text":"Agita."},"en":{"title":"Autumn"}},
     "picture":"https://alba.example.com/a.jpg","tone":"tint",
     "actions":[{"text":{"it":"Agita","en":"Shake"},"link":"campaign/harvest"},
                {"text":{"en":"More","it":"Altro"},"link":"https://alba.example.com/more"}],
     "page":3,"order":7,"when":{"place":"milan","mode":"signed","conditions":["tier:gold"],
       "hours":{"from":"18:00","until":"02:00","days":["fri"],"zone":"Europe/Rome"}},
     "from":"2027-06-01T00:00:00Z","until":"2027-07-01T00:00:00Z"}
    """

  @Test func aCardIsWrittenAsItIsRead() throws {
    let card = try #require(try Self.read(Self.whole).card)
    #expect(card.texts.languages == [.it, .en] && card.texts[.en].title == "Autumn" && card.texts[.en].text == nil)
    // The first language is for readers of all others.
    #expect(card.texts[.ro].title == "Autunno" && card.texts[nil].title == "Autunno")
    #expect(card.actions.map { $0.text[.es] } == ["Agita", "More"])
    #expect(card.page == 3 && card.order == 7 && card.tone == .tint && card.condition.conditions == ["tier:gold"])
    #expect(try Self.read(card.json.text()).card == card)
    let least = try #require(try Self.read(Self.text("")).card)
    #expect(least.page == 1 && least.order == 0 && least.tone == .plain && least.condition == ContextCondition())
    #expect(try Self.read(least.json.text()).card == least)
  }

  static let parts: [(String, [String])] = [
    (#""picture":"http://a.example/x""#, ["/picture"]), (#""picture":"https://u:p@a.example/x""#, ["/picture"]),
    (#""picture":"https://a.example/\"x""#, ["/picture"]),
    (#""tone":"red""#, ["/tone"]), (#""page":0"#, ["/page"]), (#""page":21"#, ["/page"]), (#""page":"1""#, ["/page"]),
    (#""order":-1"#, ["/order"]), (#""colour":"red""#, ["/colour"]), (#""actions":{}"#, ["/actions"]),
    (#""actions":[{},{},{}]"#, ["/actions"]),
    (#""actions":[{}]"#, ["/actions/0/text", "/actions/0/link"]),
    (#""actions":[{"text":{"it":"Vai"},"link":"wallet"}]"#, ["/actions/0/text"]),
    (#""actions":[{"text":{"en":"Go"},"link":"walet"}]"#, ["/actions/0/link"]),
    (#""actions":[{"text":{"en":"Go\nnow"},"link":"wallet"}]"#, ["/actions/0/text/en"]),
    (#""when":{"asked":"tv"}"#, ["/when/asked"]), (#""when":{"mode":"vip","place":7}"#, ["/when/place", "/when/mode"]),
    (#""when":{"conditions":["gold"]}"#, ["/when/conditions/0"]),
    (#""when":{"hours":{"from":"25:00"}}"#, ["/when/hours/from", "/when/hours/zone"]),
    (#""from":"soon""#, ["/from"]), (#""from":"2027-06-02T00:00:00Z","until":"2027-06-01T00:00:00Z""#, ["/until"]),
  ]

  @Test(arguments: parts) func everyPartIsChecked(_ part: String, _ pointers: [String]) throws {
    let (card, faults) = try Self.read(Self.text(part))
    #expect(card == nil && faults == pointers)
  }

  static let wholes: [(String, [String])] = [
    ("null", [""]), ("[]", [""]), ("{}", ["/name", "/texts"]),
    (#"{"name":"A","texts":{}}"#, ["/name", "/texts"]), (#"{"name":"crd_a","texts":{"en":{"title":"A"}}}"#, ["/name"]),
    (#"{"name":"a","texts":{"de":{"title":"A"}}}"#, ["/texts/de", "/texts"]),
    (#"{"name":"a","texts":{"en":{"text":"A"}}}"#, ["/texts/en/title"]),
    (#"{"name":"a","texts":{"en":{"title":" "},"it":null}}"#, ["/texts/en/title", "/texts/it"]),
    // What turns the text around, or can't be seen.
    (#"{"name":"a","texts":{"en":{"title":"a\u202Eb","text":"\u0007"}}}"#, ["/texts/en/title", "/texts/en/text"]),
    (#"{"name":"a","texts":{"en":{"title":"\u2800","text":"\u3164\u115F"}}}"#, ["/texts/en/title", "/texts/en/text"]),
  ]

  @Test(arguments: wholes) func everyTextIsChecked(_ text: String, _ pointers: [String]) throws {
    let (card, faults) = try Self.read(text)
    #expect(card == nil && faults == pointers)
  }

  static let links: [(String, String?)] = [
    ("wallet", "wallet"), ("rewards", "rewards"), ("shake", "shake"), ("me", "me"), ("web+qix:wallet", "wallet"),
    ("web+qix://reward/coffee", "reward/coffee"), ("qix://reward/coffee", "reward/coffee"),
    ("qix://card/gold", "card/gold"), ("qix://alba/harvest", "campaign/harvest"),
    ("web+qix:alba/harvest", "campaign/harvest"), ("wallet/", "wallet"), ("reward/a?next=x", "reward/a"),
    ("reward/a?place=x#y", "reward/a?place=x"),
    ("campaign/harvest?session=derby&place=milan%201", "campaign/harvest?session=derby&place=milan%201"),
    ("referral/AB12-CD34", "referral/AB12-CD34"),
    ("voucher/vch_01h455vb4pex5vsknk084sn02q", "voucher/vch_01h455vb4pex5vsknk084sn02q"),
    ("https://alba.example.com/a?b=c#d", "https://alba.example.com/a?b=c#d"),
    ("", nil), ("campaign", nil), ("campaign/", nil), ("/wallet", nil), ("wallet/x", nil),
    ("qix://wallet/x", nil), ("reward/a/b", nil),
    ("reward/a b", nil), ("reward/..", nil), ("../wallet", nil), ("javascript:alert(1)", nil),
    ("data:text/html,x", nil),
    ("//evil.example", nil), ("http://alba.example.com", nil), ("https://", nil), ("https://a@b.example", nil),
    ("reward/a?place=", nil), ("WALLET", nil),
  ]

  @Test(arguments: links) func aLinkIsReadInItsShortestForm(_ text: String, _ link: String?) {
    #expect((try? CardLink.read(text, Self.known)) == link)
  }

  /// A slip in a word is met with the words that there are.
  @Test func aSlipInALinkIsAnsweredWithTheKinds() {
    do {
      _ = try CardLink.read("walet", Self.known)
      Issue.record("walet")
    } catch {
      #expect(error.clause.contains("'walet'") && error.clause.contains("wallet"), "\(error.clause)")
    }
  }

  /// Hostile files end in faults, or in a card that is read again as it is written.
  @Test func nonsenseIsRefused() throws {
    let seed = Seed(for: "card files")
    var mangler = Mangler(seed, pieces: [])
    let whole = try JSONValue(parsing: Self.whole)
    for iteration in 0..<fuzzCount(2_000) {
      let value = mangler.changed(whole)
      var reader = CardReader(links: Self.known)
      guard let card = reader.read(value, Self.id, .published) else {
        #expect(!reader.faults.all.isEmpty, "\(seed), iteration \(iteration): \(value.text())")
        continue
      }
      var again = CardReader(links: Self.known)
      guard again.read(card.json, Self.id, .published) == card else {
        Issue.record("\(seed), iteration \(iteration): \(card.json.text())")
        return
      }
    }
  }
}
