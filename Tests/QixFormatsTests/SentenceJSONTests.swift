import QixKernel
import Testing

@testable import QixFormats

/// Sentences that are stored, and written again later.
@Suite struct SentenceJSONTests {
  @Test func aSentenceComesBackAsItWas() throws {
    let name = "ada \"x\""
    let time = Timestamp(microseconds: 1_800_000_000_000_000)
    let user = UserID(high: 0x7000, low: 7)
    let sentence = Sentence.keyed(
      "test.all",
      """
      \(name) of \(user) has \(coins: 5) and \(3, "item"), \(Int64(7)) since \(time). See `qix wallet show \(name)` or \
      \(always: "qix serve"), with --force.
      """)
    let stored = try JSONValue(parsing: sentence.json.text())
    let again = try #require(Sentence(json: stored))
    #expect(again.key == "test.all" && again.description == sentence.description)
    #expect(again.values.map(\.name) == sentence.values.map(\.name))
    #expect(again.json == sentence.json)
    let commands = again.parts.compactMap { if case .command(let line) = $0 { line.isForAll } else { nil } }
    #expect(commands == [false, true])
  }

  @Test func aSentenceWithoutAKeyHasNone() throws {
    let again = try #require(Sentence(json: ("watch on" as Sentence).json))
    #expect(again.key == nil && again.description == "watch on")
  }

  /// What earlier versions stored is one value in English, whatever it looks like.
  @Test func aTextIsOneValue() throws {
    let old = try #require(Sentence(json: "give --force. See `qix`"))
    #expect(old.key == nil && old.parts == [.text("give --force. See `qix`")])
  }

  @Test(arguments: [
    "7", "null", "{}", #"{"parts": "x"}"#, #"{"parts": [7]}"#, #"{"parts": [{}]}"#, #"{"parts": [{"what": 1}]}"#,
    #"{"parts": ["a", {"count": 3}]}"#, #"{"parts": [{"coins": "3"}]}"#, #"{"parts": [{"user": "ada"}]}"#,
    #"{"parts": [{"command": [7]}]}"#,
  ])
  func anythingElseIsNone(text: String) throws {
    #expect(try Sentence(json: JSONValue(parsing: text)) == nil, "\(text)")
  }
}
