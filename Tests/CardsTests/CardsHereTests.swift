import DirectivesContract
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixTerminal
import QixTesting
import Testing

@testable import Cards

/// What one user sees at one place and time.
@Suite struct CardsHereTests {
  private func pages(_ home: TestHome, _ words: String = "") throws -> [JSONValue] {
    try JSONValue(parsing: home.done("card here --json \(words)"))["pages"]?.array ?? []
  }

  /// The names of the cards, a list for each page.
  private func names(_ home: TestHome, _ words: String = "") throws -> [[String]] {
    try pages(home, words).map { ($0["cards"]?.array ?? []).compactMap { $0["card"]?.string } }
  }

  private func publish(_ home: TestHome, _ name: String, _ words: String) throws {
    try home.done("card create \(name) --title \(name) \(words)")
    try home.done("card publish \(name)")
  }

  @Test func cardsComeByPageAndOrder() throws {
    try TestHome.initialised { home in
      try publish(home, "last", "--page 7 --order 0")
      try publish(home, "second", "--page 2 --order 3")
      try publish(home, "first", "--page 2 --order 1")
      try home.done("card create draft --title Draft --page 2 --order 2")
      #expect(try names(home) == [["first", "second"], ["last"]])
      #expect(try pages(home).map { $0["page"] } == [2, 7])
      #expect(try home.done("card here --quiet") == "first\nsecond\nlast\n")
      let person = try home.done("card here")
      #expect(person.contains("first, second") && !person.contains("draft"), "\(person)")
    }
  }

  /// A seventh card has no room; it is seen by users who don't see one of the others, and the operator is told.
  @Test func aPageShowsSixCards() throws {
    try TestHome.initialised { home in
      for number in 1...6 {
        try publish(home, "c\(number)", "--order \(number)" + (number == 2 ? " --place milan" : ""))
      }
      try home.done("card create c7 --title Seven --order 7")
      let outcome = try home.qix("card publish c7")
      #expect(outcome.exitCode == 0 && outcome.errors.contains("7 published cards"), "\(outcome.errors)")
      #expect(try names(home, "--place milan") == [["c1", "c2", "c3", "c4", "c5", "c6"]])
      #expect(try names(home) == [["c1", "c3", "c4", "c5", "c6", "c7"]])
    }
  }

  @Test func eachTextIsInTheLanguageOfItsReader() throws {
    try TestHome.initialised { home in
      try home.done(
        "card create a --file -",
        input: #"""
          {"name":"a","texts":{"it":{"title":"Autunno","text":"Agita."},"en":{"title":"Autumn"}},
           "actions":[{"text":{"en":"Shake","it":"Agita"},"link":"qix://alba/harvest"}],"tone":"tint"}
          """#)
      try home.done("card publish a")
      func card(_ words: String) throws -> JSONValue? { try pages(home, words).first?["cards"]?.array?.first }
      let english = try #require(try card("--language en"))
      #expect(english["title"] == "Autumn" && english["text"]?.isNull == true && english["tone"] == "tint")
      #expect(english["picture"]?.isNull == true)
      #expect(english["actions"] == [["text": "Shake", "link": "campaign/harvest"]])
      for words in ["", "--language it", "--language ro"] {
        let italian = try #require(try card(words))
        #expect(italian["title"] == "Autunno" && italian["text"] == "Agita.", "\(words)")
        #expect(italian["actions"]?.array?.first?["text"] == "Agita", "\(words)")
      }
    }
  }

  /// Hours are those of the card's zone, over midnight and over the change of the clocks.
  @Test(arguments: [
    // Rome is two hours ahead in summer, one in winter.
    ("--hours 18:00-23:30 --zone Europe/Rome", "2027-06-30T15:59:59Z", false),
    ("--hours 18:00-23:30 --zone Europe/Rome", "2027-06-30T16:00:00Z", true),
    ("--hours 18:00-23:30 --zone Europe/Rome", "2027-06-30T21:30:00Z", false),
    ("--hours 18:00-23:30 --zone Europe/Rome", "2027-12-30T16:30:00Z", false),
    ("--hours 18:00-23:30 --zone Europe/Rome", "2027-12-30T17:00:00Z", true),
    // The night of a Friday, 2027-07-02, is over on Saturday.
    ("--hours 22:00-06:00 --days fri --zone Europe/Rome", "2027-07-02T20:00:00Z", true),
    ("--hours 22:00-06:00 --days fri --zone Europe/Rome", "2027-07-03T03:59:59Z", true),
    ("--hours 22:00-06:00 --days fri --zone Europe/Rome", "2027-07-03T04:00:00Z", false),
    ("--hours 22:00-06:00 --days fri --zone Europe/Rome", "2027-07-03T20:00:00Z", false),
    ("--days sat --zone Asia/Tokyo", "2027-07-02T15:00:00Z", true),
    ("--days sat --zone America/New_York", "2027-07-03T03:59:59Z", false),
    ("--from 2027-07-01T00:00:00Z --until 2027-07-02T00:00:00Z", "2027-07-01T00:00:00Z", true),
    ("--from 2027-07-01T00:00:00Z --until 2027-07-02T00:00:00Z", "2027-07-02T00:00:00Z", false),
  ]) func hoursAreThoseOfTheirZone(_ words: String, _ time: String, _ isShown: Bool) throws {
    try TestHome.initialised { home in
      try publish(home, "a", words)
      #expect(try names(home, "--at \(time)") == (isShown ? [["a"]] : []), "\(words) at \(time)")
    }
  }

  @Test func aUserSeesTheCardsOfTheirSegmentTierAndBadge() throws {
    try TestHome.initialised { home in
      for user in ["ada", "ben"] { try home.done("user create --external-id \(user)") }
      try home.done("segment create loyal")
      try home.done("segment import loyal --file -", input: "user\nada\n")
      try home.done("badge create founder --by-hand")
      try home.done("badge award founder --user ben --reason test")
      try home.done("tier create gold --from 100")
      try publish(home, "all", "--order 0")
      try publish(home, "loyal", "--order 1 --segment loyal")
      try publish(home, "founder", "--order 2 --condition badge:founder")
      try publish(home, "gold", "--order 3 --condition tier:gold")
      try publish(home, "both", "--order 4 --condition badge:founder --segment loyal")
      try publish(home, "signed", "--order 5 --mode signed")
      #expect(try names(home, "--user ada") == [["all", "loyal"]])
      #expect(try names(home, "--user ben") == [["all", "founder"]])
      try home.done("coins issue --to ada --amount 200")
      #expect(try names(home, "--user ada") == [["all", "loyal", "gold"]])
      // A new user is in no segment and meets no condition.
      #expect(try names(home) == [["all"]])
      // Users who are merged see what they are shown together.
      try home.done("user merge ben --into ada")
      #expect(try names(home, "--user ben") == [["all", "loyal", "founder", "gold", "both"]])
    }
  }

  /// A condition that no module judges is met by no user, and a card that asks for it is seen by none.
  @Test func aConditionThatNobodyJudgesHidesItsCard() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try publish(home, "a", "")
      #expect(try names(home, "--user ada") == [["a"]])
      let outcome = try home.qix("card set a --condition zodiac:leo")
      #expect(outcome.exitCode == 0 && outcome.errors.contains("there is no condition 'zodiac'"), "\(outcome.errors)")
      #expect(try names(home, "--user ada").isEmpty && names(home).isEmpty)
    }
  }

  // MARK: All conditions against plain words

  private struct Person: ContextUser {
    var ofMode = Mode.trial
    var segments: Set<String> = []
    var met: Set<String> = []
    func mode() -> Mode { ofMode }
    func isMember(of segment: String) -> Bool { segments.contains(segment) }
    func meets(_ conditions: [String]) -> Bool { met.isSuperset(of: conditions) }
  }

  /// What a card asks for, in plain words.
  private struct Wish {
    var link, prefix, session, place, segment: String?
    var mode: Mode?
    var conditions: [String] = []
    /// Hours of UTC, and days after Monday 2027-06-28.
    var hours: (from: Int, until: Int)?
    var days: Set<Int>?
    var isDraft = false

    var file: JSONValue {
      var when = JSONObject()
      for (key, text) in [
        ("link", link), ("link_prefix", prefix), ("session", session), ("place", place), ("segment", segment),
        ("mode", mode?.name),
      ] {
        when[key] = text.map { .string($0) }
      }
      if !conditions.isEmpty { when["conditions"] = .array(conditions.map { .string($0) }) }
      if hours != nil || days != nil {
        var object = JSONObject()
        object["zone"] = "UTC"
        if let hours {
          func two(_ hour: Int) -> JSONValue { .string("\(hour < 10 ? "0" : "")\(hour):00") }
          (object["from"], object["until"]) = (two(hours.from), two(hours.until))
        }
        let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        object["days"] = days.map { days in .array(days.sorted().map { .string(names[$0]) }) }
        when["hours"] = .object(object)
      }
      return ["name": "a", "texts": ["en": ["title": "A"]], "when": .object(when)]
    }

    func isGranted(_ context: ShakeContext, day: Int, hour: Int, _ person: Person) -> Bool {
      if isDraft { return false }
      if let link, context.link != link { return false }
      if let prefix, !(context.link ?? "").hasPrefix(prefix) { return false }
      if let session, context.session != session { return false }
      if let place, context.place != place { return false }
      if let segment, !person.segments.contains(segment) { return false }
      if let mode, person.ofMode.rawValue < mode.rawValue { return false }
      for condition in conditions where !person.met.contains(condition) { return false }
      let (from, until) = hours ?? (0, 24)
      let open = days ?? Set(0..<7)
      if from < until { return open.contains(day) && (from..<until).contains(hour) }
      return (open.contains(day) && hour >= from) || (open.contains((day + 6) % 7) && hour < until)
    }
  }

  @Test func aCardIsShownWhereAllItAsksForIsSo() throws {
    let seed = Seed(for: "cards here")
    var random = SeededGenerator(seed)
    func maybe<Value>(_ values: [Value]) -> Value? {
      Int.random(in: 0..<3, using: &random) == 0 ? values.randomElement(using: &random) : nil
    }
    let monday = try #require(Timestamp("2027-06-28T00:30:00Z"))
    var shown = 0
    for round in 0..<3_000 {
      var wish = Wish()
      if let link = maybe(["qix://a", "qix://b"]) {
        if Bool.random(using: &random) { wish.link = link } else { wish.prefix = "qix://" }
      }
      (wish.session, wish.place, wish.segment) = (maybe(["a", "b"]), maybe(["a", "b"]), maybe(["a", "b"]))
      wish.mode = maybe(Mode.allCases)
      wish.conditions = maybe([["tier:gold"], ["tier:gold", "badge:week"]]) ?? []
      let (from, length) = (Int.random(in: 0..<24, using: &random), Int.random(in: 1..<24, using: &random))
      // An end at midnight is written as 24:00.
      let until = (from + length) % 24
      wish.hours = maybe([(from: from, until: until == 0 ? 24 : until)])
      wish.days = maybe([[0], [4, 5], [0, 1, 2, 3, 4, 5]])
      wish.isDraft = maybe([true]) ?? false
      let context = ShakeContext(
        link: maybe(["qix://a", "qix://b"]), session: maybe(["a", "b"]), place: maybe(["a", "b"]))
      let person = Person(
        ofMode: maybe(Mode.allCases) ?? .pro, segments: Set(maybe([["a"], ["a", "b"]]) ?? []),
        met: maybe([["tier:gold"], ["tier:gold", "badge:week"]]) ?? [])
      let (day, hour) = (Int.random(in: 0..<7, using: &random), Int.random(in: 0..<24, using: &random))
      let time = monday.advanced(byMicroseconds: Int64(day * 24 + hour) * 3_600_000_000)

      var reader = CardReader(links: nil)
      let read = reader.read(wish.file, CardFileTests.id, wish.isDraft ? .draft : .published)
      let card = try #require(read)
      // The database leaves drafts out.
      let published = [card].filter { $0.state == .published }
      let situation = ContextSituation(context: context, at: time)
      let isShown = try CardPage.all(of: published, in: situation, for: person).isEmpty == false
      guard isShown == wish.isGranted(context, day: day, hour: hour, person) else {
        Issue.record("\(seed), round \(round): \(wish.file.text()), \(context), day \(day), hour \(hour), \(person)")
        return
      }
      if isShown { shown += 1 }
    }
    #expect(shown > 100, "\(shown)")
  }

  /// A server reads the published cards again when one has changed, and takes no older ones in place of newer ones.
  @Test func publishedCardsAreRemembered() throws {
    try TestHome.initialised { home in
      let cards = PublishedCards()
      func names() throws -> [String] { try home.database.read { try cards.all(in: $0).map(\.name) } }
      #expect(try names().isEmpty)
      try publish(home, "a", "")
      #expect(try names() == ["a"])
      try home.done("card create b --title B --order 1")
      try home.done("card publish b --dry-run")
      #expect(try names() == ["a"])
      try home.done("card publish b")
      #expect(try names() == ["a", "b"])
      try home.unchecked.write(Change("test")) { connection, _ in
        try connection.execute("UPDATE cards_version SET version = version - 1")
        try connection.execute("DELETE FROM cards_cards")
      }
      #expect(try names() == ["a", "b"])
      try home.unchecked.write(Change("test")) { connection, _ in
        try connection.execute("UPDATE cards_version SET version = version + 2")
      }
      #expect(try names().isEmpty)
    }
  }

  /// Users are looked up only for a card that fits in all else, on a page that has room.
  @Test func usersAreAskedAboutLast() throws {
    struct Stranger: ContextUser {
      struct Asked: Error {}
      func mode() throws -> Mode { throw Asked() }
      func isMember(of segment: String) throws -> Bool { throw Asked() }
      func meets(_ conditions: [String]) throws -> Bool { throw Asked() }
    }
    struct Malformed: Error {}
    func card(_ when: String) throws -> Card {
      var reader = CardReader(links: nil)
      let text = #"{"name":"a","texts":{"en":{"title":"A"}},"when":\#(when)}"#
      guard let card = reader.read(try JSONValue(parsing: text), CardFileTests.id, .published) else {
        throw Malformed()
      }
      return card
    }
    let situation = ContextSituation(context: ShakeContext(), at: try #require(Timestamp("2027-06-30T12:00:00Z")))
    let (open, closed) = (try card("{}"), try card(#"{"place":"milan","conditions":["tier:gold"]}"#))
    let gold = try card(#"{"conditions":["tier:gold"]}"#)
    #expect(try CardPage.all(of: [closed], in: situation, for: Stranger()).isEmpty)
    #expect(throws: Stranger.Asked.self) { try CardPage.all(of: [gold], in: situation, for: Stranger()) }
    let full = Array(repeating: open, count: 6) + [gold]
    #expect(try CardPage.all(of: full, in: situation, for: Stranger()).map(\.cards.count) == [6])
  }
}
