import DirectivesContract
import IdentityContract
import QixCalendar
import QixKernel
import QixShake
import QixTesting
import Testing

@testable import Directives

/// Where a directive holds, and which of several.
@Suite struct DirectiveMatchingTests {
  struct Person: ContextUser {
    var ofMode = Mode.trial
    var segments: Set<String> = []
    var met: Set<String> = []
    func mode() -> Mode { ofMode }
    func isMember(of segment: String) -> Bool { segments.contains(segment) }
    func meets(_ conditions: [String]) -> Bool { met.isSuperset(of: conditions) }
  }

  /// Nobody may be asked about.
  struct Stranger: ContextUser {
    struct Asked: Error {}
    func mode() throws -> Mode { throw Asked() }
    func isMember(of segment: String) throws -> Bool { throw Asked() }
    func meets(_ conditions: [String]) throws -> Bool { throw Asked() }
  }

  static let noon = Timestamp("2027-06-30T12:00:00Z") ?? Timestamp(microseconds: 0)

  static func directive(_ text: String) throws -> Directive {
    try Directive(parsing: #"{"name":"d","do":{"campaign":"c"}"# + (text.isEmpty ? "" : ",") + text + "}")
  }

  static func situation(
    link: String? = nil, session: String? = nil, place: String? = nil, type: String? = nil, at: Timestamp = noon
  ) -> ContextSituation {
    ContextSituation(context: ShakeContext(link: link, session: session, place: place), type: type, at: at)
  }

  static let contexts: [(String, ContextSituation, DirectiveMismatch?)] = [
    (#""when":{"link":"qix://a/b"}"#, situation(link: "qix://a/b"), nil),
    (#""when":{"link":"qix://a/b"}"#, situation(link: "qix://a/b/"), .context(.link)),
    (#""when":{"link":"qix://a/b"}"#, situation(), .context(.link)),
    (#""when":{"link_prefix":"qix://a/"}"#, situation(link: "qix://a/b"), nil),
    (#""when":{"link_prefix":"qix://a/"}"#, situation(link: "qix://A/b"), .context(.link)),
    (#""when":{"session":"derby"}"#, situation(session: "derby"), nil),
    (#""when":{"session":"derby"}"#, situation(session: "final"), .context(.session)),
    (#""when":{"place":"milan","session":"derby"}"#, situation(session: "derby"), .context(.place)),
    (#""when":{"asked":"tv"}"#, situation(type: "tv"), nil),
    (#""when":{"asked":"tv"}"#, situation(), .context(.asked)),
    (#""when":{"asked":"none"}"#, situation(), nil),
    (#""when":{"asked":"none"}"#, situation(type: "tv"), .context(.asked)),
    (#""from":"2027-06-30T12:00:00Z""#, situation(), nil),
    (#""from":"2027-06-30T12:00:01Z""#, situation(), .notYet),
    (#""until":"2027-06-30T12:00:00Z""#, situation(), .over),
    (#""until":"2027-06-30T12:00:01Z""#, situation(), nil),
    // Rome is two hours ahead in summer; the thirtieth of June 2027 is a Wednesday.
    (#""when":{"hours":{"from":"14:00","until":"14:01","zone":"Europe/Rome"}}"#, situation(), nil),
    (#""when":{"hours":{"from":"12:00","until":"13:00","zone":"Europe/Rome"}}"#, situation(), .context(.hours)),
    (#""when":{"hours":{"days":["wed"],"zone":"Europe/Rome"}}"#, situation(), nil),
    (#""when":{"hours":{"days":["tue","thu"],"zone":"Europe/Rome"}}"#, situation(), .context(.hours)),
    ("", situation(), nil),
  ]

  @Test(arguments: contexts)
  func whatIsSaidMustBeSo(_ text: String, _ situation: ContextSituation, _ mismatch: DirectiveMismatch?) throws {
    #expect(try Self.directive(text).mismatch(in: situation, user: Stranger()) == mismatch)
  }

  @Test func whoeverAsksForATypeGetsThatOneOrNone() throws {
    var directive = try Self.directive("")
    directive.decision = .shake(campaign: nil, type: "tv")
    #expect(try directive.mismatch(in: Self.situation(type: "tv"), user: Stranger()) == nil)
    #expect(try directive.mismatch(in: Self.situation(), user: Stranger()) == nil)
    #expect(try directive.mismatch(in: Self.situation(type: "read"), user: Stranger()) == .otherType)
  }

  /// Looking a user up costs something, so it is done last.
  @Test func theUserIsAskedAboutOnlyWhereAllElseFits() throws {
    let directive = try Self.directive(
      #""when":{"place":"milan","mode":"signed","segment":"students","conditions":["tier:gold"]}"#)
    #expect(try directive.mismatch(in: Self.situation(place: "rome"), user: Stranger()) == .context(.place))
    let milan = Self.situation(place: "milan")
    #expect(throws: Stranger.Asked.self) { try directive.mismatch(in: milan, user: Stranger()) }
    #expect(try directive.mismatch(in: milan, user: Person()) == .context(.mode))
    #expect(try directive.mismatch(in: milan, user: Person(ofMode: .signed)) == .context(.segment))
    var person = Person(ofMode: .pro, segments: ["students"])
    #expect(try directive.mismatch(in: milan, user: person) == .context(.condition))
    person.met = ["tier:gold", "badge:week"]
    #expect(try directive.mismatch(in: milan, user: person) == nil)
  }

  static let moments: [(String, Bool)] = [
    // Fridays from ten in the evening to six in the morning: the night belongs to the Friday.
    ("2027-07-02T19:59:59Z", false), ("2027-07-02T20:00:00Z", true), ("2027-07-03T03:59:59Z", true),
    ("2027-07-03T04:00:00Z", false), ("2027-07-02T03:00:00Z", false), ("2027-07-03T20:30:00Z", false),
    // In winter the wall is an hour closer.
    ("2027-12-03T20:30:00Z", false), ("2027-12-03T21:00:00Z", true), ("1969-12-26T21:30:00Z", true),
  ]

  @Test(arguments: moments)
  func nightsBelongToTheDayOnWhichTheyBegin(_ time: String, _ isOpen: Bool) throws {
    let hours = WeeklyHours(days: [4], from: 22 * 60, until: 6 * 60, zone: try TimeZone(identifier: "Europe/Rome"))
    let moment = try #require(Timestamp(time))
    #expect(hours.isOpen(at: moment) == isOpen)
  }

  @Test func theOrderIsPriorityThenDetailThenAge() throws {
    let texts = [
      #""when":{"link":"qix://a/b"},"priority":1"#, #""when":{"link":"qix://a/b","place":"milan"}"#,
      #""when":{"link":"qix://a/b"}"#, #""when":{"link_prefix":"qix://a/","place":"milan"}"#,
      #""when":{"link_prefix":"qix://a/"}"#, #""when":{"link_prefix":"qix:"}"#, #""when":{"place":"milan"}"#, "",
      #""when":{"link":"qix://a/b"},"priority":-1"#,
    ]
    // The exact link says as much as a prefix and a place, and is longer.
    let expected = [0, 1, 2, 3, 4, 5, 6, 7, 8]
    var standing: [StandingDirective] = []
    for (place, text) in texts.enumerated() {
      var directive = try Self.directive(text)
      directive.name = "\(place)"
      let rank = DirectiveRank(directive, source: 0, number: 0)
      standing.append(StandingDirective(directive: directive, source: nil, rank: rank))
    }
    let order = DirectiveIndex(standing.reversed()).all.map(\.reference)
    #expect(order == expected.map { "\($0)" })
    // Alike in all else, ours come first, then the older.
    let alike = try Self.directive("")
    let ranks = [(0, 7), (0, 8), (1, 1), (2, 0)].map { DirectiveRank(alike, source: $0.0, number: Int64($0.1)) }
    #expect(ranks.shuffled().sorted() == ranks)
  }

  /// Each condition on users is one thing more that a directive says.
  @Test func whoSaysMoreAboutUsersComesFirst() throws {
    let texts = [
      #""when":{"conditions":["tier:gold","badge:week"]}"#, #""when":{"conditions":["tier:gold"]}"#, "",
    ]
    let ranks = try texts.map { DirectiveRank(try Self.directive($0), source: 0, number: 0) }
    #expect(ranks.sorted() == ranks && Set(ranks.map(\.conditions)) == [0, 1, 2])
  }

  /// The index finds what looking through all of them finds, and the order in which they came makes no difference.
  @Test func theIndexIsALookThroughAll() throws {
    let seed = Seed(for: "directives")
    var random = SeededGenerator(seed)
    let words = ["a", "b", "c"]
    func maybe<T>(_ values: [T]) -> T? { Bool.random(using: &random) ? values.randomElement(using: &random) : nil }
    for round in 0..<300 {
      var standing: [StandingDirective] = []
      for number in 0..<Int.random(in: 0..<12, using: &random) {
        var condition = ContextCondition()
        condition.link = maybe([.exact("qix://a"), .exact("qix://b"), .prefix("qix://"), .prefix("qix://a")])
        condition.session = maybe(words)
        condition.place = maybe(words)
        condition.asked = maybe([.nothing, .type("tv"), .type("read")])
        condition.mode = maybe([.trial, .signed, .pro])
        condition.segment = maybe(words)
        condition.conditions = maybe([["tier:gold"], ["tier:gold", "badge:week"]]) ?? []
        let directive = Directive(
          name: "d\(number)", condition: condition, decision: .shake(campaign: "c", type: maybe(["tv", "read"])),
          priority: Int64.random(in: 0...1, using: &random))
        let rank = DirectiveRank(directive, source: Int.random(in: 0...1, using: &random), number: Int64(number))
        var one = StandingDirective(directive: directive, source: rank.source == 0 ? nil : "s", rank: rank)
        if Int.random(in: 0..<5, using: &random) == 0 { one.fault = .noCampaign }
        standing.append(one)
      }
      let situation = Self.situation(
        link: maybe(["qix://a", "qix://b", "qix://c"]), session: maybe(words), place: maybe(words),
        type: maybe(["tv", "read"]))
      let person = Person(
        ofMode: Mode.allCases.randomElement(using: &random) ?? .trial,
        segments: Set(words.shuffled(using: &random).prefix(1)), met: maybe([["tier:gold"]]) ?? [])
      let expected = try standing.sorted { $0.rank < $1.rank }
        .first { try $0.fault == nil && $0.directive.matches(situation, user: person) }
      let found = try DirectiveIndex(standing).first(in: situation, user: person)
      let shuffled = try DirectiveIndex(standing.shuffled(using: &random)).first(in: situation, user: person)
      guard found == expected, shuffled == expected else {
        Issue.record("\(seed), round \(round): \(String(describing: found)), not \(String(describing: expected))")
        return
      }
    }
  }
}
