import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// Rows that were edited with another program: the check finds whose name or number is not theirs any more.
@Suite struct TamperTests {
  private func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      for (name, number) in [("ada", "+447911123456"), ("bob", "+447911123457")] {
        #expect(try home.qix("user create --external-id \(name)").exitCode == 0)
        let set = ["user", "set", name, "--phone", number, "--email", "\(name)@example.com", "--gender", "other"]
        #expect(try home.qix(set).exitCode == 0)
      }
      // In a file as well, and by a budget.
      let grants = "user,amount\ncy,5\ndi,5\n"
      #expect(try home.qix("coins issue --file - --create-users", input: grants).exitCode == 0)
      for name in ["spring", "summer"] { #expect(try home.qix("budget create \(name)").exitCode == 0) }
      for line in [
        "user create --external-id fay", "user merge fay --into ada",
        "token create till --role integrator --scope wallet --access read --output \(home.path)/till --quiet",
        "webhook add https://hooks.example.com/qix --events shake.won",
      ] { try home.done(line) }
      let whole = try home.qix("db check")
      #expect(whole.exitCode == 0 && whole.output.contains("all match the audit log"), "\(whole.all)")
      try body(home)
    }
  }

  @Test(arguments: [
    "names": """
    UPDATE identity_users SET external_id = 'x' WHERE external_id = 'ada';
    UPDATE identity_users SET external_id = 'ada' WHERE external_id = 'bob';
    UPDATE identity_users SET external_id = 'bob' WHERE external_id = 'x';
    """,
    "names of a file": """
    UPDATE identity_users SET external_id = 'x' WHERE external_id = 'cy';
    UPDATE identity_users SET external_id = 'cy' WHERE external_id = 'di';
    UPDATE identity_users SET external_id = 'di' WHERE external_id = 'x';
    """,
    "one name": "UPDATE identity_users SET external_id = 'eve' WHERE external_id = 'ada'",
    "a name taken away": "UPDATE identity_users SET external_id = NULL WHERE external_id = 'ada'",
    "a user": "INSERT INTO identity_users VALUES (x'01010101010101010101010101010101', 1, 1, NULL, 'eve', 0)",
    "budgets": """
    UPDATE coins_accounts SET name = 'x' WHERE name = 'spring';
    UPDATE coins_accounts SET name = 'spring' WHERE name = 'summer';
    UPDATE coins_accounts SET name = 'summer' WHERE name = 'x';
    """,
    "whom a user was merged into": """
    UPDATE identity_users SET survivor = (SELECT id FROM identity_users WHERE external_id = 'bob')
      WHERE external_id = 'fay';
    """,
    "a token's role": "UPDATE access_tokens SET role = 'admin'",
    "a token's scopes": "UPDATE access_tokens SET scopes = NULL",
    "a token's end": "UPDATE access_tokens SET expires_at = expires_at + 1",
    "a token that may change": "UPDATE access_tokens SET reads_only = 0",
    "a webhook's address": "UPDATE webhooks_webhooks SET url = 'https://evil.example.com/'",
    "what a webhook is told": "UPDATE webhooks_webhooks SET tells_users = 0, owner = 'token:till'",
    "the sum too": """
    UPDATE identity_users SET external_id = 'eve' WHERE external_id = 'ada';
    UPDATE qix_sealed_facts SET sum = zeroblob(64) WHERE module = 'identity';
    """,
  ])
  func namesThatWereSwappedAreFound(_ what: String, _ script: String) throws {
    try with { home in
      try home.unchecked.exclusively { try $0.execute(script: script) }
      let check = try home.qix("db check")
      #expect(check.exitCode == 7 && check.output.contains("names and rights"), "\(what): \(check.all)")
    }
  }

  /// The audit log says who is suspended, in both directions.
  @Test func aSuspensionThatNoCommandHasDoneIsFound() throws {
    try with { home in
      try home.done("user suspend bob --reason test")
      try home.done("user resume bob --reason test")
      #expect(try home.qix("db check").exitCode == 0)
      try home.unchecked.exclusively {
        try $0.execute(script: "UPDATE identity_users SET standing = 2 WHERE external_id = 'bob'")
      }
      let check = try home.qix("db check")
      #expect(
        check.exitCode == 7 && check.output.contains("is suspended, but no command has suspended them"), "\(check.all)")
    }
  }

  @Test(arguments: [
    "fields": """
    CREATE TEMP TABLE kept AS SELECT user, field, box FROM identity_fields WHERE field = 'gender';
    UPDATE identity_fields SET box = (SELECT box FROM kept WHERE kept.user <> identity_fields.user)
      WHERE field = 'gender';
    """,
    "fields of one user": """
    CREATE TEMP TABLE kept AS SELECT user, field, box FROM identity_fields WHERE field = 'phone';
    UPDATE identity_fields SET box = (SELECT box FROM kept WHERE kept.user = identity_fields.user)
      WHERE field = 'email';
    """,
    "keys": """
    CREATE TEMP TABLE kept AS SELECT user, wrapped FROM identity_keys;
    UPDATE identity_keys SET wrapped = (SELECT wrapped FROM kept WHERE kept.user <> identity_keys.user);
    """,
    "look-ups": """
    CREATE TEMP TABLE kept AS SELECT hash, user, field FROM identity_lookups WHERE field = 'phone';
    DELETE FROM identity_lookups WHERE field = 'phone';
    INSERT INTO identity_lookups (hash, user, field)
      SELECT a.hash, b.user, a.field FROM kept AS a JOIN kept AS b ON a.user <> b.user;
    """,
  ])
  func boxesThatWereSwappedAreFound(_ what: String, _ script: String) throws {
    try with { home in
      try home.unchecked.exclusively { try $0.execute(script: script) }
      let check = try home.qix("db check")
      #expect(check.exitCode == 7 && check.output.contains("personal data"), "\(what): \(check.all)")
      // Without the key that can't be seen, which is said.
      #expect(try home.qix("setting reset vault.key-file").exitCode == 0)
      let locked = try home.qix("db check")
      #expect(locked.output.contains("the vault is locked, so none of it was opened"), "\(locked.all)")
    }
  }

  /// Whatever changes names by the program leaves them sealed.
  @Test func whatTheProgramDoesIsWhole() throws {
    try with { home in
      let lines = [
        "user merge ada --into bob", "user erase cy --confirm cy --reason test", "user create --external-id cy",
        "user create --external-id eve --dry-run", "user create", "user merge bob --into cy",
        "token rotate till --output \(home.path)/new --quiet", "token revoke till",
        "token create till-2 --role support --output \(home.path)/two --quiet --dry-run",
      ]
      for line in lines { #expect(try home.qix(line).exitCode == 0, "\(line)") }
      // What is refused, in a file too, leaves no trace.
      #expect(try home.qix("user create --external-id bob").exitCode == 5)
      let file = "user,amount\nfay,5\ngil,-5\nhal,5\n"
      #expect(try home.qix("coins issue --file - --create-users --keep-going", input: file).exitCode != 0)
      let check = try home.qix("db check")
      #expect(check.exitCode == 0, "\(check.all)")
      #expect(try home.qix("audit verify").exitCode == 0)
    }
  }

  /// The seal is as much a part of the audit log as the rest of an entry.
  @Test func aSealThatWasChangedIsFound() throws {
    try with { home in
      try home.unchecked.exclusively { connection in
        try connection.execute(
          script: """
            DROP TRIGGER qix_audit_is_never_updated;
            UPDATE qix_audit SET seal = zeroblob(32) WHERE seal IS NOT NULL;
            """)
      }
      #expect(try home.qix("audit verify").exitCode == 7)
    }
  }
}
