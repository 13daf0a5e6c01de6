import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Server

/// "That wasn't me": a customer reports something of theirs, and support answers.
@Suite struct CustomerDisputeTests {
  private static func open(
    _ server: RunningServer, _ token: String, _ subject: String, _ note: String? = nil
  ) throws -> RunningServer.Reply {
    let body: JSONValue = ["subject": .string(subject), "note": note.map { .string($0) } ?? .null]
    return try server.post("/v1/disputes", as: token, body.text())
  }

  private static func disputes(_ server: RunningServer, _ token: String, _ query: String = "") throws -> [JSONValue] {
    let reply = try server.get("/v1/disputes\(query)", as: token)
    return try #require(reply.json["disputes"]?.array, "\(reply.body)")
  }

  private static func ids(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

  @Test func supportSeesItAndAnswers() throws {
    try CustomerTests.with(vault: true) { home, server in
      let ((token, user), (other, _)) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try home.done("coins issue --to \(user) --amount 9")
      let spent = try #require(Self.ids(home.done("coins redeem --from \(user) --amount 4 --quiet")).last)
      let opened = try Self.open(server, token, spent, "I was at sea")
      #expect(opened.status == 200 && opened.json["kind"] == "transfer", "\(opened.body)")
      let dispute = try #require(opened.json["dispute"]?.string)
      // Once, by whom it concerns.
      let again = try Self.open(server, token, spent)
      #expect(again.code == "identity.disputed-already" && again.body.contains("already"), "\(again.body)")
      let stolen = try Self.open(server, other, spent)
      #expect(stolen.code == "identity.not-disputable" && stolen.status == 404, "\(stolen.body)")

      let desk = try server.token("desk", "support")
      let waiting = try Self.disputes(server, desk, "?state=open")
      #expect(waiting.map { $0["subject"]?.string } == [spent] && waiting.first?["user"]?.string == user)
      #expect(waiting.first?["note"] == "…")
      let revealed = try Self.disputes(server, desk, "?reveal=true&reason=case")
      #expect(revealed.first?["note"] == "I was at sea")
      let line = try home.done("user timeline \(user) --json")
      #expect(line.contains("Disputed: \(spent), \(dispute).") && !line.contains("at sea"), "\(line)")
      #expect(try server.get("/v1/disputes", as: server.token("crm", "integrator")).status == 403)

      let answer = "{\"answer\": \"We gave them back.\"}"
      #expect(try server.post("/v1/disputes/\(dispute)/close", as: token, answer).status == 403)
      #expect(try server.post("/v1/disputes/\(dispute)/close", as: desk, answer).status == 200)
      #expect(try server.post("/v1/disputes/\(dispute)/close", as: desk, answer).code == "identity.dispute-closed")
      let mine = try Self.disputes(server, token)
      #expect(mine.first?["state"] == "closed" && mine.first?["answer"] == "We gave them back.", "\(mine)")
      #expect(mine.first?["note"] == "I was at sea")
      #expect(try Self.disputes(server, other).isEmpty && Self.disputes(server, desk, "?state=open").isEmpty)
      // It can be reported once more; neither the words nor the answer lie open anywhere.
      #expect(try Self.open(server, token, spent).status == 200)
      #expect(try home.contents().allSatisfy { !$0.contains("at sea") && !$0.contains("gave them back") })
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  /// Every kind of thing, and what is none of theirs.
  @Test func eachOfTheirThingsCanBeReported() throws {
    try CustomerTests.with(vault: true) { home, server in
      let ((token, user), (friend, other)) = (try CustomerTests.trial(server), try CustomerTests.trial(server))
      try home.done("voucher generate tea-series --count 2 --title Tea")
      try home.done("reward create tea --brand Alba --title Tea --delivery voucher:tea-series --price 5")
      try home.done("reward publish tea")
      let shake = try server.post("/v1/shakes/tv", as: token, "{\"campaign\": \"summer\"}").json["shake"]?.string
      let redemption = try server.post("/v1/rewards/tea/redemptions", as: token, "{}").json["redemption"]?.string
      let shown = try server.get("/v1/redemptions/\(redemption ?? "")", as: token).json
      let code = try #require(shown["vouchers"]?.array?.first?["code"]?.string)
      let use = Self.ids(try home.done("voucher use --idempotency-key till-1 --quiet", input: code)).last
      let session = try server.get("/v1/sessions", as: token).json["sessions"]?.array?.first?["session"]?.string
      // Either side of a transfer between two.
      let sent = Self.ids(try home.done("coins transfer --from \(user) --to \(other) --amount 2 --quiet")).last
      for (thing, kind) in [
        (shake, "shake"), (redemption, "redemption"), (shown["vouchers"]?.array?.first?["voucher"]?.string, "voucher"),
        (use, "voucher"), (session, "session"), (sent, "transfer"),
      ] {
        let opened = try Self.open(server, token, try #require(thing, "\(kind)"))
        #expect(opened.status == 200 && opened.json["kind"]?.string == kind, "\(kind): \(opened.body)")
      }
      let theirs = try Self.open(server, friend, try #require(sent))
      #expect(theirs.status == 200 && theirs.json["user"]?.string == other, "\(theirs.body)")
      #expect(try Self.open(server, friend, try #require(sent)).code == "identity.disputed-already")
      // The desk has to say for which of the two it reports.
      let another = Self.ids(try home.done("coins transfer --from \(user) --to \(other) --amount 1 --quiet")).last ?? ""
      let unnamed = try home.qix("dispute open \(another)")
      #expect(unnamed.exitCode == 2 && unnamed.errors.contains("--user"), "\(unnamed.errors)")
      #expect(try home.done("dispute open \(another) --user \(user) --json").contains(user))
      for thing in ["mug", user, "trf_01m7w9tzg3f7fs9hn862jj74bb", "ada", "wallet:\(user)"] {
        #expect(try Self.open(server, token, thing).status == 404, "\(thing)")
      }
      for note in [String(repeating: "a", count: 501), "a\u{202E}b", " ", "\u{2800}"] {
        #expect(try Self.open(server, token, "x", note).status == 400, "\(note)")
        #expect(try home.qix(["dispute", "close", "dsp_01m7w9tzg3f7fs9hn862jj74bb", "--answer", note]).exitCode == 2)
      }
    }
  }

  @Test func someADay() throws {
    try CustomerTests.with(vault: true) { home, server in
      try home.done("setting set identity.disputes-per-day 2")
      let (token, user) = try CustomerTests.trial(server)
      let things = try (1...3).map { amount in
        try #require(Self.ids(home.done("coins issue --to \(user) --amount \(amount) --quiet")).last)
      }
      for thing in things.prefix(2) { #expect(try Self.open(server, token, thing).status == 200) }
      let third = try Self.open(server, token, things[2])
      #expect(third.code == "identity.dispute-limit" && third.body.contains("try again tomorrow"), "\(third.body)")
      // Who calls is helped all the same.
      try home.done("dispute open \(things[2])")
      home.clock.advance(byMicroseconds: Timestamp.day)
      let last = try #require(Self.ids(home.done("coins issue --to \(user) --amount 9 --quiet")).last)
      #expect(try Self.open(server, token, last).status == 200)
    }
  }

  /// It goes along with the user, and goes with them.
  @Test func itIsTheUsers() throws {
    try TestHome.initialised(vault: true) { home in
      for name in ["ada", "app-ada"] { try home.done("user create --external-id \(name)") }
      let trf = try #require(Self.ids(home.done("coins issue --to ada --amount 5 --quiet")).last)
      let dispute = try #require(
        Self.ids(home.qix(["dispute", "open", trf, "--note", "at sea", "--quiet"]).output).last)
      try home.done("user merge ada --into app-ada")
      let answered = try home.qix(["dispute", "close", dispute, "--answer", "we look"])
      #expect(answered.exitCode == 0, "\(answered.errors)")
      let listed = try home.qix(["dispute", "list", "--user", "app-ada", "--reveal", "--reason", "x", "--json"])
      #expect(listed.output.contains("at sea") && listed.output.contains("we look"), "\(listed)")
      let export = try home.done("user export app-ada --reveal --reason asked")
      #expect(export.contains(trf) && export.contains("at sea") && export.contains("we look"))
      try home.done("user erase app-ada --confirm app-ada")
      #expect(try home.count("identity_disputes") == 0 && home.count("identity_notes") == 0)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }
}
