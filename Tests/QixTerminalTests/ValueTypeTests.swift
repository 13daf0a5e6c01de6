import QixKernel
import Testing

@testable import QixCommands
@testable import QixTerminal

@Suite struct ValueTypeTests {
  @Test(arguments: [("90s", 90_000_000), ("15m", 900_000_000), ("24h", 86_400_000_000), ("30d", 2_592_000_000_000)])
  func readsDurations(_ text: String, _ microseconds: Int64) throws {
    #expect(try ValueType.duration.parse(text) == microseconds)
  }

  @Test(arguments: ["", "5", "s", "1.5h", "-1d", "+1d", "1w", "1 h", "0s", "106751992d", "99999999999999999999s", "٣d"])
  func refusesDurations(_ text: String) {
    #expect(throws: ValueError.self) { try ValueType.duration.parse(text) }
  }

  @Test func coinsSpeakTheWordsOfTheKernel() throws {
    #expect(try ValueType.coins.parse("500") == 500)
    let error = #expect(throws: ValueError.self) { try ValueType.coins.parse("1,000") }
    #expect(error?.description == CoinAmountError.separated.description)
  }

  @Test func choicesSuggest() throws {
    let type = ValueType.choice(of: Sample.Channel.self)
    #expect(try type.parse("web") == .web)
    #expect(type.placeholder == "app|web|partner")
    #expect(type.completion == .choices(["app", "web", "partner"]))
    let error = #expect(throws: ValueError.self) { try type.parse("partnr") }
    #expect(error?.description == "it must be one of app, web, partner; did you mean 'partner'?")
  }

  @Test func integersOfEveryWidth() throws {
    #expect(try ValueType<UInt8>.integer().parse("255") == 255)
    #expect(try ValueType<Int64>.integer().parse("-9223372036854775808") == .min)
    #expect(throws: ValueError.self) { try ValueType<UInt8>.integer().parse("256") }
    #expect(throws: ValueError.self) { try ValueType<UInt8>.integer().parse("-1") }
    #expect(throws: ValueError.self) { try ValueType<Int>.integer().parse("٣") }
  }

  @Test func timesDatesIdentifiersAndPaths() throws {
    #expect(try ValueType.since.parse("1970-01-01T00:00:01Z").microseconds == 1_000_000)
    #expect(throws: ValueError.self) { try ValueType.since.parse("the day before") }
    #expect(try ValueType.date.parse("2027-06-30").description == "2027-06-30")
    #expect(throws: ValueError.self) { try ValueType.date.parse("2027-02-30") }
    let type = ValueType.identifier(Identifier<Sample.User>.self)
    #expect(try type.parse(Sample.user).description == Sample.user)
    #expect(throws: ValueError.self) { try type.parse("cmp_01j00000000000000000000000") }
    #expect(throws: ValueError.self) { try ValueType.file.parse("") }
    #expect(throws: ValueError.self) { try ValueType.file.parse("a\u{0}b") }
  }

  @Test(
    arguments: [
      ("isue", "issue"), ("ISSUE", "issue"), ("issuee", "issue"), ("sisue", "issue"), ("iss", "issue"), ("xyz", nil),
      ("i", nil), ("", nil), ("vrify", "verify"), ("veirfy", "verify"), ("mna", "man"),
    ] as [(String, String?)])
  func suggestsWhatWasMeant(_ typed: String, _ meant: String?) {
    #expect(Suggestion.best(for: typed, among: ["issue", "verify", "man"]) == meant)
  }

  /// An option that isn't there is no other that looks a little like it.
  @Test(
    arguments: [
      ("--html", nil), ("--month", nil), ("--date", nil), ("--homee", "--home"), ("--hmoe", "--home"), ("--as-of", nil),
      ("--no-pgaer", "--no-pager"), ("--readonly", "--read-only"), ("--xone", "--zone"), ("--", nil), ("-x", nil),
    ] as [(String, String?)])
  func suggestsOnlyWhatIsNear(_ typed: String, _ meant: String?) {
    let known = GlobalParameters.all.map(\.label) + ["--mode", "--wait", "--to", "-h", "-q"]
    #expect(Suggestion.best(for: typed, among: known) == meant)
  }

  @Test(arguments: [("", "", 0), ("a", "", 1), ("ab", "ba", 1), ("kitten", "sitting", 3), ("ca", "abc", 3)])
  func measuresDistances(_ left: String, _ right: String, _ distance: Int) {
    #expect(Suggestion.distance(Array(left), Array(right)) == distance)
    #expect(Suggestion.distance(Array(right), Array(left)) == distance)
  }
}
