import Foundation
import QixCatalog
import QixCommands
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Webhooks

/// Programs of several parties add webhooks to one installation: each has its own, and is told what it may know.
@Suite struct OwnWebhookTests {
  /// A home with a running campaign `stage`, and the tokens of two integrators.
  private func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true, modules: Catalog.modules + [StallModule.self]) { home in
      _ = try ShakeStage(home, StallShake.self)
      for name in ["one", "two"] {
        try home.done("token create \(name) --role integrator --output \(home.path)/\(name).token")
      }
      try home.done("token create ops --role operator --output \(home.path)/ops.token")
      try body(home)
    }
  }

  private func run(_ line: String, as name: String, in home: TestHome) throws -> TestTerminal.Outcome {
    try home.qix(["--as", "\(home.path)/\(name).token"] + line.split(separator: " ").map(String.init))
  }

  private func add(_ line: String = "", as name: String, in home: TestHome) throws -> String {
    let outcome = try run("webhook add https://\(name).example/ --campaign stage --quiet \(line)", as: name, in: home)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return outcome.output.trimmingCharacters(in: .newlines)
  }

  @Test func anIntegratorHasItsOwnAlone() throws {
    try with { home in
      let own = try add(as: "one", in: home), others = try add(as: "two", in: home)
      let owners = try home.done("webhook add https://crm.example/ --quiet").trimmingCharacters(in: .newlines)
      for id in [others, owners] {
        for verb in ["show", "secret", "test", "pause", "resume", "remove"] {
          let outcome = try run("webhook \(verb) \(id)", as: "one", in: home)
          #expect(outcome.exitCode == 3 && outcome.output.isEmpty, "\(verb): \(outcome)")
        }
      }
      #expect(try run("webhook list --quiet", as: "one", in: home).output == "\(own)\n")
      #expect(try run("webhook secret \(own)", as: "one", in: home).output.hasPrefix("whsec_"))
      let all = try run("webhook list --tsv", as: "ops", in: home).output
      #expect(all.contains(own) && all.contains(others) && all.contains(owners) && all.contains("token:one"))
      #expect(try home.qix(["webhook", "secret", others]).output.hasPrefix("whsec_"))
      // A secret that is left behind is nobody's of them.
      try home.database.write(Change("test.gone")) { connection, _ in
        try connection.run("DELETE FROM webhooks_webhooks WHERE owner = 'token:two'")
      }
      #expect(try run("webhook remove \(others)", as: "one", in: home).exitCode == 3)
      #expect(try home.qix("webhook remove \(others)").exitCode == 0)
      // A token that is rotated is who it was.
      let rotated = try home.qix("token rotate one --output \(home.path)/one2.token --yes")
      #expect(rotated.exitCode == 0, "\(rotated.errors)")
      #expect(try run("webhook list --quiet", as: "one2", in: home).output == "\(own)\n")
    }
  }

  /// docs/roles.md: an integrator stays outside of the house.
  @Test func anIntegratorReachesNoPrivateNetwork() throws {
    try with { home in
      let knocking = "webhook add http://127.0.0.1:1/ --allow-private --json"
      let refused = try run(knocking, as: "one", in: home)
      #expect(refused.exitCode == 4 && refused.code == "shakes.webhook-private-role", "\(refused.errors)")
      #expect(try home.count("webhooks_webhooks") == 0)
      #expect(try run("\(knocking) --dry-run", as: "ops", in: home).exitCode == 0)
    }
  }

  @Test func itIsToldOfACampaignOnceAnOperatorHasSaidSo() throws {
    try with { home in
      #expect(try run("webhook add https://one.example/", as: "one", in: home).exitCode == 2)
      let own = try add(as: "one", in: home)
      func state() throws -> String? {
        try JSONValue(parsing: home.done("webhook show \(own) --json"))["state"]?.string
      }
      #expect(try state() == "paused")
      let refused = try run("webhook resume \(own) --json", as: "one", in: home)
      #expect(refused.exitCode == 4 && refused.errors.contains("shakes.webhook-not-granted"), "\(refused.errors)")
      #expect(try run("webhook resume \(own)", as: "ops", in: home).exitCode == 0)
      #expect(try state() == "active")
      // From then on it goes on and adds others by itself, in that campaign alone.
      #expect(try run("webhook pause \(own)", as: "one", in: home).exitCode == 0)
      #expect(try run("webhook resume \(own)", as: "one", in: home).exitCode == 0)
      let second = try run(
        "webhook add https://one.example/b --campaign stage --json", as: "one", in: home)
      #expect(second.output.contains("\"active\"") && second.output.contains("token:ops"), "\(second)")
      _ = try ShakeStage(home, StallShake.self, campaign: "other")
      let other = try run("webhook add https://one.example/c --campaign other --json", as: "one", in: home)
      #expect(other.output.contains("\"paused\""), "\(other)")
      // What one was let into, another wasn't.
      let strangers = try run("webhook add https://two.example/ --campaign stage --json", as: "two", in: home)
      #expect(try JSONValue(parsing: strangers.output)["state"] == "paused")
    }
  }

  @Test func itIsToldOfUsersByAPseudonym() throws {
    try with { home in
      let receiver = try TestReceiver(), crm = try TestReceiver(), second = try TestReceiver()
      for (name, server) in [("one", receiver), ("two", second)] {
        let id = try add(as: name, in: home)
        // Integrators can't add what lies on this machine.
        try home.database.write(Change("test.url")) { connection, _ in
          try connection.run(
            "UPDATE webhooks_webhooks SET url = ?2, allows_private = 1, campaign = ?3 WHERE owner = ?1",
            .text("token:\(name)"), .text("\(server.server.url)/qix"), .id(DecidedShakes.campaign))
        }
        #expect(try run("webhook resume \(id)", as: "ops", in: home).exitCode == 0)
      }
      _ = try crm.add(to: home)
      try DecidedShakes.add([1, 1], in: home)
      try home.done("webhook deliver")
      let user = "\(UserID(high: 0x7000, low: 1 << 63))"
      #expect(try crm.events.map { $0["data"]?["user"]?.string } == [user, user])
      let told = try receiver.events
      #expect(told.count == 2)
      let names = told.compactMap { $0["data"]?["pseudonym"]?.string }
      // Who wins again is counted, and known at no other webhook.
      #expect(names.count == 2 && names[0] == names[1] && names[0].hasPrefix("anon_"), "\(names)")
      #expect(try second.events.first?["data"]?["pseudonym"]?.string != names[0])
      for body in receiver.server.requests.map(\.body) { #expect(!body.contains("usr_"), "\(body)") }
    }
  }

  /// What 0.5.0 has left: no owner stands beside it, and the audit log knows who has added it.
  @Test func thoseOfBeforeKeepWorkingForTheirMakers() throws {
    try with { home in
      let own = try add(as: "one", in: home)
      let receiver = try TestReceiver()
      try home.database.write(Change("test.old")) { connection, _ in
        try connection.run(
          """
          UPDATE webhooks_webhooks SET owner = NULL, tells_users = NULL, granted_by = NULL, state = 1, campaign = NULL,
            allows_private = 1, url = ?1
          """, .text("\(receiver.server.url)/qix"))
      }
      #expect(try run("webhook list --quiet", as: "one", in: home).output == "\(own)\n")
      #expect(try run("webhook list --quiet", as: "two", in: home).output.isEmpty)
      #expect(try run("webhook show \(own)", as: "two", in: home).exitCode == 3)
      try DecidedShakes.add([1], in: home)
      #expect(try run("webhook deliver", as: "one", in: home).exitCode == 0)
      let data = try receiver.events.first?["data"]
      #expect(data?["user"] == nil && data?["pseudonym"] != nil)
      #expect(try run("webhook pause \(own)", as: "one", in: home).exitCode == 0)
      #expect(try run("webhook resume \(own)", as: "one", in: home).exitCode == 0)
      #expect(try run("webhook remove \(own)", as: "one", in: home).exitCode == 0)
    }
  }
}
