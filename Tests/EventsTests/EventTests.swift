import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixModule
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Events

/// What happens in all modules is told once it is durable, to each what they may know.
@Suite struct EventTests {
  /// A home in which events are read from its beginning on.
  private static func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      try home.done("event list")
      try body(home)
    }
  }

  private static func types(_ home: TestHome, _ line: String = "event list") throws -> [String] {
    let events = try JSONValue(parsing: home.done("\(line) --json --limit 1000"))["events"]?.array ?? []
    return events.compactMap { $0["type"]?.string }
  }

  /// The last event of a type, as a program of the operator's sees it.
  private static func last(_ type: String, _ home: TestHome) throws -> JSONValue {
    let events = try JSONValue(parsing: home.done("event list --type \(type) --json"))["events"]?.array ?? []
    return try #require(events.last, "no \(type)")
  }

  @Test func nothingIsKeptForNobody() throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 5")
      #expect(try home.count("qix_events") == 0)
      #expect(try home.done("event list").contains("none"))
      try home.done("coins issue --to ada --amount 5")
      #expect(try Self.types(home) == ["coins.issued"])
      // Whoever listened has gone, and for a day nobody came.
      home.clock.advance(byMicroseconds: 25 * 3_600_000_000)
      try home.done("coins issue --to ada --amount 5")
      #expect(try home.count("qix_events") == 1)
    }
  }

  /// Where nobody but webhooks reads events, those that no webhook asks for aren't kept.
  @Test func whatNoReaderAsksForIsNotKept() throws {
    try TestHome.initialised { home in
      _ = try home.database.bookkeep(waits: true) { connection in
        try EventLog(connection).keep(for: "one", from: EventLog.start, types: ["coins.redeemed", "user.erased"])
        try EventLog(connection).keep(for: "two", from: EventLog.start, types: ["user.created"])
      }
      func kept() throws -> [String] {
        try home.database.read { try EventLog($0).page(after: EventLog.start, limit: 10).map(\.type) }
      }
      try home.done("user create --external-id ada")
      try home.done("coins issue --to ada --amount 5")
      try home.done("coins redeem --from ada --amount 2")
      #expect(try kept() == ["user.created", "coins.redeemed"])
      // Whoever lists them reads all.
      try home.done("event list")
      try home.done("coins issue --to ada --amount 5")
      #expect(try kept() == ["user.created", "coins.redeemed", "coins.issued"])
    }
  }

  /// From making a user to erasing it: each module's part of the story.
  @Test func everyModuleTellsItsPart() throws {
    try Self.with { home in
      for name in ["ada", "bob"] { try home.done("user create --external-id \(name)") }
      try home.done("coins issue --to ada --amount 500 --idempotency-key k1")
      try home.done("coins issue --to bob --amount 5")
      try home.done("coins transfer --from ada --to bob --amount 7")
      let spent = try home.done("coins redeem --from ada --amount 3 --quiet").trimmed
      try home.done("coins reverse \(spent) --reason wrong")
      let hold = try home.done("coins hold --from ada --amount 4 --quiet").trimmed
      try home.done("coins void \(hold)")
      try home.done("budget create tea")
      try home.done("budget fund tea --amount 2000")
      try home.done("coins issue --from budget:tea --to bob --amount 1500")
      #expect(
        try Self.types(home) == [
          "user.created", "user.created", "coins.issued", "coins.issued", "coins.sent", "coins.received",
          "coins.redeemed",
          "coins.returned", "coins.held", "coins.released", "budget.funded", "coins.issued", "budget.low",
        ])
      let issued = try Self.last("coins.issued", home)
      #expect(issued["external_id"] == "bob" && issued["data"]?["budget"] == "tea" && issued["data"]?["coins"] == 1500)
      #expect(try Self.last("budget.low", home)["data"] == ["budget": "tea", "left": 500])

      try home.done("reward create mug --brand Acme --title Mug --delivery goods --price 50 --stock 10")
      try home.done("reward publish mug")
      let held = try home.done("reward redeem mug --user ada --hold --quiet").trimmed
      try home.done("reward confirm \(held)")
      let other = try home.done("reward redeem mug --user ada --hold --quiet").trimmed
      try home.done("reward cancel \(other) --reason changed")
      try home.done("reward refund \(held) --reason broken")
      let redemptions = try Self.types(home).filter { $0.hasPrefix("redemption.") }
      #expect(
        redemptions == [
          "redemption.held", "redemption.fulfilled", "redemption.held", "redemption.cancelled", "redemption.refunded",
        ])
      #expect(try Self.last("redemption.refunded", home)["data"]?["reward"] == "mug")

      try home.done("badge create first --title First --by-hand")
      try home.done("badge award first --user ada")
      try home.done("badge revoke first --user ada --reason mistake")
      try home.done("user suspend ada --reason fraud")
      try home.done("user resume ada --reason cleared")
      try home.done("user merge bob --into ada --reason same")
      try home.done("user erase ada --confirm ada --reason asked")
      let rest = try Self.types(home).filter { $0.hasPrefix("badge.") || $0.hasPrefix("user.") }
      #expect(
        rest == [
          "user.created", "user.created", "badge.awarded", "badge.revoked", "user.suspended", "user.resumed",
          "user.merged", "user.erased",
        ])
      // What is told of the erased says nothing of who they were.
      #expect(try !home.done("event list --json --limit 1000").contains("\"ada\""))
    }
  }

  @Test func whatWasTakenBackIsNotTold() throws {
    try Self.with { home in
      try home.done("user create --external-id ada --dry-run")
      #expect(try home.qix("coins redeem --from nobody --amount 5").exitCode != 0)
      let lines = "user,amount\nada,5\nghost,7\n"
      _ = try home.qix(["coins", "issue", "--file", "-", "--atomic"], input: lines)
      #expect(try Self.types(home).isEmpty)
    }
  }

  /// Ids grow from each to the next, though many write at once; behind a cursor there is all that came, once.
  @Test func aCursorLeavesNothingOut() throws {
    try Self.with { home in
      for index in 0..<60 { try home.done("user create --external-id u\(index)") }
      var (position, seen): (String?, [String]) = (nil, [])
      position = "\(EventLog.start)"
      while let after = position {
        let page = try JSONValue(parsing: home.done("event list --after \(after) --limit 7 --json"))
        let ids = page["events"]?.array?.compactMap { $0["event"]?.string } ?? []
        seen += ids
        position = ids.isEmpty ? nil : page["position"]?.string
      }
      #expect(seen.count == 60 && seen == seen.sorted() && Set(seen).count == 60)
      #expect(try home.qix("event list --after evt_x").exitCode == 2)
      #expect(try home.qix("event list --type coins.eaten").errors.contains("qix event types"))
    }
  }

  /// Each role by its token; nobody learns by an event what no command tells them.
  @Test func eachIsToldWhatTheyMayKnow() throws {
    try Self.with { home in
      try home.done("budget create tea")
      try home.done("budget fund tea --amount 2000")
      try home.done("user create --external-id ada")
      try home.done("coins issue --from budget:tea --to ada --amount 5 --idempotency-key k1 --reason why")
      let kept = try home.database.read { try EventLog($0).page(after: EventLog.start, limit: 100) }
      let ada = try #require(kept.last?.user)
      let registry = try Registry(Catalog.modules)
      var context = Context(clock: home.clock, random: home.random, services: Services(registry))
      (context.registry, context.database) = (registry, home.database)
      let feed = try context.service(Events.feed)
      let event = try #require(
        try home.database.read { try feed.page(after: EventLog.start, limit: 100, in: $0) }.events.last)
      func told(_ audience: EventAudience) throws -> JSONValue {
        let json = try JSONValue(
          parsing: String(decoding: event.cloudEvent(from: "/qix", for: audience), as: UTF8.self))
        #expect(json["specversion"] == "1.0" && json["type"] == "coins.issued" && json["source"] == "/qix")
        return json["data"] ?? .null
      }
      let staff = try told(EventAudience(.operator))
      #expect(staff["user"]?.string == "\(ada)" && staff["external_id"] == "ada")
      #expect(staff["key"] == "k1" && staff["reason"] == "why" && staff["budget"] == "tea")
      let own = try told(EventAudience(.user, user: ada))
      #expect(own["user"]?.string == "\(ada)" && own["external_id"] == nil && own["transfer"]?.string != nil)
      #expect(own["key"]?.isNull == true && own["reason"]?.isNull == true && own["budget"]?.isNull == true)
      let stranger = try told(EventAudience(.user, user: UserID(high: 0x7000, low: 1 << 63)))
      #expect(stranger["user"] == nil)
      let program = try told(EventAudience(.integrator))
      #expect(program["user"] == nil && program["external_id"] == nil && program["transfer"]?.isNull == true)
    }
  }

  /// What the types declare is what they tell: a development build stops at anything else.
  @Test func everyTypeIsDeclaredOnce() throws {
    let types = Catalog.modules.compactMap { $0 as? any EventSource.Type }.flatMap { $0.eventTypes }
    #expect(types.count == Set(types.map(\.name)).count && types.count > 30)
    for type in types {
      #expect(throws: Never.self, "\(type.name)") { try type.shape.answers() }
      #expect(type.summary.hasSuffix("."), "\(type.name)")
      let words = type.name.split(separator: ".")
      #expect(words.count == 2 && words.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "-" } }, "\(type.name)")
    }
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()) }
}
