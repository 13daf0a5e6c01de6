import QixCatalog
import QixFormats
import QixKernel
import QixModule
import QixNetwork
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import Webhooks

/// What other modules tell, what was there before, and what becomes of it without this module.
@Suite struct OutboxTests {
  private static let others: [any Module.Type] = Catalog.modules.filter { $0.id != "webhooks" }

  /// Runs a command line while the module is switched off.
  private func without(_ ids: Set<String>, _ line: String, in home: TestHome) throws -> TestTerminal.Outcome {
    let program = try Qix.program(
      disabled: ids, home: home.path, actor: home.actor, clock: home.clock, random: home.random, modules: home.modules)
    return TestTerminal(clock: home.clock).run(program, line.split(separator: " ").map(String.init))
  }

  @Test func eventsOfAnyModuleAreTold() throws {
    try TestHome.initialised(vault: true, modules: Catalog.modules + [StallModule.self]) { home in
      let receiver = try TestReceiver()
      let id = try receiver.add(to: home, ["--events", "stall.opened,shake.won"])
      #expect(try home.json(["webhook", "show", id])["events"] == "shake.won,stall.opened")
      try DecidedShakes.add([1], in: home)
      try home.database.write(Change("test.open")) { connection, _ in
        try connection.run("INSERT INTO qix_settings (name, value, set_at) VALUES ('stall.x', 'y', 0)")
        for _ in 0..<2 { try connection.tell("stall.opened", of: EventID(high: 0x7000, low: 1 << 63 | 99)) }
      }
      try DecidedShakes.add([2, 1], in: home)
      // A module that is switched off can't say what happened; what it has posted waits.
      let refused = try without(["stall"], "webhook deliver --json", in: home)
      #expect(refused.exitCode == 75 && refused.output.contains("events of the type 'stall.opened' are pending"))
      home.clock.advance(byMicroseconds: WebhookDelivery.backoff.longest)
      try home.done("webhook deliver")
      #expect(
        try receiver.events.map { $0["type"]?.string } == ["shake.won", "stall.opened", "stall.opened", "shake.won"])
      #expect(try receiver.events[1]["data"] == ["visitors": 7, "keeper": "usr_1"])
      #expect(Set(receiver.ids).count == 4)
    }
  }

  /// Until 0.6.0 webhooks and outbox were tables of shakes: nothing of them is lost, whatever stood in them.
  @Test func whatShakesHasKeptComesAlong() throws {
    try TestHome.initialised(vault: true, modules: Self.others) { home in
      let webhook = try #require(WebhookID("whk_01h455vb4pex5vsknk084sn02q"))
      try home.database.write(Change("test.old")) { connection, _ in
        for events in Int64(1)...7 {
          try connection.run(
            """
            INSERT INTO shakes_webhooks (id, url, events, allows_private, time_limit, added_at, position, state, delivered,
              delivered_at, failures, failing_since, retry_at, fault, owner, tells_users)
            VALUES (?1, 'https://hooks.example/', ?2, 0, 5000, ?3, 1, 1, 4, ?3, 2, ?3, ?3, 'no answer', 'token:crm', 0)
            """, .id(WebhookID(high: webhook.high, low: webhook.low &+ UInt64(events))), .integer(events),
            .time(home.clock.now()))
        }
        try DecidedShakes.keep([Int64](repeating: 1, count: 40), home, connection)
        for number in Int64(1)...40 {
          try connection.run(
            "INSERT INTO shakes_outbox (number, shake) VALUES (?1, ?2)", .integer(number), .id(DecidedShakes.id(number))
          )
        }
      }
      var whole = home
      whole.modules = Catalog.modules
      #expect(try whole.qix("webhook list").exitCode == 7)
      try whole.done("db migrate")
      let list = try #require(try whole.json(["webhook", "list"])["webhooks"]?.array)
      #expect(
        list.map { $0["events"]?.string } == [
          "shake.won", "shake.nothing", "shake.won,shake.nothing", "shake.refused", "shake.won,shake.refused",
          "shake.nothing,shake.refused", "shake.won,shake.nothing,shake.refused",
        ])
      let first = list[0]
      #expect(first["backlog"] == 39 && first["delivered"] == 4 && first["failures"] == 2)
      #expect(first["problem"]?.string != nil && first["owner"] == "token:crm")
      #expect(try whole.count("qix_events") == 40)
      #expect(try whole.database.exclusively { try $0.integrityFaults() } == [])
    }
  }

  /// Its rows stay as they are, and whoever checks the database finds them as they were made.
  @Test func aHomeIsWholeWhileItIsSwitchedOff() throws {
    try TestHome.initialised(vault: true) { home in
      _ = try TestReceiver().add(to: home)
      let off = try without(["webhooks"], "db check --json", in: home)
      #expect(off.exitCode == 0, "\(off.output)\(off.errors)")
      #expect(try without(["webhooks"], "webhook list", in: home).exitCode == 2)
      _ = try home.database.exclusively { try $0.execute(script: "DROP TABLE webhooks_webhooks") }
      let damaged = try without(["webhooks"], "db check", in: home)
      #expect(damaged.exitCode == 7 && damaged.output.contains("table webhooks_webhooks is missing"), "\(damaged)")
    }
  }

  /// A database from before, in which it was never switched on.
  @Test func aHomeIsWholeWhereItNeverWasOn() throws {
    try TestHome.initialised(modules: Self.others) { home in
      var whole = home
      whole.modules = Catalog.modules
      let off = try without(["webhooks"], "db check", in: whole)
      #expect(off.exitCode == 0, "\(off.output)\(off.errors)")
    }
  }
}
