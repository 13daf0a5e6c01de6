import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

/// The commands about personal data, with a vault.
@Suite struct PersonalCommandTests {
  @Test func personalDataIsMaskedUnlessRevealed() throws {
    try TestHome.initialised(vault: true) { home in
      let id = try home.qix("user create --quiet").output.firstLine
      let profile =
        #"{"phone":"+393391234567","given-name":"Ada","birth-date":"1990-06-30","interests":["music","hiking"]}"#
      let set = try home.qix("user set \(id) --file -", input: profile)
      #expect(set.exitCode == 0, "\(set)")
      #expect(!set.output.contains("Ada") && !set.errors.contains("339123"))
      let masked = try home.qix("user show \(id) --json").output
      for secret in ["Ada", "3391234567", "1990-06", "music"] { #expect(!masked.contains(secret)) }
      #expect(masked.contains(#""phone": "+39"#) && masked.contains("4567"))
      #expect(try home.qix("user show \(id) --reveal").exitCode == 2)
      let shown = try home.qix(["user", "show", id, "--reveal", "--reason", "call 4711", "--json"])
      #expect(shown.output.contains(#""phone": "+393391234567""#) && shown.output.contains("music, hiking"))
      let log = try home.qix("audit show --json").output
      #expect(log.contains("access.reveal") && log.contains("call 4711") && !log.contains("3391234567"))
      #expect(log.contains("birth-date,given-name,interests,phone"))
    }
  }

  /// One field is uncovered, and the audit log says which.
  @Test func aFieldIsRevealedByItself() throws {
    try TestHome.initialised(vault: true) { home in
      let id = try home.qix("user create --quiet").output.firstLine
      let profile = #"{"phone":"+393391234567","given-name":"Ada","interests":["music"]}"#
      #expect(try home.qix("user set \(id) --file -", input: profile).exitCode == 0)
      let shown = try home.qix(["user", "show", id, "--reveal=given-name", "--reason", "call 4711", "--json"])
      #expect(shown.output.contains(#""given_name": "Ada""#), "\(shown)")
      #expect(!shown.output.contains("3391234567") && !shown.output.contains("music"))
      #expect(try home.done("audit show --subject \(id) --tsv").contains("\(id): given_name"))
      // A field that this user hasn't filled in: another one has.
      #expect(try home.qix("user show \(id) --reveal=email --reason x").exitCode == 0)
      let unknown = try home.qix("user show \(id) --reveal=mode --reason x")
      #expect(unknown.exitCode == 2 && unknown.errors.contains("phone, given_name, interests"), "\(unknown.errors)")
      #expect(try home.qix("user export \(id) --reveal=phone --reason x").exitCode == 2)
    }
  }

  @Test func usersAreFoundByPhoneAndEmail() throws {
    try TestHome.initialised(vault: true) { home in
      #expect(try home.qix(["user", "find", "--phone", "+393391234567"]).exitCode == 3)
      let id = try home.qix("user create --quiet").output.firstLine
      _ = try home.qix(["user", "set", id, "--phone", "+393391234567", "--email", "Ada@Example.com"])
      #expect(try home.qix(["user", "find", "--phone", "+393391234567", "--quiet"]).output.firstLine == id)
      #expect(try home.qix("user find --phone - --quiet", input: "+393391234567\n").output.firstLine == id)
      #expect(try home.qix("user find --email Ada@EXAMPLE.com --quiet").output.firstLine == id)
      #expect(try home.qix("user set \(id) --phone -", input: "+393391234568\n").exitCode == 0)
      #expect(try home.qix("user find --phone - --quiet", input: "+393391234568").output.firstLine == id)
      #expect(try home.qix("user set \(id) --phone - --email -").exitCode == 2)
      #expect(try home.qix(["user", "set", id, "--phone", "+393391234567"]).exitCode == 0)
      let other = try home.qix("user find --email eve@example.com")
      #expect(other.exitCode == 3 && !other.errors.contains("eve@"))
      #expect(try home.qix("user find --email nonsense").exitCode == 2)
      #expect(try home.qix("user find").exitCode == 2 && home.qix("user find a --email b@c.it").exitCode == 2)
      let taken = try home.qix("user create --quiet").output.firstLine
      let refused = try home.qix(["user", "set", taken, "--phone", "+393391234567"])
      #expect(refused.exitCode == 5 && refused.errors.contains(id) && !refused.errors.contains("3391234567"))
    }
  }

  @Test(arguments: [
    "[]", "{", #"{"fone": "1"}"#, #"{"phone": 393391234567}"#, #"{"interests": ["a,b"]}"#, #"{"interests": [1]}"#,
    #"{"phone": "1", "phone": "2"}"#, #"{"username": null}"#, #"{"email": "no secret"}"#, "", "\u{0}",
  ])
  func aBadFileIsRefusedAndNothingIsKept(_ text: String) throws {
    try TestHome.initialised(vault: true) { home in
      let id = try home.qix("user create --quiet").output.firstLine
      let before = try home.contents().filter { $0.hasPrefix("identity") }
      let outcome = try home.qix("user set \(id) --file - --gender female", input: text)
      #expect(outcome.exitCode == 2, "\(outcome)")
      #expect(!outcome.errors.contains("secret") && !outcome.errors.contains("3391234567"))
      #expect(try home.contents().filter { $0.hasPrefix("identity") } == before)
    }
  }

  @Test func trialUsersNeedNoVault() throws {
    try TestHome.initialised { home in
      for id in ["a", "b"] { _ = try home.qix("user create --external-id \(id)") }
      for line in [
        "user show a", "user list", "user set a --username adalove", "user suspend a", "user resume a",
        "user merge a --into b", "user export b --reveal --reason x", "user erase b --dry-run", "mode list",
        "user find --username adalove",
      ] {
        let outcome = try home.qix(line)
        #expect(outcome.exitCode == 0, "\(line): \(outcome.errors)")
      }
      let set = try home.qix("user set b --gender female")
      #expect(set.exitCode == 3 && set.errors.contains("vault"), "\(set)")
    }
  }

  @Test func standingsAreListed() throws {
    try TestHome.initialised { home in
      for id in ["a", "b", "c"] { _ = try home.qix("user create --external-id \(id)") }
      #expect(try home.qix("user suspend a --reason x").exitCode == 0)
      #expect(try home.qix("user suspend a").errors.contains("already"))
      #expect(try home.qix("user merge b --into c").exitCode == 0)
      #expect(try home.qix("user list --tsv").rows.count == 2)
      #expect(try home.qix("user list --standing suspended --tsv").rows.count == 1)
      #expect(try home.qix("user list --standing merged --tsv").rows.count == 1)
      #expect(try home.qix("user list --mode pro --tsv").rows.isEmpty)
    }
  }

  @Test func anExportHasEverythingThatWasPutIn() throws {
    try TestHome.initialised(vault: true) { home in
      let profile = [
        "phone": "+393391234567", "email": "ada@example.com", "gender": "female", "given-name": "Ada <b>",
        "family-name": "O'Neill & Co", "birth-date": "1990-06-30", "address": "Via Roma 1\n00100 Roma",
        "interests": "music, hiking", "instagram": "https://instagram.com/ada", "display-name": "Ada ❤",
      ]
      let id = try home.qix("user create --external-id shop-1 --quiet").output.firstLine
      _ = try home.qix("user create --external-id old-1")
      _ = try home.qix(["coins", "issue", "--to", "old-1", "--amount", "5", "--reason", "welcome gift"])
      _ = try home.qix("user merge old-1 --into shop-1")
      let json = String(decoding: try JSONEncoder().encode(profile), as: UTF8.self)
      #expect(try home.qix("user set shop-1 --file - --username ada-l", input: json).exitCode == 0)

      #expect(try home.qix("user export shop-1").exitCode == 2)
      let words = ["user", "export", "shop-1", "--reveal", "--reason", "request 12"]
      let outcome = try home.qix(words)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let export = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
      let fields = try #require(export["profile"] as? [[String: String]])
      let kept = Dictionary(uniqueKeysWithValues: fields.map { ($0["field"] ?? "", $0["value"] ?? "") })
      #expect(kept == profile)
      #expect((export["user"] as? [String: Any])?["id"] as? String == id)
      #expect((export["user"] as? [String: Any])?["username"] as? String == "ada-l")
      #expect((export["merged_ids"] as? [[String: Any]])?.first?["external_id"] as? String == "old-1")
      #expect(outcome.output.contains("welcome gift") && (export["modules"] as? [String: Any])?["coins"] != nil)

      let page = try home.qix(words + ["--format", "page", "--output", "\(home.path)/ada.html"])
      #expect(page.exitCode == 0 && TestHome.mode("\(home.path)/ada.html") == 0o600)
      let html = try String(contentsOfFile: "\(home.path)/ada.html", encoding: .utf8)
      #expect(html.contains("Ada &lt;b&gt;") && html.contains("O&#39;Neill &amp; Co") && html.contains("+393391234567"))
      #expect(!html.contains("<b>") && !html.contains("<script") && !html.contains("src="))
      #expect(try home.qix("audit show --json").output.contains("request 12"))
    }
  }

  @Test func whoeverFallsBackIsTold() throws {
    try TestHome.initialised(vault: true) { home in
      _ = try home.qix(["setting", "set", "identity.signed-requires", "phone and gender"])
      _ = try home.qix("user create --external-id a")
      let missing = try home.qix("user upgrade a")
      #expect(missing.exitCode == 6 && missing.errors.contains("missing phone; gender"), "\(missing)")
      _ = try home.qix(["user", "set", "a", "--phone", "+393391234567", "--gender", "not-said"])
      #expect(try home.qix("user show a").output.contains("missing for signed  nothing"))
      #expect(try home.qix("user upgrade a --dry-run").exitCode == 0)
      #expect(try home.qix("user list --mode signed --tsv").rows.isEmpty)
      #expect(try home.qix("user upgrade a").exitCode == 0 && home.qix("user upgrade a --to signed").exitCode == 0)
      let cleared = try home.qix("user set a --clear gender")
      #expect(cleared.exitCode == 0 && cleared.errors.contains("falls from signed to trial"), "\(cleared)")
    }
  }
}
