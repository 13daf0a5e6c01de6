import Foundation
import QixCommands
import QixFormats
import QixTerminal
import QixTesting
import Testing

@Suite struct LinkAccountTests {
  private func with(_ body: (TestHome, TestIssuer) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      for name in ["ada", "eve"] { #expect(try home.qix("user create --external-id \(name)").exitCode == 0) }
      try body(home, issuer)
    }
  }

  private func link(_ user: String, _ token: String, _ more: [String] = [], in home: TestHome) throws -> (
    exitCode: Int32, code: String?, output: String, errors: String
  ) {
    let path = try home.file(token, named: "token.jwt")
    let outcome = try home.qix(["user", "link", user, "--provider", "shop", "--token-file", path, "--json"] + more)
    return (outcome.exitCode, outcome.code, outcome.output, outcome.errors)
  }

  @Test func anAccountIsLinkedOnceAndTakenAwayAgain() throws {
    try with { home, issuer in
      #expect(try link("ada", issuer.token(home), ["--dry-run"], in: home).exitCode == 0)
      #expect(try home.qix("user unlink ada --issuer \(issuer.url)").exitCode == 3)
      #expect(try link("ada", issuer.token(home), ["--reason", "asked for"], in: home).exitCode == 0)
      #expect(try link("ada", issuer.token(home), in: home).exitCode == 0)
      let audit = try home.qix("audit show --json").output
      #expect(audit.contains("identity.link") && audit.contains("asked for") && !audit.contains("person-1"))
      let shown = try home.qix("user show ada --json").output
      #expect(!shown.contains("person-1") && shown.contains("account"))
      // Who signs in by it alone can be asked by nobody, so two persons take it away.
      let alone = try home.qix("user unlink ada --issuer \(issuer.url)")
      #expect(alone.exitCode == 4 && alone.errors.contains("consent"), "\(alone.errors)")
      let unlink = ["user", "unlink", "ada", "--issuer", issuer.url, "--reason", "case 7", "--json"]
      #expect(try home.qix(unlink).code == "coins.approval-needed")
      try home.approveAll()
      #expect(try home.qix(unlink).exitCode == 0)
    }
  }

  @Test func anAccountOfSomebodyElseNamesTheMerge() throws {
    try with { home, issuer in
      #expect(try link("ada", issuer.token(home), in: home).exitCode == 0)
      let conflict = try link("eve", issuer.token(home), in: home)
      #expect(conflict.exitCode == 5 && conflict.code == "identity.belongs-to-another")
      #expect(conflict.errors.contains("user merge"))
      #expect(!conflict.errors.contains("person-1"))
      // Another person of the same issuer, with the same address: the pair of issuer and subject counts.
      #expect(try link("eve", issuer.token(home, ["sub": "person-2"]), in: home).exitCode == 0)
    }
  }

  @Test func aBadTokenLinksNothing() throws {
    try with { (home, issuer) throws in
      #expect(try link("ada", issuer.token(home, ["aud": "other"]), in: home).code == "identity.token-audience")
      #expect(try link("nobody", issuer.token(home), in: home).exitCode == 3)
      #expect(try home.qix("user unlink ada --issuer \(issuer.url)").exitCode == 3)
    }
  }

  /// Who has the account could sign in as the user.
  @Test func whoHasProvedANumberConsents() throws {
    try with { home, issuer in
      let outbox = Outbox(home)
      try outbox.useFile()
      func confirmed(_ words: String) throws -> String {
        let id = try home.done("auth otp request --user ada --quiet \(words)").trimmingCharacters(in: .newlines)
        try home.done("auth otp verify \(id)", input: "\(outbox.lastCode())\n")
        return id
      }
      _ = try confirmed("--phone +491701234567")
      let token = issuer.token(home)
      let alone = try link("ada", token, in: home)
      #expect(alone.exitCode == 4 && alone.code == "identity.consent-needed", "\(alone.errors)")
      let id = try confirmed("--consent phone")
      #expect(try link("ada", token, ["--consent", id], in: home).exitCode == 0)
      // A consent is good once, and what is linked already changes nothing.
      #expect(try link("ada", issuer.token(home, ["sub": "person-2"]), ["--consent", id], in: home).exitCode == 4)
      #expect(try link("ada", token, in: home).exitCode == 0)
    }
  }

  @Test func withoutAVaultNothingIsLinked() throws {
    try TestHome.initialised { home in
      let issuer = try TestIssuer()
      #expect(try issuer.add(to: home) == 0)
      _ = try home.qix("user create --external-id ada")
      #expect(try link("ada", issuer.token(home), in: home).exitCode != 0)
      #expect(issuer.fetches == 0)
    }
  }
}
