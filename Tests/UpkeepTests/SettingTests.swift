import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Upkeep

@Suite struct SettingTests {
  private func entries(_ home: TestHome) throws -> [AuditLog.Entry] {
    try home.unchecked.read { try AuditLog.entries(limit: 9, in: $0) }.filter { $0.action.hasPrefix("upkeep.setting") }
  }

  @Test func setShowResetList() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("setting show coins.approval-above --quiet").output == "0\n")
      let set = try home.qix("setting set coins.approval-above 5000 --reason audit --tsv")
      #expect(set.exitCode == 0 && set.output.contains("5000"), "\(set)")
      #expect(try home.qix("setting show coins.approval-above --quiet").output == "5000\n")
      #expect(try home.qix("setting list --changed --tsv").output.contains("coins.approval-above\t5000\ttrue\t0\t"))
      #expect(try home.qix("setting set coins.approval-above 5000").exitCode == 0)
      #expect(try home.qix("setting reset coins.approval-above").exitCode == 0)
      #expect(try home.qix("setting reset coins.approval-above").exitCode == 0)
      #expect(try !home.qix("setting list --changed --tsv").output.contains("coins."))
      // What changed nothing is in no log.
      let log = try entries(home)
      #expect(
        log.map(\.subject) == ["coins.approval-above: '5000' -> '0'", "coins.approval-above: '0' -> '5000'"])
      #expect(log.last?.reason == "audit" && log.last?.actor == "local:test")
    }
  }

  @Test func anEmptyTextIsSeen() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("setting set vault.key-file /key")
      #expect(outcome.output.contains("before   (empty)\n"), "\(outcome)")
      #expect(try home.qix("setting set vault.key-file /key --json").output.contains(#""default": """#))
    }
  }

  /// Which programs run, where keys lie and where messages go is nothing that the desk needs.
  @Test func theDeskIsNotToldOfTheMachine() throws {
    try TestHome.initialised { home in
      let settings = try Settings(Registry(home.modules)).all.filter(\.kind.isForOwner)
      #expect(settings.count > 3)
      try home.done("setting set vault.key-file /secret-place/key")
      for (role, mayKnow) in [("support", false), ("auditor", true)] {
        let file = "\(home.path)/\(role).token"
        try home.done("token create \(role) --role \(role) --output \(file)")
        for line in ["setting list", "setting show vault.key-file", "audit list"] {
          for form in ["", " --json", " --tsv", " --quiet", " --wide"] {
            let outcome = try home.qix("--as \(file) \(line)\(form)")
            let isTold = (outcome.output + outcome.errors).contains("secret-place")
            #expect(!isTold || mayKnow, "\(role): \(line)\(form)")
            if mayKnow, line != "audit list", form == " --tsv" { #expect(isTold, "\(outcome)") }
          }
        }
      }
    }
  }

  @Test func aDryRunChangesNothing() throws {
    try TestHome.initialised { home in
      let outcome = try home.qix("setting set coins.approval-above 5000 --dry-run")
      #expect(outcome.exitCode == 0 && outcome.output.contains("5000"))
      #expect(try home.qix("setting show coins.approval-above --quiet").output == "0\n")
      #expect(try entries(home).isEmpty)
    }
  }

  @Test(arguments: [
    ("setting show coins.aproval-above", 3, "coins.approval-above"), ("setting show approval-above", 3, "coins."),
    ("setting set nothing.at-all 1", 3, "setting list"), ("setting set coins.approval-above many", 2, "whole number"),
    ("setting set coins.approval-above -- -1", 2, "whole number"), ("setting reset x", 3, "setting list"),
  ])
  func refusals(_ line: String, exitCode: Int32, part: String) throws {
    try TestHome.initialised { home in
      let before = try home.contents()
      let outcome = try home.qix(line)
      #expect(outcome.exitCode == exitCode && outcome.errors.contains(part), "\(outcome)")
      #expect(try home.contents() == before)
    }
  }

  @Test func thoseOfDisabledModulesAreKept() throws {
    try TestHome.initialised { home in
      #expect(try home.qix("setting set coins.approval-above 5000").exitCode == 0)
      try home.unchecked.write(Change("test")) { connection, _ in
        try connection.run("INSERT INTO qix_settings (name, value) VALUES ('gone.colour', 'red')")
      }
      #expect(try home.qix("setting list").errors.contains("gone.colour"))
      #expect(try home.qix("setting show coins.approval-above --quiet").output == "5000\n")
    }
  }

  /// Who has set a setting is remembered beside it, and that their token was revoked since.
  @Test func settingsRememberWhoSetThem() throws {
    try TestHome.initialised { home in
      let file = "\(home.path)/ops.token"
      try home.done("token create ops --role admin --output \(file)")
      #expect(try home.qix(["--as", file, "setting", "set", "coins.approval-above", "70"]).exitCode == 0)
      try home.done("setting set tiers.time-zone Europe/Rome")
      let shown = try home.done("setting show coins.approval-above --json")
      #expect(shown.contains(#""set_by": "token:ops""#) && shown.contains(#""kind": "rule""#), "\(shown)")
      #expect(shown.contains(#""set_at": "\#(home.clock.now())""#), "\(shown)")
      try home.done("token revoke ops --yes")
      #expect(try home.done("setting show coins.approval-above --json").contains("token:ops (revoked)"))
      let list = try home.done("setting list --changed --tsv")
      #expect(list.contains("token:ops (revoked)") && list.contains("local:test\t"), "\(list)")
      try home.done("setting reset coins.approval-above")
      #expect(try home.done("setting show coins.approval-above --json").contains(#""set_by": null"#))
    }
  }
}
