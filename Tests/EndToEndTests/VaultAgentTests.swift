import Foundation
import Glibc
import QixTesting
import Testing

/// The vault between processes: unlocked by one, used by others.
@Suite struct VaultAgentTests {
  private static let passphrase = "correct horse battery"

  /// Lends a home with a vault, locked, and ends the agent afterwards.
  private func withVault(_ body: (BuiltProgram, String, String) throws -> Void) throws {
    try BuiltProgram.initialised { qix, home in
      let pass = "\(home)/pass"
      try Data(Self.passphrase.utf8).write(to: URL(fileURLWithPath: pass))
      chmod(pass, 0o600)
      try qix.done("vault init --passphrase-file \(pass) --memory 64 --quiet")
      defer { _ = try? qix("vault lock") }
      try body(qix, home, pass)
    }
  }

  /// The agent's process, from the owner of the socket's other end.
  private func agent(_ home: String) -> pid_t? {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    for id in processes.compactMap({ pid_t($0) }) {
      let name = try? String(contentsOfFile: "/proc/\(id)/comm", encoding: .utf8)
      guard name == "qix-vault-agent\n" else { continue }
      let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/fd/4")
      if folder == home { return id }
    }
    return nil
  }

  @Test func unlockedForOthersAndLockedAgain() throws {
    try withVault { qix, home, pass in
      #expect(try qix("vault get smtp ada").exitCode == 4)
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(try qix(["vault", "set", "smtp", "ada"], input: "hunter2\n").exitCode == 0)
      #expect(try qix.done("vault get smtp ada").output == "hunter2")
      #expect(try qix.done("vault status --json").output.contains("\"idle_until\""))
      #expect(try qix.done("audit show").output.contains("vault.unlock"))
      // Once more changes nothing.
      #expect(try qix.done("vault unlock --json").output.contains("\"was_unlocked\": true"))
      #expect(try qix.done("vault lock --json").output.contains("\"was_unlocked\": true"))
      #expect(try qix.done("vault lock --json").output.contains("\"was_unlocked\": false"))
      let locked = try qix("vault list --json")
      #expect(locked.exitCode == 4 && locked.output.isEmpty)
      #expect(try PrintedError(locked).error.code == "vault.locked")
    }
  }

  @Test func aWrongPassphraseStartsNothing() throws {
    try withVault { qix, home, _ in
      let wrong = "\(home)/wrong"
      try Data("correct horse staple".utf8).write(to: URL(fileURLWithPath: wrong))
      #expect(try qix("vault unlock --passphrase-file \(wrong)").exitCode == 4)
      #expect(agent(home) == nil && !FileManager.default.fileExists(atPath: "\(home)/agent.sock"))
    }
  }

  /// Also where one runs already, which wouldn't need it.
  @Test func aWrongPassphraseIsToldWhileItRuns() throws {
    try withVault { qix, home, pass in
      let wrong = "\(home)/wrong"
      try Data("correct horse staple".utf8).write(to: URL(fileURLWithPath: wrong))
      chmod(wrong, 0o600)
      try qix.done("vault unlock --passphrase-file \(pass)")
      let outcome = try qix("vault unlock --passphrase-file \(wrong) --json")
      #expect(outcome.exitCode == 4)
      #expect(try PrintedError(outcome).error.code == "vault.wrong-key")
      try qix.done("vault unlock --passphrase-file \(pass)")
      try qix.done("vault unlock")
    }
  }

  @Test func whatNeedsTheKeyItselfSaysSo() throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass)")
      for line in ["vault rotate", "vault slot remove 1", "vault slot add key-file --file \(home)/new"] {
        let outcome = try qix(line + " --json")
        #expect(outcome.exitCode == 4, "\(line)")
        #expect(try PrintedError(outcome).error.code == "vault.needs-key", "\(line)")
      }
    }
  }

  /// It remembers a later state of the vault, which mustn't make a whole backup look damaged.
  @Test func anEarlierBackupIsRestoredWhileItRuns() throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(try qix(["vault", "set", "s", "a"], input: "x\n").exitCode == 0)
      try qix.done("db backup \(home)/b.db --with-vault")
      try qix.done("db backup \(home)/plain.db")
      #expect(try qix(["vault", "set", "s", "a"], input: "y\n").exitCode == 0)
      // Only looking takes nothing from the agent, nor does a backup without the vault.
      try qix.done("db restore \(home)/b.db --dry-run")
      try qix.done("db restore \(home)/plain.db --yes")
      #expect(try qix.done("vault get s a").output == "y")
      let restored = try qix.done("db restore \(home)/b.db --yes")
      #expect(restored.errors.contains("qix vault unlock"))
      #expect(try qix("vault get s a").exitCode == 4)
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(try qix.done("vault get s a").output == "x")
    }
  }

  /// What was denied is not handed out though the database of before that is put back, which is authentic in itself.
  @Test(arguments: ["vault deny s a --reader run", "vault remove s a --confirm a", "vault set s a"])
  func anOlderDatabaseIsNotTakenForTheNewer(_ change: String) throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(try qix(["vault", "set", "s", "a"], input: "hunter2\n").exitCode == 0)
      try qix.done("vault allow s a --reader run")
      // With what remembers the newest change beside it: without that the loss itself is found before anybody is asked.
      let files = ["qix.db", "qix.db-wal", "qix.ack"]
      let kept = try files.map { try Data(contentsOf: URL(fileURLWithPath: "\(home)/\($0)")) }
      #expect(try qix(change.split(separator: " ").map(String.init), input: "other\n").exitCode == 0)
      for (name, data) in zip(files, kept) {
        try data.write(to: URL(fileURLWithPath: "\(home)/\(name)"))
      }
      try? FileManager.default.removeItem(atPath: "\(home)/qix.db-shm")
      let run = try qix(["vault", "run", "--file", "SECRET=qix://vault/s/a", "--", "sh", "-c", "cat $SECRET"])
      #expect(run.exitCode == 7 && !run.output.contains("hunter2"), "\(run)")
      #expect(run.errors.contains("set back") && run.errors.contains("qix vault unlock"), "\(run.errors)")
      // Who has put it back knowingly goes on.
      try qix.done("vault lock")
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(try qix.done("vault get s a").output == "hunter2")
    }
  }

  @Test func theAgentOwesNothingToWhoeverStartedIt() throws {
    try withVault { qix, home, pass in
      var qix = qix
      qix.environment["SECRET_OF_THE_SHELL"] = "x"
      try qix.done("vault unlock --passphrase-file \(pass)")
      let process = try #require(agent(home))
      func text(_ file: String) -> String {
        (try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)) ?? ""
      }
      #expect(text("cmdline") == "qix-vault-agent\0")
      #expect(text("environ") == "")
      #expect(text("limits").split(separator: "\n").contains { $0.hasPrefix("Max core file size        0 ") })
      // Its key is in memory that isn't swapped out.
      #expect(text("status").wholeMatch(of: /(?s).*VmLck:\s+[1-9]\d* kB.*/) != nil)
      #expect(getsid(process) == process)
      let links = (0...15).map {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/fd/\($0)")
      }
      #expect(links[0...2].allSatisfy { $0 == "/dev/null" } && links[6...].allSatisfy { $0 == nil })
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/cwd") == "/")
    }
  }

  /// Where the system doesn't lock its memory it says so, at once and whenever it is asked. Root may lock whatever the
  /// limit, unless that right is taken away; where it isn't, it says that it locks.
  @Test
  func unlockedMemoryIsTold() throws {
    try withVault { qix, home, pass in
      let shell = try Tool("sh")
      let asNobodySpecial =
        Requirement.root.isMet() ? "setpriv --bounding-set -ipc_lock" : ""
      let program = try BuiltProgram.path.get()
      let unlock = try shell([
        "-c",
        "ulimit -l 0 && QIX_HOME='\(home)' exec \(asNobodySpecial) '\(program)' vault unlock --passphrase-file '\(pass)'",
      ])
      let process = try #require(agent(home))
      let memory = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let isLocked = !memory.contains(/VmLck:\s+0 kB/)
      #expect(unlock.exitCode == 0 && unlock.said.contains("ulimit -l") == !isLocked, "\(unlock.output)")
      let status = try qix.done("vault status --json")
      #expect(status.output.contains("\"memory_locked\": \(isLocked)"))
      #expect(status.errors.contains("ulimit -l") == !isLocked)
      #expect(try qix("doctor").output.contains("ulimit -l") == !isLocked)
      // Another agent, which may.
      try qix.done("vault lock")
      #expect(try qix.done("vault unlock --json --passphrase-file \(pass)").output.contains("\"memory_locked\": true"))
      #expect(try qix.done("vault status --json").output.contains("\"memory_locked\": true"))
    }
  }

  @Test func twoUnlocksAtOnceMakeOneAgent() throws {
    try withVault { qix, home, pass in
      let codes = Numbers()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        codes.append((try? qix("vault unlock --passphrase-file \(pass)"))?.exitCode ?? -1)
      }
      #expect(codes.all == [0, 0, 0, 0])
      let entries = try qix.done("audit show --tsv").output.split(separator: "\n").filter {
        $0.contains("vault.unlock")
      }
      #expect(entries.count == 1)
    }
  }

  @Test func oneThatWasKilledIsReplaced() throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass)")
      let first = try #require(agent(home))
      kill(first, SIGKILL)
      // Until the system has closed its socket.
      for _ in 0..<500 where agent(home) != nil { usleep(10_000) }
      #expect(FileManager.default.fileExists(atPath: "\(home)/agent.sock"))
      #expect(try qix("vault get smtp ada").exitCode == 4)
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(agent(home) != nil && agent(home) != first)
    }
  }

  @Test func oneThatHangsIsToldApartAndEnded() throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass)")
      let process = try #require(agent(home))
      kill(process, SIGSTOP)
      #expect(try qix("vault get smtp ada").exitCode == 75)
      try qix.done("vault lock")
      for _ in 0..<500 where agent(home) != nil { usleep(10_000) }
      #expect(agent(home) == nil)
      #expect(try qix("vault get smtp ada").exitCode == 4)
    }
  }

  @Test func itLocksItselfAndTakesItsSocketAway() throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass) --idle 1s --lifetime 1s")
      for _ in 0..<500 where FileManager.default.fileExists(atPath: "\(home)/agent.sock") { usleep(10_000) }
      #expect(!FileManager.default.fileExists(atPath: "\(home)/agent.sock") && agent(home) == nil)
      #expect(try qix("vault get smtp ada").exitCode == 4)
    }
  }

  @Test func rotationEndsIt() throws {
    try withVault { qix, home, pass in
      try qix.done("vault unlock --passphrase-file \(pass)")
      try qix.done("vault rotate --passphrase-file \(pass)")
      #expect(try qix.done("vault status").output.contains("locked"))
      let locked = try qix("vault list --json")
      #expect(locked.exitCode == 4)
      #expect(try PrintedError(locked).error.code == "vault.locked")
      try qix.done("vault unlock --passphrase-file \(pass)")
      #expect(try qix("vault list").exitCode == 0)
    }
  }

  /// Without its descriptors the agent is nothing.
  @Test(.needs(.program("bash"))) func callingItByHandDoesNothing() throws {
    let words = ["-c", "exec -a qix-vault-agent \"$0\"", try BuiltProgram.path.get()]
    #expect(try Tool("bash")(words).exitCode == 1)
  }

  @Test func neitherHelpNorCompletionsKnowIt() throws {
    for line in ["help --json", "completions bash", "completions zsh", "completions fish", "man vault"] {
      let output = try BuiltProgram().done(line).output
      #expect(!output.contains("vault-agent"), "\(line)")
    }
  }
}

/// Numbers from several threads.
final class Numbers: @unchecked Sendable {
  private let lock = NSLock()
  private var numbers: [Int32] = []

  func append(_ number: Int32) { lock.withLock { numbers.append(number) } }

  var all: [Int32] { lock.withLock { numbers } }
}
