import QixAge
import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Vault

@Suite struct ExportTests {
  private func identity(_ safe: Safe) throws -> (recipient: String, file: String) {
    let identity = AgeIdentity(random: safe.home.random)
    return ("\(identity.recipient)", try safe.write(identity.text.withUnsafeBytes { Array($0) }, to: "identity"))
  }

  /// An export as anybody could write it.
  private func file(_ safe: Safe, _ recipient: String, _ lines: [String], name: String = "made.age") throws -> String {
    let text = SecretBytes(copying: Array(lines.map { "\($0)\n" }.joined().utf8))
    return try safe.write(
      AgeFile.encrypt(text, for: [AgeRecipient(recipient)], random: safe.home.random), to: name)
  }

  private func header(_ items: Int) -> String { #"{"format":"qix-vault-export/1","items":\#(items)}"# }

  @Test func everythingComesBackInAnotherHome() throws {
    try Safe.with { safe in
      let (recipient, identity) = try identity(safe)
      let binary = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
      try safe.done("vault set smtp ada@example.org --label Mädchen --reader identity", input: "pa\"ss\\w")
      try safe.done("vault set tls x --class certificate --secret-file \(safe.write(binary, to: "b"))")
      try safe.done("vault set tls y --class note", input: "n\n")
      let store = Store(vault: try safe.open())
      try safe.home.database.write(.init("test")) { connection, _ in
        _ = try store.key("phone", of: "identity", in: connection)
      }
      for form in ["", " --armor"] {
        try safe.done("vault export \(safe.path("vault.age")) --recipient \(recipient) --force\(form)")
        #expect(TestHome.mode(safe.path("vault.age")) == 0o600)
        try Safe.with { other in
          try other.done("vault import \(safe.path("vault.age")) --identity-file \(identity)")
          for (service, account) in [
            ("smtp", "ada@example.org"), ("tls", "x"), ("tls", "y"), ("qix/identity", "phone"),
          ] {
            let (own, others) = (try safe.bytes(service, account), try other.bytes(service, account))
            #expect(own != nil && own == others)
          }
          let list = try other.done("vault list --service smtp --tsv")
          #expect(list.contains("Mädchen") && list.contains("identity"))
          #expect(try other.exit("vault verify") == 0)
          // Again: nothing to do.
          let before = try other.home.contents()
          #expect(try other.done("vault import \(safe.path("vault.age")) --identity-file \(identity)").contains("4"))
          #expect(
            try other.home.contents().filter { $0.hasPrefix("vault_") } == before.filter { $0.hasPrefix("vault_") })
        }
      }
      #expect(try safe.exit("vault export \(safe.path("vault.age")) --recipient \(recipient)") == 5)
      #expect(try safe.done("audit show --tsv").contains("vault.export"))
    }
  }

  @Test func aDryRunWritesNothing() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      let before = try safe.home.contents()
      let dry = try safe.done("vault export \(safe.path("v.age")) --dry-run --json")
      #expect(dry.contains("\"items\": 1") && dry.contains("\"dry_run\": true"))
      #expect(try safe.home.contents() == before && TestHome.mode(safe.path("v.age")) == nil)
      let (recipient, _) = try identity(safe)
      try safe.done("vault export \(safe.path("v.age")) --recipient \(recipient) --reason moving")
      #expect(try safe.done("audit show --action vault.export --tsv").contains("moving"))
    }
  }

  @Test func conflictsFollowTheRule() throws {
    try Safe.with { safe in
      let (recipient, identity) = try identity(safe)
      try safe.done("vault set s a", input: "old")
      // eA== is x, eQ== is y, b2xk is old.
      let made = try file(
        safe, recipient,
        [
          header(2), #"{"service":"s","account":"a","secret_base64":"eA=="}"#,
          #"{"account":"b", "secret_base64" : "eQ==","service":"s"}"#,
        ])
      let line = "vault import \(made) --identity-file \(identity)"
      #expect(try safe.exit(line) == 5)
      #expect(try safe.bytes("s", "b") == nil)
      try safe.done("\(line) --on-conflict replace --dry-run")
      #expect(try safe.bytes("s", "b") == nil)
      try safe.done("\(line) --on-conflict skip")
      #expect(try safe.bytes("s", "a") == Array("old".utf8))
      #expect(try safe.bytes("s", "b") == Array("y".utf8))
      try safe.done("\(line) --on-conflict replace")
      #expect(try safe.bytes("s", "a") == Array("x".utf8))
      #expect(try safe.done("vault get s a --version-number 1") == "old")
    }
  }

  @Test(arguments: [
    [#"{"service":"s","account":"a"}"#], [#"{"service":"s","account":"a","secret_base64":"!"}"#],
    [#"{"service":"s","account":"a","secret_base64":""}"#], [#"{"service":"s","secret_base64":"eA=="}"#],
    [#"{"service":"","account":"a","secret_base64":"eA=="}"#], ["not json"], [#"{"service":"s""#],
    [#"{"service":"s","account":"a","class":"spell","secret_base64":"eA=="}"#],
    [#"{"service":"s","account":"a","readers":"run","secret_base64":"eA=="}"#],
    [#"{"service":"s","account":"a","readers":["run",1],"secret_base64":"eA=="}"#],
    [#"{"service":"s","account":"a","readers":["run",""],"secret_base64":"eA=="}"#],
    [#"{"service":"s","account":"a","colour":"red","secret_base64":"eA=="}"#],
    [#"{"service":"s","account":"a","secret_base64":"eA==","secret_base64":"eQ=="}"#],
    [
      #"{"service":"s","account":"a","secret_base64":"eA=="}"#,
      #"{"service":"s","account":"a","secret_base64":"eQ=="}"#,
    ],
  ])
  func malformedLinesAreNamedAndNothingIsImported(_ lines: [String]) throws {
    try Safe.with { safe in
      let (recipient, identity) = try identity(safe)
      let good = #"{"service":"good","account":"a","secret_base64":"eA=="}"#
      let made = try file(safe, recipient, [header(lines.count + 1), good] + lines)
      let outcome = try safe.run("vault import \(made) --identity-file \(identity)")
      #expect(outcome.exitCode == 2 && !outcome.errors.contains("--on-conflict"), "\(outcome)")
      if lines == ["not json"] { #expect(outcome.errors.contains("JSON")) }
      #expect(outcome.errors.contains("line \(lines.count + 2)"), "\(outcome)")
      #expect(try safe.home.count("vault_items") == 0)
    }
  }

  /// No module could use such a key, and nobody could mend it.
  @Test(arguments: [
    #""secret_base64":"AAAA""#,
    #""class":"key","readers":["identity"],"secret_base64":"AAAA""#,
    #""readers":["identity"],"secret_base64":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=""#,
    #""class":"key","secret_base64":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=""#,
    #""class":"key","readers":["coins"],"secret_base64":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=""#,
    #""class":"key","readers":["identity","run"],"secret_base64":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=""#,
  ])
  func aKeyOfAModuleComesAsExportsWriteIt(_ rest: String) throws {
    try Safe.with { safe in
      let (recipient, identity) = try identity(safe)
      let line = #"{"service":"qix/identity","account":"users","# + rest + "}"
      let made = try file(safe, recipient, [header(1), line])
      for force in ["", " --on-conflict replace --force"] {
        let outcome = try safe.run("vault import \(made) --identity-file \(identity)\(force)")
        #expect(outcome.exitCode == 2 && outcome.errors.contains("line 2"), "\(outcome)")
      }
      #expect(try safe.home.count("vault_items") == 0)
    }
  }

  @Test func anotherKindOfFileIsNamed() throws {
    try Safe.with { safe in
      let (_, identity) = try identity(safe)
      let outcome = try safe.run("vault import \(safe.path("qix.db")) --identity-file \(identity)")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("qix.db is not a vault export"), "\(outcome)")
    }
  }

  @Test func filesThatAreNoExportsAreRefused() throws {
    try Safe.with { safe in
      let (recipient, identity) = try identity(safe)
      for lines in [[], [#"{"format":"qix-vault-export/2","items":0}"#], ["x"], [header(1)]] {
        let made = try file(safe, recipient, lines)
        #expect(try safe.exit("vault import \(made) --identity-file \(identity)") == 2)
      }
      try safe.done("vault export \(safe.path("v.age")) --recipient \(recipient)")
      var bytes = try safe.read("v.age")
      bytes[bytes.count - 5] ^= 1
      #expect(try safe.exit("vault import \(safe.write(bytes, to: "x.age")) --identity-file \(identity)") == 7)
      let cut = try safe.write(Array(bytes.prefix(40)), to: "y.age")
      #expect(try safe.exit("vault import \(cut) --identity-file \(identity)") == 7)
      #expect(try safe.exit("vault import \(safe.path("missing")) --identity-file \(identity)") == 3)
    }
  }
}
