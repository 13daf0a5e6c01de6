import Foundation
import QixCommands
import QixCrypto
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Directives

/// Directives that are fetched from elsewhere.
@Suite struct DirectiveSourceTests {
  private func with(_ more: [String] = [], _ body: (TestHome, TestSource) throws -> Void) throws {
    try TestHome.initialised { home in
      let source = try TestSource()
      try source.add(to: home, more)
      try body(home, source)
    }
  }

  @Test func whatIsSignedIsTakenAndHolds() throws {
    try with { (home, source) throws in
      #expect(try home.fetched() == ("new", 1, nil))
      #expect(try home.references() == ["agency/closed"])
      let test = try DirectiveCommandTests.json(home, ["directive", "test"])
      #expect(test["directive"] == "agency/closed")
      let request = try #require(source.server.requests.first)
      #expect(request.method == "GET" && request.target == "/directives.json")
      #expect(request[header: "authorization"] == nil)
      // It is the source's, so it goes with the source.
      #expect(try home.qix("directive remove agency/closed").exitCode == 6)
      #expect(try home.qix("directive source remove agency").exitCode == 0)
      #expect(try home.references() == [])
      #expect(
        try home.auditActions() == ["shakes.source-add", "shakes.directives-fetch", "shakes.source-remove"])
    }
  }

  @Test func whatHasNotChangedIsNotFetchedAgain() throws {
    try with { (home, source) throws in
      source.change { $0.etag = "\"one\"" }
      #expect(try home.fetched().outcome == "new")
      home.clock.advance(byMicroseconds: 3_600_000_000)
      #expect(try home.fetched() == ("unchanged", 1, nil))
      #expect(source.server.requests.last?[header: "if-none-match"] == "\"one\"")
      // It was confirmed just now, and that is no news for the audit log.
      let listed = try DirectiveCommandTests.json(home, ["directive", "source", "list"])
      #expect(listed["sources"]?.array?.first?["age_seconds"] == 0)
      #expect(try home.auditActions().count == 2)
      source.change {
        $0.body = TestSource.document(version: 2, name: "open")
        $0.etag = "\"two\""
      }
      #expect(try home.fetched() == ("new", 2, nil))
      #expect(try home.references() == ["agency/open"])
    }
  }

  /// What can't be said in a header again would keep every later request from being sent.
  @Test(arguments: ["\"\u{E9}\"", "\"" + String(repeating: "a", count: 2_000) + "\""])
  func anETagThatCannotBeRepeatedIsForgotten(_ etag: String) throws {
    try with { (home, source) throws in
      source.change { $0.headers = ["ETag: \(etag)"] }
      #expect(try home.fetched().outcome == "new")
      #expect(try home.fetched().outcome == "unchanged")
      #expect(source.server.requests.last?[header: "if-none-match"] == nil)
    }
  }

  static let refusals: [(String, @Sendable (inout TestSource.State) -> Void)] = [
    ("shakes.source-unsigned", { $0.signature = "" }),
    ("shakes.source-signature-malformed", { $0.signature = "ed25519=AAAA" }),
    ("shakes.source-signature-malformed", { $0.signature = "sha256=x" }),
    ("shakes.source-signature", { $0.signature = TestSource.header("another text", Array(repeating: 1, count: 32)) }),
    ("shakes.source-signature", { $0.signature = TestSource.header($0.body, Array(repeating: 2, count: 32)) }),
    (
      "shakes.source-unknown-key",
      { $0.signature = TestSource.header($0.body, Array(repeating: 1, count: 32)) + "; key=00" }
    ),
    ("shakes.source-content-type", { $0.contentType = "text/html" }),
    ("shakes.source-document", { $0.body = "<html>" }),
    ("shakes.source-document", { $0.body = #"{"schema":"qix.directives/1","version":9,"directives":[{}]}"# }),
    ("shakes.source-document", { $0.body = #"{"schema":"qix.directives/1","version":9,"directives":[],"x":1}"# }),
    ("shakes.source-document", { $0.body = String(repeating: "[", count: 100_000) }),
    ("shakes.source-replayed", { $0.body = TestSource.document(version: 4) }),
    ("shakes.source-replayed", { $0.body = TestSource.document(version: 5, name: "other") }),
    ("shakes.source-expired", { $0.body = TestSource.document(version: 9, expires: "2027-01-15T08:00:00Z") }),
    ("shakes.source-nothing-kept", { $0.status = "304 Not Modified" }),
    (
      "shakes.source-redirected",
      {
        $0.status = "302 Found"; $0.headers = ["Location: /directives.json"]
      }
    ),
    ("network.status", { $0.status = "503 Service Unavailable" }),
    ("network.status", { $0.status = "404 Not Found" }),
    ("network.too-large", { $0.body = "\"" + String(repeating: "a", count: 2 << 20) + "\"" }),
    ("network.failed", { $0.raw = "" }),
    (
      "network.failed", { $0.raw = "HTTP/1.1 200 OK\r\nContent-Length: 900\r\nContent-Type: application/json\r\n\r\n{" }
    ),
  ]

  /// Whatever comes, what was good before stays in force, and it is said.
  @Test(arguments: refusals.indices) func theLastGoodCopyIsKept(_ index: Int) throws {
    let (code, change) = Self.refusals[index]
    try with { (home, source) throws in
      source.change { $0.body = TestSource.document(version: 5) }
      if code != "shakes.source-nothing-kept" { #expect(try home.fetched().outcome == "new") }
      source.change(change)
      let outcome = try home.qix("directive fetch --json")
      #expect(outcome.exitCode == 75 && DirectiveCommandTests.code(outcome) == "shakes.source-not-fetched")
      let row = try JSONValue(parsing: outcome.output)["sources"]?.array?.first
      #expect(row?["code"]?.string == code)
      let kept = code == "shakes.source-nothing-kept" ? [] : ["agency/closed"]
      #expect(try home.references() == kept)
      let listed = try DirectiveCommandTests.json(home, ["directive", "source", "list"])["sources"]?.array?.first
      #expect(listed?["code"]?.string == code && listed?["failing_since"]?.string != nil)
      #expect(try home.auditActions().last == "shakes.directives-fail")
      let doctor = try home.qix("doctor --json")
      #expect(doctor.output.contains("directives of agency") && doctor.output.contains("directive fetch agency"))
      // Once for each kind of failure.
      let entries = try home.auditActions().count
      _ = try home.qix("directive fetch")
      #expect(try home.auditActions().count == entries)
      source.change { $0 = TestSource.State(body: TestSource.document(version: 10)) }
      #expect(try home.fetched() == ("new", 10, nil))
    }
  }

  @Test func aDryRunTriesAndKeepsNothing() throws {
    try with { (home, source) throws in
      let before = try home.contents()
      #expect(try home.fetched(["--dry-run"]).outcome == "new")
      source.change { $0.signature = "" }
      #expect(try home.fetched(["--dry-run"]).code == "shakes.source-unsigned")
      #expect(try home.contents() == before)
    }
  }

  @Test func anyOfItsKeysMaySign() throws {
    let other = try TestSource(seed: 2)
    try with(["--key", other.key.text]) { (home, source) throws in
      source.change { $0.signature = other.header($0.body) + "; key=\(other.key.id)" }
      #expect(try home.fetched().outcome == "new")
      // The name of one key with the signature of another.
      source.change { $0.signature = other.header($0.body) + "; key=\(source.key.id)" }
      #expect(try home.fetched().code == "shakes.source-signature")
    }
  }

  @Test func aSourceThatIsSilentForTooLongHoldsNoLonger() throws {
    try with(["--max-age", "2d"]) { (home, source) throws in
      #expect(try home.fetched().outcome == "new")
      source.change { $0.status = "500 Oops" }
      home.clock.advance(byMicroseconds: 2 * Timestamp.day - 1)
      _ = try home.qix("directive fetch")
      #expect(try DirectiveCommandTests.json(home, ["directive", "test"])["directive"] == "agency/closed")
      home.clock.advance(byMicroseconds: 1)
      #expect(try DirectiveCommandTests.json(home, ["directive", "test"])["directive"] == .null)
      source.change { $0.status = "200 OK" }
      #expect(try home.fetched() == ("unchanged", 1, nil))
      #expect(try DirectiveCommandTests.json(home, ["directive", "test"])["directive"] == "agency/closed")
    }
  }

  /// Its own word counts: what has expired holds no longer, also where nothing newer can be had.
  @Test func aDocumentEndsWhenItSays() throws {
    try with { (home, source) throws in
      source.change { $0.body = TestSource.document(version: 1, expires: "2027-01-15T09:00:00Z") }
      #expect(try home.fetched().outcome == "new")
      home.clock.advance(byMicroseconds: 3_599_999_999)
      #expect(try DirectiveCommandTests.json(home, ["directive", "test"])["directive"] == "agency/closed")
      home.clock.advance(byMicroseconds: 1)
      #expect(try DirectiveCommandTests.json(home, ["directive", "test"])["directive"] == .null)
    }
  }

  @Test func theTokenComesOutOfTheVault() throws {
    try TestHome.initialised(vault: true) { home in
      let source = try TestSource()
      try source.add(to: home, ["--token", "agency/qix"])
      #expect(try home.fetched().code == "vault.not-found")
      #expect(source.fetches == 0)
      let set = try home.qix(
        ["vault", "set", "agency", "qix", "--reader", "shakes"], input: "s3cret-token")
      try #require(set.exitCode == 0, "\(set.errors)")
      #expect(try home.fetched().outcome == "new")
      #expect(source.server.requests.last?[header: "authorization"] == "Bearer s3cret-token")
      let all = try home.qix("directive source list --json").output + home.qix("audit show --json").output
      #expect(!all.contains("s3cret-token"))
    }
  }

  @Test(arguments: [
    ["--url", "http://agency.example/d.json"], ["--url", "ftp://127.0.0.1/"], ["--url", "http://127.0.0.1/?token=x"],
    ["--url", "http://127.0.0.1/", "--key", "AAAA"], ["--url", "http://127.0.0.1/", "--token", "word"],
    ["--url", "http://127.0.0.1/", "--name"],
  ])
  func badSourcesAreRefused(_ words: [String]) throws {
    try TestHome.initialised { home in
      let name = words.contains("--name") ? "A b" : "agency"
      let key = words.contains("--key") ? [] : ["--key", "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="]
      let rest = words.filter { $0 != "--name" }
      let outcome = try home.qix(["directive", "source", "add", name, "--json"] + rest + key)
      #expect(outcome.exitCode == 2 && DirectiveCommandTests.code(outcome) == "shakes.source-malformed")
      #expect(try home.count("directives_sources") == 0)
    }
  }
}
