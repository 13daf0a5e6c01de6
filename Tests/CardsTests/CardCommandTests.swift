import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Cards

/// `qix card create|set|list|show|publish|remove`
@Suite struct CardCommandTests {
  private func json(_ home: TestHome, _ words: [String], input: String = "") throws -> JSONValue {
    let outcome = try home.qix(words + ["--json"], input: input)
    try #require(outcome.exitCode == 0, "\(words): \(outcome.errors)")
    return try JSONValue(parsing: outcome.output)
  }

  private func file(_ home: TestHome, _ name: String) throws -> JSONValue {
    try JSONValue(parsing: try home.done("card show \(name) --file -"))
  }

  @Test func optionsAndAFileSayTheSame() throws {
    try TestHome.initialised { home in
      _ = try json(
        home,
        [
          "card", "create", "a", "--title", "Autumn", "--text", "Shake.", "--action", "Shake now=qix://alba/harvest",
          "--tone", "gold", "--page", "2", "--order", "5", "--place", "milan", "--condition", "tier:gold", "--hours",
          "18:00-02:00", "--days", "fri", "--zone", "Europe/Rome", "--from", "2027-06-01T00:00:00Z",
        ])
      _ = try json(
        home,
        [
          "card", "set", "a", "--language", "it", "--title", "Autunno", "--action", "Agita=campaign/harvest",
        ])
      let text = try home.done("card show a --file -")
      let made = try json(home, ["card", "create", "b", "--file", "-"], input: text)
      #expect(made["state"] == "draft" && made["page"] == 2 && made["title"] == "Autumn")
      var (one, two) = (try file(home, "a").object, try file(home, "b").object)
      #expect(one?["actions"]?.array?.first?["text"]?["it"] == "Agita")
      #expect(one?["texts"]?.object?.members.map(\.key) == ["en", "it"])
      one?["name"] = nil
      two?["name"] = nil
      #expect(one != nil && one == two)
    }
  }

  @Test func aPartIsChangedOrRemoved() throws {
    try TestHome.initialised { home in
      let words = "--place milan --mode signed --condition tier:gold --segment all --picture https://a.example/x"
      try home.done("card create a --title A --text T --action Go=wallet \(words)")
      try home.done("card set a --page 4 --mode pro")
      #expect(try file(home, "a")["when"]?["mode"] == "pro" && file(home, "a")["page"] == 4)
      try home.done("card set a --text none --action none --picture none --mode none --condition none --place none")
      let card = try file(home, "a")
      #expect(card["when"]?.object?.members.map(\.key) == ["segment"], "\(card.text())")
      #expect(card["actions"] == nil && card["picture"] == nil && card["texts"]?["en"]?["text"] == nil)
      try home.done("card set a --from 2027-06-01 --until 2027-06-30")
      #expect(
        try file(home, "a")["from"] == "2027-06-01T00:00:00Z" && file(home, "a")["until"] == "2027-07-01T00:00:00Z")
      try home.done("card set a --from none --until none")
      #expect(try file(home, "a")["from"] == nil && file(home, "a")["until"] == nil)
      #expect(try home.qix("card set a --until soon").exitCode == 2)
      // A file replaces all of it but the name.
      try home.done("card set a --file -", input: #"{"name":"other","texts":{"ro":{"title":"R"}}}"#)
      #expect(try file(home, "a")["name"] == "a" && file(home, "a")["when"] == nil)
      #expect(try home.qix("card set a --title R --language ro").errors.contains("like this already"))
    }
  }

  /// Words in another language for the first button leave the second as it is, and the reader learns what it lacks.
  @Test func buttonsBeyondThoseGivenStay() throws {
    try TestHome.initialised { home in
      _ = try json(
        home, ["card", "create", "a", "--title", "A", "--action", "Go=wallet", "--action", "See=rewards"])
      try home.done("card set a --action Open=me")
      let actions = try file(home, "a")["actions"]?.array ?? []
      #expect(actions.map { $0["link"] } == ["me", "rewards"])
      let lacks = try home.qix(["card", "set", "a", "--language", "it", "--title", "B", "--action", "Vai=me"])
      #expect(lacks.exitCode == 2 && lacks.errors.contains("lacks the language 'it'"), "\(lacks.errors)")
    }
  }

  @Test func faultsAreNamedWithLineOrOption() throws {
    try TestHome.initialised { home in
      let text = "{\"name\": \"a\",\n \"texts\": {\"en\": {\"title\": \"A\"}},\n \"page\": 99, \"tune\": \"gold\"}\n"
      let bad = try home.qix(["card", "create", "--file", "-", "--json"], input: text)
      #expect(bad.exitCode == 2 && bad.errors.contains("cards.faulty"), "\(bad.errors)")
      for place in ["line 3, /page", "line 3, /tune"] { #expect(bad.errors.contains(place), "\(bad.errors)") }
      #expect(bad.errors.contains("did you mean 'tone'"))
      for (words, place) in [
        (["--action", "Go=walet"], "--action: "), (["--title", " "], "--title: "), ([], "--title: "),
        (["--title", "A", "--condition", "gold"], "--condition: "), (["--title", "A", "--days", "sat"], "--zone: "),
        (["--title", "A", "--hours", "18:00-18:00", "--zone", "UTC"], "--hours: "),
        (["--title", "A", "--picture", "ftp://x"], "--picture: "),
      ] {
        let outcome = try home.qix(["card", "create", "a"] + words)
        #expect(outcome.exitCode == 2 && outcome.errors.contains(place), "\(words): \(outcome.errors)")
      }
      #expect(try home.count("cards_cards") == 0)
    }
  }

  static let slips: [([String], Int32)] = [
    (["card", "create"], 2), (["card", "create", "a", "--file", "-", "--title", "A"], 2),
    (["card", "create", "crd_a", "--title", "A"], 2), (["card", "create", "a", "--title", "A", "--action", "Go"], 2),
    (["card", "create", "a", "--title", "A", "--page", "21"], 2), (["card", "create", "old", "--title", "A"], 5),
    (["card", "set", "old"], 2), (["card", "set", "none", "--page", "2"], 3), (["card", "show", "odl"], 3),
    (["card", "publish", "none"], 3), (["card", "remove", "none"], 3), (["card", "here", "--user", "nobody"], 3),
  ]

  @Test(arguments: slips) func badInputIsRefusedInWords(_ words: [String], _ exitCode: Int32) throws {
    try TestHome.initialised { home in
      try home.done("card create old --title Old")
      let before = try home.contents()
      let outcome = try home.qix(words)
      #expect(outcome.exitCode == exitCode, "\(words): \(outcome.errors)")
      #expect(try home.contents() == before)
    }
  }

  /// A card of which no user would see anything is refused with all others, and nothing is published.
  @Test func publishingFindsWhatIsMissing() throws {
    try TestHome.initialised { home in
      try home.done("card create a --title A")
      try home.done("card create b --title B --condition badge:week --until 2027-01-01")
      // A draft is seen by no user anyway.
      let draft = try home.qix("card set b --page 2")
      #expect(draft.exitCode == 0 && !draft.errors.contains("No user sees this card"), "\(draft.errors)")
      home.clock.set(try #require(Timestamp("2027-02-01T12:00:00Z")))
      let refused = try home.qix("card publish a b --json")
      #expect(refused.exitCode == 6 && refused.errors.contains("cards.not-ready"), "\(refused.errors)")
      for reason in ["no badge 'week'", "its period ended"] { #expect(refused.errors.contains(reason)) }
      #expect(try home.done("card list --state published --quiet").isEmpty)
      try home.done("badge create week --days 7")
      try home.done("card set b --until 2027-03-01")
      #expect(try home.done("card publish a b --quiet") == "a\nb\n")
      let warned = try home.qix("card set b --until 2027-01-15")
      #expect(warned.exitCode == 0 && warned.errors.contains("No user sees this card: its period"), "\(warned.errors)")
      let back = try home.qix("card publish b --draft")
      #expect(back.exitCode == 0 && !back.errors.contains("No user sees"), "\(back.errors)")
      try home.done("card set b --until 2027-03-01")
      try home.done("card publish b")
      // Once more changes nothing, and back is a way.
      #expect(try home.done("card publish a --quiet") == "a\n")
      try home.done("card publish a --draft")
      #expect(try home.done("card list --state draft --quiet") == "a\n")
    }
  }

  @Test func theListSaysWhyUsersDoNotSeeACard() throws {
    try TestHome.initialised { home in
      home.clock.set(try #require(Timestamp("2027-06-15T12:00:00Z")))
      for (name, more) in [
        ("draft", ""), ("shown", "--order 1"), ("ahead", "--from 2027-07-01"), ("over", "--until 2027-06-20"),
        ("second", "--page 2"),
      ] {
        try home.done("card create \(name) --title \(name) \(more)")
        if name != "draft" { try home.done("card publish \(name)") }
        // Of cards with one order, the older one comes first.
        home.clock.advance(byMicroseconds: 1_000_000)
      }
      home.clock.set(try #require(Timestamp("2027-06-25T12:00:00Z")))
      let rows = try json(home, ["card", "list"])["cards"]?.array ?? []
      #expect(rows.map { $0["card"] } == ["draft", "ahead", "over", "shown", "second"])
      #expect(
        rows.map { $0["now"] } == ["not published", "waits for its start", "period is over", "is shown", "is shown"])
      #expect(try home.done("card list --page 2 --quiet") == "second\n")
      #expect(try json(home, ["card", "here"])["pages"]?.array?.map { $0["page"] } == [1, 2])
    }
  }

  @Test func changesAreInTheAuditLogAndADryRunChangesNothing() throws {
    try TestHome.initialised { home in
      try home.done("card create a --title A")
      let before = try home.contents()
      for line in [
        "card create b --title B", "card set a --title C", "card publish a", "card publish a --draft", "card remove a",
      ] {
        let outcome = try home.qix("\(line) --dry-run --json")
        #expect(outcome.exitCode == 0 && outcome.output.contains("\"dry_run\": true"), "\(line): \(outcome)")
      }
      #expect(try home.contents() == before)
      try home.done("card set a --title C --reason typo")
      try home.done("card publish a")
      try home.done("card publish a --draft")
      try home.done("card remove a --reason over")
      let log = try home.database.read { connection in
        try connection.rows("SELECT action, subject FROM qix_audit WHERE action LIKE 'cards.%' ORDER BY entry") {
          (action: $0.text(0), subject: $0.text(1))
        }
      }
      #expect(
        log.map(\.action) == ["cards.create", "cards.set", "cards.publish", "cards.unpublish", "cards.remove"])
      #expect(log.allSatisfy { $0.subject.hasPrefix("a crd_") })
      #expect(try home.done("card list --quiet").isEmpty && home.qix("card show a").exitCode == 3)
    }
  }

  @Test func eventsTellOfEachChange() throws {
    try TestHome.initialised { home in
      try home.done("event list")
      try home.done("card create a --title A")
      try home.done("card publish a")
      // What is so already is no change.
      try home.done("card publish a")
      try home.done("card set a --page 3")
      try home.done("card publish a --draft")
      try home.done("card remove a")
      let events = try json(home, ["event", "list"])["events"]?.array ?? []
      #expect(
        events.map { $0["type"] } == [
          "card.changed", "card.published", "card.changed", "card.changed", "card.removed",
        ])
      #expect(
        events.allSatisfy { $0["data"]?["card"]?.string?.hasPrefix("crd_") ?? false && $0["user"]?.isNull == true })
    }
  }

  @Test func aCardIsFoundByNameAndId() throws {
    try TestHome.initialised { home in
      try home.done("card create autumn --title A")
      let id = try #require(try json(home, ["card", "show", "autumn"])["id"]?.string)
      for text in ["autumn", id] {
        let found = try json(home, ["find", text])["found"]?.array ?? []
        #expect(found.map { $0["kind"] } == ["card"] && found.first?["id"] == .string(id), "\(text)")
      }
      #expect(try json(home, ["card", "show", id])["card"] == "autumn")
    }
  }

  /// What is stored and can't be read is damage that checks name.
  @Test func aDamagedCardIsNamed() throws {
    try TestHome.initialised { home in
      try home.done("card create a --title A")
      try home.unchecked.write(Change("test")) { connection, _ in
        try connection.execute("UPDATE cards_cards SET definition = '{}'")
      }
      let outcome = try home.qix("card list")
      #expect(outcome.exitCode != 0 && outcome.errors.contains("crd_"), "\(outcome.errors)")
    }
  }

  @Test func thereIsAnEndToHowManyThereCanBe() throws {
    try TestHome.initialised { home in
      try home.done("card create first --title A")
      let card = try home.database.read { try CardStore($0).require("first") }
      try home.unchecked.write(Change("test")) { connection, _ in
        for number in 1..<UInt64(Card.most) {
          let other = Card(
            id: CardID(high: 0x7000, low: 1 << 63 | number), name: "c\(number)", state: .draft, texts: card.texts,
            picture: nil, tone: .plain, actions: [], page: 1, order: 0, condition: card.condition, from: nil,
            until: nil)
          try CardStore(connection).insert(other, at: home.clock.now())
        }
      }
      let outcome = try home.qix("card create last --title A --json")
      #expect(outcome.exitCode == 6 && outcome.errors.contains("cards.too-many"), "\(outcome.errors)")
    }
  }
}
