import Foundation
import Glibc
import QixTesting
import Testing

/// Programs that are given secrets, and where a secret must not be found.
@Suite struct VaultRunTests {
  /// A secret that is nowhere else in the world.
  private static func canary() -> String { "canary-" + UUID().uuidString }

  private func withVault(_ body: (BuiltProgram, String) throws -> Void) throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("vault init --key-file \(home)/key --quiet")
      try body(qix, home)
    }
  }

  private func set(_ qix: BuiltProgram, _ service: String, _ account: String, _ secret: String) throws {
    let words = ["vault", "set", service, account, "--reader", "run", "--quiet"]
    try #require(try qix(words, input: secret + "\n").exitCode == 0)
  }

  @Test func aReferenceIsFilledInAndNothingElse() throws {
    try withVault { qix, _ in
      try set(qix, "smtp", "a/b c", "hunter2")
      var qix = qix
      qix.environment["PASSWORD"] = "qix://vault/smtp/a%2Fb%20c"
      qix.environment["PLAIN"] = "see qix://vault/smtp/a%2Fb%20c"
      let words = ["vault", "run", "--", "sh", "-c", "echo $PASSWORD; echo $PLAIN; echo $$; exit 7", "--help"]
      let outcome = try qix(words)
      let lines = outcome.output.split(separator: "\n")
      #expect(outcome.exitCode == 7 && outcome.errors.isEmpty)
      #expect(lines.first == "hunter2" && lines.dropFirst().first == "see qix://vault/smtp/a%2Fb%20c")
      #expect(try qix.done("audit show").output.contains("vault.run"))
    }
  }

  @Test func aFileInMemoryHoldsWhatAVariableCanNot() throws {
    try withVault { qix, home in
      let secret = "\(home)/secret"
      try Data([1, 0, 2, 10]).write(to: URL(fileURLWithPath: secret))
      try qix.done("vault set key push --class key --reader run --quiet --secret-file \(secret)")
      var qix = qix
      let words = ["vault", "run", "--file", "KEY=qix://vault/key/push", "--", "sh", "-c", "wc -c < $KEY; : > $KEY"]
      let outcome = try qix(words)
      #expect(outcome.output.hasPrefix("4") && outcome.exitCode != 0, "it can be read, and not be changed")
      qix.environment["KEY"] = "qix://vault/key/push"
      #expect(try qix("vault run -- true").exitCode == 2)
    }
  }

  @Test func whatCannotBeFilledInRunsNothing() throws {
    try withVault { qix, home in
      try set(qix, "smtp", "ada", "hunter2")
      try #require(try qix(["vault", "set", "smtp", "private", "--quiet"], input: "x").exitCode == 0)
      for (value, code) in [
        ("qix://vault/smtp/nobody", Int32(3)), ("qix://vault/smtp", 2), ("qix://vault/smtp/ada?x", 2),
        ("qix://vault/smtp/private", 4),
      ] {
        var qix = qix
        qix.environment["GOOD"] = "qix://vault/smtp/ada"
        qix.environment["OTHER"] = value
        let outcome = try qix(["vault", "run", "--", "touch", "\(home)/ran"])
        #expect(outcome.exitCode == code && !outcome.errors.contains("hunter2"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: "\(home)/ran"))
      }
      #expect(try qix.done("audit show").output.contains("vault.denied"))
      #expect(try qix("vault run -- /nonexistent").exitCode == 3)
      #expect(try qix("vault run").exitCode == 2)
    }
  }

  @Test func withoutReferencesItNeedsNoVault() throws {
    try BuiltProgram.initialised { qix, _ in
      let outcome = try qix(["vault", "run", "--", "echo", "-n", "--x"])
      #expect(outcome.output == "--x")
      // It is written down all the same.
      #expect(try qix.done("audit show --action vault.run --tsv").output.contains("vault.run"))
    }
  }

  /// The child would act as the owner, and make itself any token it likes.
  @Test func aTokenGetsNoProgram() throws {
    try withVault { qix, home in
      try qix.done("token create eye --role admin --access read --scope vault --output \(home)/eye --quiet")
      let program = try BuiltProgram.path.get()
      let words = ["--as", "\(home)/eye", "vault", "run", "--", program, "token", "create", "mine", "--role", "admin"]
      let outcome = try qix(words)
      #expect(outcome.exitCode == 4 && outcome.output.isEmpty, "\(outcome)")
      #expect(try !qix.done("token list --all --tsv").output.contains("mine"))
    }
  }

  /// The same process: a signal for qix is one for the program.
  @Test func itBecomesTheProgram() throws {
    try withVault { qix, _ in
      try set(qix, "smtp", "ada", "hunter2")
      let outcome = try qix([
        "vault", "run", "--", "sh", "-c", "trap 'echo caught; exit 5' TERM; kill -TERM $$; sleep 5",
      ])
      #expect(outcome.output == "caught\n" && outcome.exitCode == 5)
      // SIGPIPE, which qix ignores for itself, is not ignored there.
      let ignored = try qix(["vault", "run", "--", "sh", "-c", "grep SigIgn /proc/self/status"]).output
      let mask = try #require(UInt64(ignored.drop { $0 != "0" }.prefix { $0 != "\n" }, radix: 16))
      #expect(mask & 1 << UInt64(SIGPIPE - 1) == 0)
    }
  }

  /// Reliability 17: a secret that is put in, used in every way, rotated and removed is found nowhere but where it was
  /// asked for.
  @Test func aSecretLeavesNoTrace() throws {
    try BuiltProgram.initialised { qix, home in
      let canary = Self.canary()
      let passphrase = Self.canary()
      let outside = FileManager.default.temporaryDirectory.appendingPathComponent("qix-canary-\(UUID())").path
      try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: outside) }
      let pass = "\(outside)/pass"
      try Data(passphrase.utf8).write(to: URL(fileURLWithPath: pass))
      chmod(pass, 0o600)
      var said = ""
      func run(_ words: [String], input: String = "") throws {
        let outcome = try qix(words, input: input)
        #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
        said += outcome.output + outcome.errors
      }
      let key = ["--passphrase-file", pass]
      try run(["vault", "init", "--memory", "64"] + key)
      try run(["vault", "unlock"] + key)
      defer { _ = try? qix("vault lock") }
      try run(["vault", "set", "smtp", "ada", "--reader", "run"], input: canary)
      try run(["vault", "set", "smtp", "ada"], input: canary + "2")
      #expect(try qix("vault get smtp ada").output == canary + "2")
      try run(["vault", "list", "--json"])
      try run(["vault", "status"])
      try run(["db", "backup", "\(home)/backup.db"])
      // What is seen of processes that hold it: none of them can be looked into, and their lists of words say nothing.
      for process in Self.processes(named: "qix-vault-agent") {
        for file in ["cmdline", "environ", "status", "maps"] {
          #expect(
            !Self.contains("/proc/\(process)/\(file)", canary) && !Self.contains("/proc/\(process)/\(file)", passphrase)
          )
        }
      }
      try run(["vault", "rotate"] + key)
      #expect(!Self.anywhere(in: home, canary) && !Self.anywhere(in: home, passphrase))
      try run(["vault", "unlock"] + key)
      try run(["vault", "remove", "smtp", "ada", "--confirm", "ada"])
      try run(["vault", "lock"])
      try run(["audit", "show"])
      #expect(!said.contains(canary) && !said.contains(passphrase))
      #expect(!Self.anywhere(in: home, canary) && !Self.anywhere(in: home, passphrase))
      // That the search finds what is there.
      try Data(canary.utf8).write(to: URL(fileURLWithPath: "\(home)/found"))
      #expect(Self.anywhere(in: home, canary))
    }
  }

  /// A process with a secret is asked for by another of the same user, who isn't root: neither its memory nor a core
  /// dump is to be had.
  ///
  /// The user is one of this process's own: agents of other runs on the machine are another user's. They would be taken
  /// for this one, and one that is just ending shows what it has no memory for any more.
  @Test(.needs(.root))
  func theAgentCannotBeLookedInto() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("qix-nobody-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let user = 20_000 + UInt32(getpid()) % 40_000
    chown(folder, user, user)
    try FileManager.default.copyItem(atPath: try BuiltProgram.path.get(), toPath: "\(folder)/qix")
    let script = """
      cd '\(folder)' && export HOME='\(folder)' QIX_HOME='\(folder)/home' && ulimit -c unlimited
      ./qix init -q >/dev/null && ./qix vault init --key-file key -q >/dev/null && ./qix vault unlock -q || exit 9
      for dir in /proc/[0-9]*; do
        [ "$(cat $dir/comm 2>/dev/null)" = qix-vault-agent ] || continue
        grep -q "^Uid:.\(user)[^0-9]" $dir/status || continue
        echo "agent ${dir#/proc/}"
        for file in mem environ maps; do head -c 1 $dir/$file >/dev/null 2>&1 && echo "readable $file"; done
        ls $dir/fd >/dev/null 2>&1 && echo "readable fd"
        kill -ABRT ${dir#/proc/}
      done
      sleep 0.2; ls | grep core; ./qix vault lock -q; exit 0
      """
    let setpriv = try Tool("setpriv")
    let outcome = try setpriv(
      ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", "sh", "-c", script])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("agent "))
    #expect(!outcome.output.contains("readable") && !outcome.output.contains("core"), "\(outcome.output)")
  }

  private static func processes(named name: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter {
      (try? String(contentsOfFile: "/proc/\($0)/comm", encoding: .utf8)) == name + "\n"
    }
  }

  private static func contains(_ path: String, _ text: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: path) else { return false }
    return data.range(of: Data(text.utf8)) != nil
  }

  /// Whether a file of a folder has a text in it: database, log, backup, whatever else.
  private static func anywhere(in folder: String, _ text: String) -> Bool {
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.contains { contains("\(folder)/\($0)", text) }
  }
}
