import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixModule
import QixNetwork
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Webhooks

/// Programs elsewhere are told what became of shakes: in order, at least once, signed.
@Suite struct WebhookDeliveryTests {
  private func with(_ more: [String] = [], _ body: (TestHome, TestReceiver, String) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      let receiver = try TestReceiver()
      try body(home, receiver, try receiver.add(to: home, more))
    }
  }

  /// Outcome and count of the one webhook, and the exit code.
  private func deliver(
    _ home: TestHome, _ more: [String] = []
  ) throws -> (outcome: String?, count: Int64?, exitCode: Int32) {
    let outcome = try home.qix(["webhook", "deliver", "--json"] + more)
    let row = try JSONValue(parsing: outcome.output)["webhooks"]?.array?.first
    return (row?["outcome"]?.string, row?["delivered"]?.integer, outcome.exitCode)
  }

  private func shown(_ home: TestHome, _ id: String) throws -> JSONValue {
    try home.json(["webhook", "show", id])
  }

  @Test func whatHappensFromNowOnIsToldInItsOrder() throws {
    try TestHome.initialised(vault: true) { home in
      try DecidedShakes.add([1], in: home)
      let receiver = try TestReceiver()
      let id = try receiver.add(to: home, ["--events", "shake.won,shake.refused"])
      #expect(try deliver(home) == ("done", 0, 0))
      try DecidedShakes.add([1, 2, 3], in: home)
      #expect(try deliver(home) == ("done", 2, 0))
      #expect(try deliver(home) == ("done", 0, 0))
      #expect(try receiver.shakes == [DecidedShakes.id(2), DecidedShakes.id(4)])
      let events = try receiver.events
      let won = try #require(events.first)
      #expect(won["type"] == "shake.won" && won["id"]?.string == receiver.ids.first)
      #expect(won["at"] == "2027-01-15T08:00:00Z" && won["data"]?["coins"] == 5)
      #expect(won["data"]?["shake"]?.string == "\(DecidedShakes.id(2))")
      #expect(won["data"]?["campaign"]?.string == "\(DecidedShakes.campaign)")
      #expect(events.last?["type"] == "shake.refused" && events.last?["data"]?["refusal"] == "shakes.cap")
      let request = try #require(receiver.server.requests.first)
      #expect(request.method == "POST" && request[header: "content-type"] == "application/json")
      #expect(try shown(home, id)["delivered"] == 2)
      #expect(try home.database.read { try EventLog($0).isRead(at: home.clock.now()) })
    }
  }

  @Test func onlyOneCampaignsShakesWhereThatIsSaid() throws {
    try with { (home, receiver, id) throws in
      // Campaigns are another module's; here it is enough what the table says.
      try home.database.write(Change("test.campaign")) { connection, _ in
        try connection.run("UPDATE webhooks_webhooks SET campaign = ?1", .id(DecidedShakes.campaign))
      }
      let other = CampaignID(high: 0x7000, low: 1 << 63)
      try DecidedShakes.add([1], in: home, campaign: other)
      try DecidedShakes.add([1], in: home)
      #expect(try deliver(home) == ("done", 1, 0))
      #expect(try receiver.shakes == [DecidedShakes.id(2)])
      #expect(try shown(home, id)["backlog"] == 0)
    }
  }

  /// The signature, as a program computes it that shares nothing with this one.
  @Test(.needs(.python()))
  func anybodyWithTheSecretCanCheckTheSignature() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1], in: home)
      #expect(try deliver(home).count == 1)
      let secret = try home.qix(["webhook", "secret", id])
      #expect(secret.exitCode == 0 && secret.output.hasPrefix("whsec_"))
      let request = try #require(receiver.server.requests.first)
      let signed = try [request[header: "webhook-id"], request[header: "webhook-timestamp"]].map { try #require($0) }
      let script = """
        import sys, hmac, hashlib, base64
        secret, id, time, body = sys.argv[1:]
        key = base64.b64decode(secret.removeprefix("whsec_"))
        tag = hmac.new(key, f"{id}.{time}.{body}".encode(), hashlib.sha256).digest()
        print("v1," + base64.b64encode(tag).decode(), end="")
        """
      let expected = try Tool.python(["-c", script, secret.output] + signed + [request.body]).output
      #expect(request[header: "webhook-signature"] == expected)
      #expect(signed[1] == "\(home.clock.now().microseconds / 1_000_000)")
      let audit = try home.qix("audit show --json").output
      #expect(audit.contains("shakes.webhook-secret") && !audit.contains("whsec_"))
    }
  }

  @Test func aSecretGoesToATerminalOnlyWhenItIsRevealed() throws {
    try with { (home, _, id) throws in
      let hidden = try home.qix(["webhook", "secret", id], isTerminal: true)
      #expect(hidden.exitCode != 0 && !hidden.output.contains("whsec_"))
      #expect(try home.qix(["webhook", "secret", id, "--reveal"], isTerminal: true).output.hasPrefix("whsec_"))
      #expect(try home.qix(["webhook", "secret", id, "--json"]).exitCode == 2)
    }
  }

  @Test func whatIsNotTakenIsTriedAgainBeforeAnythingLater() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1, 1], in: home)
      receiver.answer("500 Oops", "302 Found")
      #expect(try deliver(home) == ("waiting", 0, 75))
      #expect(try deliver(home) == ("waiting", 0, 75))
      #expect(try receiver.shakes == [DecidedShakes.id(1)])
      let retry = try #require(try shown(home, id)["retry_at"]?.string.flatMap { Timestamp($0) })
      let wait = retry.microseconds - home.clock.now().microseconds
      #expect(WebhookDelivery.backoff.span(failures: 1).contains(wait))
      home.clock.advance(byMicroseconds: wait - 1)
      #expect(try deliver(home).outcome == "waiting")
      home.clock.advance(byMicroseconds: 1)
      #expect(try deliver(home) == ("waiting", 0, 75))
      #expect(try shown(home, id)["failures"] == 2)
      home.clock.advance(byMicroseconds: WebhookDelivery.backoff.span(failures: 2).upperBound)
      #expect(try deliver(home) == ("done", 2, 0))
      #expect(try receiver.shakes == [1, 1, 1, 2].map(DecidedShakes.id))
      #expect(Set(receiver.server.requests.prefix(3).map(\.body)).count == 1)
      #expect(try shown(home, id)["failures"] == 0)
    }
  }

  @Test func waitingGrowsToAnHour() {
    let spans = (1...12).map { WebhookDelivery.backoff.span(failures: $0) }
    #expect(spans[0] == 5_000_000...10_000_000 && spans[1] == 10_000_000...20_000_000)
    #expect(spans[8] == 1_280_000_000...2_560_000_000 && spans[9] == 1_800_000_000...3_600_000_000)
    #expect(spans[11] == spans[9] && WebhookDelivery.backoff.span(failures: .max) == spans[9])
    let random = SeededRandomSource(seed: 4)
    let draws = (0..<200).map { _ in WebhookDelivery.backoff.microseconds(failures: 3, random: random) }
    #expect(draws.allSatisfy(spans[2].contains) && Set(draws).count > 190)
  }

  @Test func afterDaysInVainItIsPausedAndTheDoctorNamesIt() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1], in: home)
      receiver.answer("500 Oops", "500 Oops", "500 Oops")
      _ = try deliver(home)
      home.clock.advance(byMicroseconds: 3 * Timestamp.day - 1)
      #expect(try deliver(home).outcome == "waiting")
      home.clock.advance(byMicroseconds: 3_600_000_000)
      #expect(try deliver(home) == ("paused", 0, 0))
      #expect(try shown(home, id)["state"] == "gave-up")
      #expect(try home.qix("doctor --json").output.contains("webhook \(id)"))
      #expect(try home.lastAction() == "shakes.webhook-give-up")
      // What happens meanwhile is not lost.
      try DecidedShakes.add([1], in: home)
      #expect(try deliver(home) == ("paused", 0, 0))
      #expect(try home.qix("webhook resume \(id)").exitCode == 0)
      #expect(try deliver(home) == ("done", 2, 0))
    }
  }

  @Test func whoIsGoneIsNotToldAgain() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1, 1], in: home)
      receiver.answer("410 Gone")
      #expect(try deliver(home) == ("paused", 0, 0))
      #expect(try shown(home, id)["state"] == "gone")
      #expect(try deliver(home) == ("paused", 0, 0))
      #expect(receiver.ids.count == 1)
      #expect(try home.qix("webhook resume \(id) --skip").exitCode == 0)
      #expect(try deliver(home) == ("done", 0, 0))
    }
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
    "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: 100_000),
    "nonsense\r\n\r\n",
  ])
  func anAnswerThatIsNoneIsAFailure(_ raw: String) throws {
    try with { (home, receiver, _) throws in
      try DecidedShakes.add([1], in: home)
      receiver.answer(raw: raw)
      #expect(try deliver(home) == ("waiting", 0, 75))
    }
  }

  /// A process that ends between sending and writing it down: the next one tells it again, with the same id, as soon as
  /// the lease of the dead one is over.
  @Test func aCrashMeansASecondTellingWithTheSameId() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1, 1], in: home)
      // As the database is at the moment of the crash: taken in hand, nothing marked.
      try home.database.write(Change("test.crash")) { connection, _ in
        let until = home.clock.now().advanced(byMicroseconds: WebhookDelivery.lease)
        try connection.run("UPDATE webhooks_webhooks SET leased_until = ?1", .time(until))
      }
      #expect(try deliver(home) == ("busy", 0, 75))
      home.clock.advance(byMicroseconds: WebhookDelivery.lease)
      #expect(try deliver(home) == ("done", 2, 0))
      // And once more, with the mark of the second taken back.
      try home.database.write(Change("test.crash")) { connection, _ in
        try connection.run("UPDATE webhooks_webhooks SET position = zeroblob(16)")
      }
      #expect(try deliver(home) == ("done", 1, 0))
      #expect(try receiver.shakes == [1, 2, 2].map(DecidedShakes.id))
      #expect(try shown(home, id)["backlog"] == 0)
    }
  }

  @Test func pausingMeanwhileEndsTheRun() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1, 1, 1], in: home)
      receiver.whenAsked { number in
        if number == 2 { _ = try? home.qix("webhook pause \(id)") }
      }
      #expect(try deliver(home).count == 2)
      #expect(receiver.ids.count == 2)
      #expect(try shown(home, id)["state"] == "paused")
      #expect(try home.qix("webhook pause \(id)").exitCode == 5)
      // The second was taken when it was paused; it is told once more.
      #expect(try home.qix("webhook resume \(id)").exitCode == 0)
      #expect(try deliver(home).outcome == "done")
      #expect(try receiver.shakes == [1, 2, 2, 3].map(DecidedShakes.id))
    }
  }

  @Test func aLimitAndAnInterruptionStopBetweenEvents() throws {
    try with { (home, receiver, _) throws in
      try DecidedShakes.add([1, 1, 1], in: home)
      #expect(try deliver(home, ["--limit", "1"]) == ("stopped", 1, 0))
      let interruption = Interruption()
      receiver.whenAsked { number in
        if number == 2 { interruption.request() }
      }
      // Interrupted while the second is on its way: it may be told again.
      let outcome = try home.qix(["webhook", "deliver", "--watch", "--json"], interruption: interruption)
      #expect(outcome.exitCode == 0)
      let early = Interruption()
      early.request()
      #expect(try home.qix(["webhook", "deliver", "--json"], interruption: early).exitCode == 130)
      #expect(try deliver(home).outcome == "done")
      #expect(try Set(receiver.ids).count == 3 && receiver.shakes.last == DecidedShakes.id(3))
    }
  }

  @Test func whatAllHaveBeenToldGoes() throws {
    try with { (home, _, id) throws in
      try DecidedShakes.add([1, 1, 1], in: home)
      _ = try deliver(home)
      #expect(try home.count("qix_events") == 1)
      try DecidedShakes.add([1], in: home)
      #expect(try deliver(home) == ("done", 1, 0))
      #expect(try home.qix("webhook remove \(id)").exitCode == 0)
      #expect(try !home.database.read { try EventLog($0).isRead(at: home.clock.now()) })
      #expect(try home.qix("webhook show \(id)").exitCode == 3)
    }
  }

  /// Both or nothing: its secret is in the same database.
  @Test func theSecretGoesWithTheWebhook() throws {
    try with { (home, receiver, id) throws in
      let other = try receiver.add(to: home)
      #expect(try home.count("vault_items") == 2)
      #expect(try home.qix("webhook remove \(id) --dry-run").exitCode == 0)
      #expect(try home.count("vault_items") == 2)
      #expect(try home.qix("webhook remove \(id)").exitCode == 0)
      #expect(try home.count("vault_items") == 1)
      #expect(try home.qix("vault verify").exitCode == 0)
      #expect(try home.qix("webhook secret \(other)").exitCode == 0)
      #expect(try home.qix("webhook remove \(id)").exitCode == 3)
    }
  }

  /// Earlier versions left it behind; an import brings it back.
  @Test func theSecretOfAWebhookThatIsGoneIsNamedAndTakenOut() throws {
    try with { (home, _, id) throws in
      func warnings() throws -> [String] {
        try (JSONValue(parsing: home.qix("doctor --json").output)["findings"]?.array ?? [])
          .filter { $0["check"]?.string == "webhook \(id)" }.compactMap { $0["verdict"]?.string }
      }
      #expect(try warnings() == ["ok"])
      _ = try home.database.exclusively { try $0.execute(script: "DELETE FROM webhooks_webhooks") }
      #expect(try warnings() == ["warning"])
      #expect(try home.qix("webhook remove \(id) --dry-run").exitCode == 3)
      #expect(try home.qix("webhook remove \(id)").exitCode == 0)
      #expect(try home.count("vault_items") == 0)
      #expect(try warnings() == [])
      #expect(try home.lastAction() == "shakes.webhook-remove")
      #expect(try home.qix("webhook remove \(id)").exitCode == 3)
    }
  }

  /// Whoever can't open the vault keeps both, and may pause it.
  @Test func aLockedVaultKeepsTheWebhook() throws {
    try with { (home, _, id) throws in
      try FileManager.default.moveItem(atPath: home.vaultKey, toPath: home.vaultKey + ".away")
      let before = try home.contents()
      #expect(try home.qix("webhook remove \(id) --no-input").exitCode == 2)
      #expect(try home.contents() == before)
      #expect(try home.qix("webhook pause \(id)").exitCode == 0)
    }
  }

  @Test func aDryRunSendsNothing() throws {
    try with { (home, receiver, _) throws in
      try DecidedShakes.add([1, 1], in: home)
      let before = try home.contents()
      #expect(try deliver(home, ["--dry-run"]) == ("would-deliver", 2, 0))
      #expect(try home.contents() == before)
      #expect(receiver.ids.isEmpty)
    }
  }

  @Test func aTestIsSignedAndChangesNothing() throws {
    try with { (home, receiver, id) throws in
      try DecidedShakes.add([1], in: home)
      let taken = try home.json(["webhook", "test", id])
      #expect(taken["taken"] == true)
      #expect(try receiver.events.first?["type"] == "webhook.test")
      #expect(receiver.server.requests.first?[header: "webhook-signature"]?.hasPrefix("v1,") == true)
      receiver.answer("500 Oops")
      let refused = try home.qix(["webhook", "test", id, "--json"])
      #expect(refused.exitCode == 1 && refused.code == "shakes.webhook-not-taken")
      #expect(try shown(home, id)["backlog"] == 1)
    }
  }

  static let slips: [([String], Int32, String)] = [
    (["http://127.0.0.1:9/"], 6, "shakes.webhook-private"), (["https://localhost/"], 6, "shakes.webhook-private"),
    (["https://10.1.2.3/"], 6, "shakes.webhook-private"), (["https://[::1]/"], 6, "shakes.webhook-private"),
    (["https://169.254.169.254/latest"], 6, "shakes.webhook-private"),
    (["http://hooks.example/"], 2, "shakes.webhook-malformed"),
    (["https://hooks.example/?token=s3cret"], 2, "shakes.webhook-malformed"),
    (["https://hooks.example/", "--events", "shake.lost"], 2, "usage"),
    (["https://hooks.example/", "--events", ""], 2, "usage"),
    (["https://hooks.example/", "--time-limit", "60"], 2, "usage"),
    (["https://hooks.example/", "--campaign", "nosuch"], 3, "shakes.campaign-not-found"),
  ]

  @Test(arguments: slips)
  func badWebhooksAreRefused(_ words: [String], _ exitCode: Int32, _ code: String) throws {
    try TestHome.initialised(vault: true) { home in
      let outcome = try home.qix(["webhook", "add", "--json"] + words)
      #expect(outcome.exitCode == exitCode && outcome.code == code, "\(outcome.errors)")
      #expect(!outcome.errors.contains("s3cret"))
      #expect(try home.count("webhooks_webhooks") == 0)
    }
  }

  /// A name that leads into a private network is found out when it is connected to.
  @Test func aNameThatLeadsHomeIsNotConnectedTo() throws {
    try with { (home, receiver, _) throws in
      try DecidedShakes.add([1], in: home)
      try home.database.write(Change("test.rebind")) { connection, _ in
        try connection.run("UPDATE webhooks_webhooks SET allows_private = 0")
      }
      let outcome = try home.qix(["webhook", "deliver", "--json"])
      #expect(outcome.exitCode == 75 && outcome.output.contains("private network"))
      #expect(receiver.server.requests.isEmpty)
    }
  }

  @Test func withoutAVaultThereIsNoWebhook() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("webhook add https://hooks.example/ --json")
      #expect(outcome.exitCode == 3 && outcome.code == "vault.absent")
      #expect(try home.count("webhooks_webhooks") == 0)
    }
  }
}
