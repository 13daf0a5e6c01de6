import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@Suite struct CommandSenderTests {
  @Test func theCommandGetsTheMessageOnItsInput() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      try outbox.useFile()
      let outcome = try home.qix(["message", "test", "--to", "+491701234567", "--text", "Hällo \"you\"; rm -rf $HOME"])
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      let sent = try #require(try outbox.sent().first)
      #expect(sent["to"] == "+491701234567" && sent["channel"] == "phone" && sent["purpose"] == "test")
      #expect(sent["text"] == "Hällo \"you\"; rm -rf $HOME")
      #expect(sent["schema"] == "messages.message/1")
      // Personal data is masked, and in no entry of the audit log.
      #expect(!outcome.output.contains("1701234567"))
      let audit = try home.qix("audit show").output
      #expect(audit.contains("messages.test") && !audit.contains("1701234567"))
    }
  }

  @Test func itsArgumentsAreWordsAndNoShell() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      try outbox.useCommand("echo \"$#:$1\" > '\(outbox.file)'; cat > /dev/null")
      try outbox.set("messages.command", "\(home.path)/send $(id) ;x")
      #expect(try home.qix("message test --to +491701234567").exitCode == 0)
      #expect(try String(contentsOfFile: outbox.file, encoding: .utf8) == "2:$(id)\n")
    }
  }

  @Test func aShellReadsItWhereItIsTold() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      try outbox.set("messages.command", "/bin/cat | tr a-z A-Z > \(outbox.file)")
      try outbox.set("messages.command-in-shell", "yes")
      #expect(try home.qix("message test --to +491701234567 --via command").exitCode == 0)
      #expect(try String(contentsOfFile: outbox.file, encoding: .utf8).contains("+491701234567"))
    }
  }

  @Test(arguments: [("exit 3", 1), ("exit 75", 75), ("kill -9 $$", 1), ("exec 0<&-; exit 0", 0)])
  func itsExitCodeDecides(_ script: String, _ code: Int32) throws {
    try TestHome.initialised { home in
      try Outbox(home).useCommand(script)
      let outcome = try home.qix("message test --to +491701234567")
      #expect(outcome.exitCode == code, "\(outcome.errors)")
      #expect(!outcome.errors.contains("1701234567"))
    }
  }

  @Test func oneThatHangsIsStoppedWithAllItStarted() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      try outbox.useCommand("sleep 60 & echo $! > '\(outbox.file)'; wait")
      try outbox.set("messages.time-limit", "1")
      let outcome = try home.qix("message test --to +491701234567")
      #expect(outcome.exitCode == 75)
      let child = try #require(
        Int32(try String(contentsOfFile: outbox.file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)))
      // The kernel takes a moment; then it is gone, or a zombie that nobody has asked for yet.
      func isAlive() -> Bool {
        let status = (try? String(contentsOfFile: "/proc/\(child)/stat", encoding: .utf8)) ?? ""
        return !(status.isEmpty || status.contains(") Z ") || status.contains(") X "))
      }
      for _ in 0..<500 where isAlive() { usleep(10_000) }
      #expect(!isAlive())
    }
  }

  @Test func whatIsMissingIsSaid() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      let none = try home.qix("message test --to +491701234567")
      #expect(none.exitCode == 1 && none.errors.contains("messages.phone-via"))
      let empty = try home.qix("message test --to +491701234567 --via command")
      #expect(empty.exitCode == 1 && empty.errors.contains("messages.command"))
      try outbox.set("messages.command", "/nowhere/send")
      let missing = try home.qix("message test --to +491701234567 --via command")
      #expect(missing.exitCode == 1 && missing.errors.contains("/nowhere/send"))
      try outbox.set("messages.phone-via", "command")
      #expect(try home.qix("doctor").output.contains("/nowhere/send"))
      let wrong = try home.qix("message test --to +491701234567 --via smtp")
      #expect(wrong.exitCode == 1 && wrong.errors.contains("phone numbers"))
    }
  }

  @Test func aDryRunSendsNothing() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      try outbox.useFile()
      #expect(try home.qix("message test --to +491701234567 --dry-run").exitCode == 0)
      #expect(try outbox.sent().isEmpty)
    }
  }

  @Test(arguments: ["relative/path", "\u{0}"])
  func commandsAreChecked(_ text: String) throws {
    try TestHome.initialised { home in
      let outcome = try home.qix(["setting", "set", "messages.command", text])
      #expect(outcome.exitCode == 2)
    }
  }

  @Test func sendersAreListed() throws {
    try TestHome.initialised { home in
      try Outbox(home).useFile()
      let outcome = try home.qix("message senders --tsv")
      #expect(outcome.output.contains("command\tphone, email\ttrue"))
      #expect(outcome.output.contains("smtp\t\tfalse"))
    }
  }

  /// What an attacker did to 0.5.0: a shell as the command, and a command as the text.
  @Test func aTextIsNoProgramEvenToAShell() throws {
    try TestHome.initialised { home in
      let outbox = Outbox(home)
      try outbox.set("messages.command", "/bin/sh")
      try outbox.set("messages.phone-via", "command")
      for text in ["$(touch \(home.path)/run)", "`touch \(home.path)/run`", "\"; touch \(home.path)/run; \""] {
        _ = try home.qix(["message", "test", "--to", "+491701234567", "--text", text])
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/run"), "\(text)")
      }
      let file = "\(home.path)/admin.token"
      try home.done("token create admin --role admin --output \(file)")
      let outcome = try home.qix(["--as", file, "setting", "set", "messages.command", "/bin/true"])
      #expect(outcome.exitCode == 4, "\(outcome.errors)")
    }
  }
}
