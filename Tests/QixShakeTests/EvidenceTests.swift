import QixShake
import Testing

@Suite struct EvidenceTests {
  private enum Coupon: ShakeType {
    case any
    static let name = "coupon"
    static let summary = "Types a coupon's code in"
    static let settings = [
      ShakeSetting("length", .integer(4...12), "Letters of a code", default: 6),
      ShakeSetting("wait", .period, "Between two of them", isRequired: true),
    ]
    static let evidence = [
      EvidenceField("code", .text(most: 12), "The code", isRequired: true),
      EvidenceField("shops", .list(of: .choice(["a", "b"]), most: 2), "Where"),
    ]
    init(_ settings: ShakeSettings) { self = .any }
    func verify(_ attempt: Attempt, in connection: Connection) -> Verdict { .accepted(Proof()) }
  }

  @Test(arguments: [
    (#"{"code":"abc"}"#, nil), (#"{"code":"abc","shops":["a","b"]}"#, nil), (#"{"code":"abc","shops":null}"#, nil),
    ("{}", "shakes.evidence-missing"), (#"{"code":"abc","watched":3}"#, "shakes.evidence-unknown"),
    (#"{"code":""}"#, "shakes.evidence-malformed"), (#"{"code":"abcdefghijklm"}"#, "shakes.evidence-malformed"),
    (#"{"code":7}"#, "shakes.evidence-malformed"), (#"{"code":"abc","shops":["c"]}"#, "shakes.evidence-malformed"),
    (#"{"code":"abc","shops":["a","b","a"]}"#, "shakes.evidence-malformed"),
    (#"{"code":"a\u0007"}"#, "shakes.evidence-malformed"),
  ])
  func onlyWhatTheTypeTakesGetsToIt(_ json: String, _ code: String?) throws {
    let evidence = Evidence(try #require(JSONValue(parsing: json).object))
    #expect(evidence.refusal(by: Coupon.self)?.code == code)
  }

  @Test func aStrangersNameIsNotRepeatedAsItIs() throws {
    let evidence = Evidence(try #require(JSONValue(parsing: #"{"\u001b[31m":1}"#).object))
    let refusal = try #require(evidence.refusal(by: Coupon.self))
    #expect(!refusal.sentence.description.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func settingsGetTheirDefaultsAndNameEveryFault() throws {
    var faults: [(name: String, problem: String)] = []
    let good = ShakeSettings(object(["wait": "PT90S"]), for: Coupon.settings, faults: &faults)
    #expect(faults.isEmpty && good.integer("length") == 6)
    #expect(good.period("wait") == Period(microseconds: 90_000_000))
    _ = ShakeSettings(object(["length": 3, "size": 1]), for: Coupon.settings, faults: &faults)
    #expect(faults.map(\.name) == ["size", "length", "wait"])
  }

  private func object(_ value: JSONValue) -> JSONObject { value.object ?? JSONObject() }
}
