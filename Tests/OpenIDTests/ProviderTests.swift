import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

@Suite struct ProviderTests {
  @Test func presetsAreKnown() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("auth provider add google --audience web-1 --audience android-1 --json")
      #expect(outcome.exitCode == 0)
      let answer = try JSONValue(parsing: outcome.output)
      #expect(answer["issuer"] == "https://accounts.google.com" && answer["algorithms"] == ["RS256"])
      #expect(answer["keys_url"] == "https://www.googleapis.com/oauth2/v3/certs")
      #expect(try home.qix("auth provider add facebook --audience 4711").exitCode == 0)
      #expect(try home.qix("auth provider list --quiet").output == "facebook\ngoogle\n")
      #expect(try home.qix("auth provider add google --audience web-1").exitCode == 5)
      #expect(
        try home.qix("auth provider add other --issuer https://accounts.google.com --keys-url https://a/b --audience c")
          .exitCode == 5)
    }
  }

  @Test func changesTakeThePlaceOfWhatWasThere() throws {
    try TestHome.initialised { home in
      _ = try home.qix("auth provider add google --audience web-1")
      let dry = try home.qix("auth provider set google --audience web-2 --dry-run --json")
      #expect(try JSONValue(parsing: dry.output)["audiences"] == ["web-2"])
      #expect(try home.qix("auth provider list --tsv").output.contains("web-1"))
      #expect(
        try home.qix("auth provider set google --audience web-2 --algorithm ES256 --algorithm RS256").exitCode == 0)
      let list = try home.qix("auth provider list --tsv").output
      #expect(list.contains("web-2") && !list.contains("web-1") && list.contains("RS256 ES256"))
      #expect(try home.qix("auth provider set google").exitCode == 2)
      #expect(try home.qix("auth provider set nobody --audience a").exitCode == 3)
      #expect(try home.qix("auth provider remove google --dry-run").exitCode == 0)
      #expect(try home.qix("auth provider remove google --reason moved").exitCode == 0)
      #expect(try home.qix("auth provider list --quiet").output.isEmpty)
      #expect(try home.qix("audit show --json").output.contains("identity.provider-remove"))
    }
  }

  @Test(arguments: [
    ["google"], ["shop", "--audience", "a"], ["shop", "--audience", "a", "--issuer", "https://a"],
    ["Google", "--audience", "a", "--issuer", "https://a", "--keys-url", "https://a/b"],
    ["shop", "--audience", "a", "--issuer", "http://a.example", "--keys-url", "https://a/b"],
    ["shop", "--audience", "a", "--issuer", "https://a.example?x=1", "--keys-url", "https://a/b"],
    ["shop", "--audience", "a", "--issuer", "https://a.example", "--keys-url", "http://a.example/b"],
    ["shop", "--audience", "a", "--issuer", "https://a.example", "--keys-url", "file:///etc/passwd"],
    ["shop", "--audience", "a b", "--issuer", "https://a.example", "--keys-url", "https://a.example/b"],
    ["shop", "--audience", "", "--issuer", "https://a.example", "--keys-url", "https://a.example/b"],
    ["google", "--audience", "a", "--audience", "a"], ["google", "--audience", "a", "--algorithm", "HS256"],
    ["google", "--audience", "a", "--algorithm", "none"],
  ])
  func whatIsNoProviderIsRefused(_ words: [String]) throws {
    try TestHome.initialised { (home) throws in
      #expect(try home.qix(["auth", "provider", "add"] + words).exitCode == 2)
      #expect(try home.qix("auth provider list --quiet").output.isEmpty)
    }
  }

  /// What a change makes of a provider is held to the same rules: whoever could have keys fetched over plain http could
  /// sign tokens of everybody.
  @Test(arguments: [
    ["--keys-url", "http://a.example/keys"], ["--keys-url", "file:///etc/passwd"], ["--audience", "a b"],
    ["--audience", "a", "--audience", "a"], ["--audience", ""],
  ])
  func aChangeMakesNoProviderThatCouldNotBeAdded(_ words: [String]) throws {
    try TestHome.initialised { home throws in
      _ = try home.qix("auth provider add google --audience web-1")
      let before = try home.qix("auth provider list --tsv").output
      #expect(try home.qix(["auth", "provider", "set", "google"] + words).exitCode == 2)
      #expect(try home.qix("auth provider list --tsv").output == before)
    }
  }

  /// Lengths and numbers up to which something is taken.
  @Test(arguments: [
    (40, 300, 240, 20, 0), (41, 300, 240, 20, 2), (40, 301, 240, 20, 2), (40, 300, 241, 20, 2), (40, 300, 240, 21, 2),
  ])
  func whatAProviderMayHave(_ name: Int, _ issuer: Int, _ audience: Int, _ audiences: Int, _ exitCode: Int32) throws {
    try TestHome.initialised { home throws in
      func long(_ text: String, _ count: Int) -> String {
        text + String(repeating: "a", count: count - text.utf8.count)
      }
      var words = ["auth", "provider", "add", long("", name), "--issuer", long("https://a.example/", issuer)]
      words += ["--keys-url", "https://a.example/keys", "--audience", long("", audience)]
      for number in 1..<audiences { words += ["--audience", "app-\(number)"] }
      #expect(try home.qix(words).exitCode == exitCode)
    }
  }
}
