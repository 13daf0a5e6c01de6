import QixCommands
import QixCrypto
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing
import VaultContract

@testable import Vault

/// Keeping, reading, listing and removing secrets.
@Suite struct ItemTests {
  @Test func aSecretComesBackAsItWasGiven() throws {
    try Safe.with { safe in
      let set = try safe.run("vault set smtp ada --label mailer", input: "hunter2\n")
      #expect(set.exitCode == 0)
      #expect(!set.output.contains("hunter2") && !set.errors.contains("hunter2"))
      let get = try safe.run("vault get smtp ada")
      #expect(get.exitCode == 0 && get.output == "hunter2" && get.errors.isEmpty)
    }
  }

  /// Of text a newline at the end is the shell's; of anything else it belongs to the content.
  @Test(arguments: [
    ("password", "a\n", "a"), ("token", "a\r\n", "a"), ("password", "a\n\n", "a\n"), ("note", "a\n", "a\n"),
    ("certificate", "a\n", "a\n"), ("key", "a", "a"),
  ])
  func newlinesAtTheEnd(_ itemClass: String, _ given: String, _ kept: String) throws {
    try Safe.with { safe in
      try safe.done("vault set s a --class \(itemClass)", input: given)
      #expect(try safe.done("vault get s a") == kept)
      // A new version keeps to the class of the item.
      try safe.done("vault set s a", input: given)
      #expect(try safe.done("vault get s a") == kept)
    }
  }

  @Test func everyByteComesBack() throws {
    try Safe.with { safe in
      let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
      let file = try safe.write(bytes, to: "secret")
      try safe.done("vault set tls x --class certificate --secret-file \(file)")
      #expect(try safe.bytes("tls", "x") == bytes)
    }
  }

  @Test func theLargestSecretIsAMebibyte() throws {
    try Safe.with { safe in
      let largest = try safe.write([UInt8](repeating: 1, count: 1 << 20), to: "largest")
      try safe.done("vault set s a --class key --secret-file \(largest)")
      #expect(try safe.bytes("s", "a")?.count == 1 << 20)
      let larger = try safe.write([UInt8](repeating: 1, count: 1 << 20 | 1), to: "larger")
      let refused = try safe.run("vault set s b --class key --secret-file \(larger)")
      #expect(refused.exitCode == 2)
      #expect(refused.errors.contains("1048576"))
      #expect(try safe.bytes("s", "b") == nil)
    }
  }

  @Test(arguments: ["", "\n"])
  func nothingIsNoSecret(_ input: String) throws {
    try Safe.with { (safe: Safe) throws in
      #expect(try safe.exit("vault set s a", input: input) == 2)
      #expect(try safe.bytes("s", "a") == nil)
    }
  }

  @Test(arguments: [("", "a"), ("s", ""), (String(repeating: "x", count: 201), "a"), ("a\u{7}", "a"), ("s", "a\nb")])
  func malformedNamesAreRefused(_ service: String, _ account: String) throws {
    try Safe.with { safe in
      let outcome = try safe.home.qix(["vault", "set", service, account], input: "x")
      #expect(outcome.exitCode == 2)
      #expect(service.count < 2 || !outcome.errors.contains(service))
    }
  }

  @Test func earlierVersionsAreKept() throws {
    try Safe.with { safe in
      for number in 1...7 { try safe.done("vault set s a", input: "v\(number)") }
      #expect(try safe.done("vault get s a") == "v7")
      #expect(try safe.done("vault get s a --version-number 3") == "v3")
      #expect(try safe.exit("vault get s a --version-number 2") == 3)
      #expect(try safe.exit("vault get s a --version-number 8") == 3)
      #expect(try safe.home.count("vault_versions") == 5)
      try safe.done("vault remove s a --history")
      #expect(try safe.exit("vault get s a --version-number 6") == 3)
      #expect(try safe.done("vault get s a") == "v7")
      #expect(try safe.exit("vault verify") == 0)
    }
  }

  @Test func removingTakesAllOfIt() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      #expect(try safe.exit("vault remove s a --confirm b") == 2)
      #expect(try safe.exit("vault remove s a") == 2)
      #expect(try safe.exit("vault remove s a --confirm a --dry-run") == 0)
      #expect(try safe.done("vault get s a") == "x")
      try safe.done("vault remove s a --confirm a")
      #expect(try safe.exit("vault get s a") == 3)
      #expect(try safe.exit("vault remove s a --confirm a") == 3)
      for table in ["vault_items", "vault_versions", "vault_entries"] { #expect(try safe.home.count(table) == 0) }
      #expect(try safe.exit("vault verify") == 0)
    }
  }

  /// What was in the rows is in no file of the home afterwards.
  @Test func removedAndReplacedBoxesAreOverwritten() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      func boxes() throws -> [[UInt8]] {
        try safe.home.database.read { try $0.rows("SELECT box FROM vault_versions") { $0.blob(0) } }
      }
      let first = try #require(try boxes().first)
      func isThere(_ box: [UInt8]) throws -> Bool {
        try ["qix.db", "qix.db-wal"].contains { try safe.read($0).contains(box.suffix(60)) }
      }
      #expect(try isThere(first))
      try safe.done("vault rotate --deep")
      #expect(try !isThere(first))
      let second = try #require(try boxes().first)
      #expect(try isThere(second))
      try safe.done("vault remove s a --confirm a")
      #expect(try !isThere(second))
    }
  }

  @Test func listsShowNamesAndNoSecrets() throws {
    try Safe.with { safe in
      #expect(try safe.done("vault list") == "none\n")
      try safe.done("vault set zeta b --label Mailer --reader identity", input: "topsecret")
      try safe.done("vault set alpha b --class token", input: "topsecret")
      try safe.done("vault set alpha a", input: "topsecret")
      let list = try safe.done("vault list --tsv")
      #expect(!list.contains("topsecret"))
      let rows = list.split(separator: "\n").dropFirst().map {
        $0.split(separator: "\t").prefix(2).joined(separator: "/")
      }
      #expect(rows == ["alpha/a", "alpha/b", "zeta/b"])
      #expect(try safe.done("vault list --service alpha --tsv").split(separator: "\n").count == 3)
      #expect(try safe.done("vault list --class token --tsv").split(separator: "\n").count == 2)
      #expect(try safe.done("vault find MAIL --tsv").contains("zeta"))
      #expect(try safe.exit("vault find nowhere") == 3)
    }
  }

  @Test func dryRunsChangeNothing() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      let before = try safe.home.contents()
      try safe.done("vault set s a --dry-run", input: "y")
      try safe.done("vault set s b --dry-run", input: "y")
      try safe.done("vault allow s a --reader run --dry-run")
      try safe.done("vault rotate --dry-run")
      try safe.done("vault rotate --deep --dry-run")
      try safe.done("vault slot add credential --file \(safe.path("new")) --dry-run")
      #expect(try safe.home.contents() == before)
      #expect(TestHome.mode(safe.path("new")) == nil)
    }
  }

  @Test func theClassOfAnItemStays() throws {
    try Safe.with { safe in
      try safe.done("vault set s a --class token", input: "x")
      #expect(try safe.exit("vault set s a --class password", input: "y") == 5)
      #expect(try safe.done("vault get s a") == "x")
    }
  }

  @Test func generatedPasswordsAreAsLongAsAsked() throws {
    try Safe.with { safe in
      try safe.done("vault set s a --generate 40")
      let password = try safe.done("vault get s a")
      #expect(password.count == 40 && password.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
      #expect(try safe.exit("vault set s a --generate 7") == 2)
      #expect(try safe.exit("vault set s a --generate 20 --secret-file x") == 2)
    }
  }

  @Test func aSecretIsNotShownOnATerminalUnasked() throws {
    try Safe.with { safe in
      try safe.done("vault set s a", input: "x")
      let words = ["vault", "get", "s", "a"]
      let entries = try safe.home.count("qix_audit")
      let refused = try safe.home.qix(words, isTerminal: true)
      #expect(refused.exitCode == 2 && !refused.output.contains("x"))
      #expect(try safe.home.count("qix_audit") == entries)
      #expect(try safe.home.qix(words + ["--reveal"], isTerminal: true).output == "x\n")
      #expect(try safe.exit("vault get s a --json") == 2)
    }
  }

  /// Ten thousand items: each is found, all are listed, and what one change costs doesn't grow with them.
  @Test func manyItems() throws {
    try Safe.with { safe in
      let vault = try safe.open()
      try safe.tamper { connection in
        var state = try VaultState(vault, in: connection)
        for number in 0..<10_000 {
          let names = ItemNames(service: "service", account: "account-\(number)", label: "", readers: [])
          _ = try state.insert(names, .password, SecretBytes(copying: Array("secret-\(number)".utf8)))
        }
        try state.commit()
      }
      #expect(try safe.done("vault get service account-7777") == "secret-7777")
      #expect(try safe.done("vault list --quiet").split(separator: "\n").count == 10_000)
      let changes = try safe.home.database.read { try Manifest(in: $0)?.counter }
      try safe.done("vault set service account-5 --label x", input: "new")
      #expect(try safe.done("vault get service account-5") == "new")
      #expect(try safe.home.database.read { try Manifest(in: $0)?.counter } == (changes ?? 0) + 1)
    }
  }
}

extension [UInt8] {
  /// Whether the bytes stand somewhere in these.
  func contains(_ other: some Collection<UInt8>) -> Bool {
    guard let first = other.first, count >= other.count else { return false }
    var start = startIndex
    while let found = self[start...].firstIndex(of: first) {
      guard found + other.count <= count else { return false }
      if self[found..<found + other.count].elementsEqual(other) { return true }
      start = found + 1
    }
    return false
  }
}
