import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// Nobody learns by trying numbers whose they are.
@Suite struct FindLimitTests {
  private static let number = "+447911123456"

  private func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised(vault: true) { home in
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      #expect(try home.qix(["user", "set", "ada", "--phone", Self.number]).exitCode == 0)
      for role in ["integrator", "support", "operator"] {
        let made = try home.qix(["token", "create", role, "--role", role, "--output", "\(home.path)/\(role)"])
        #expect(made.exitCode == 0, "\(made.errors)")
      }
      try body(home)
    }
  }

  private func find(_ home: TestHome, _ role: String, _ number: Int) throws -> TestTerminal.Outcome {
    try home.qix(
      ["--as", "\(home.path)/\(role)", "user", "find", "--phone", "-", "--json"], input: "+3933912345\(number)\n")
  }

  @Test(arguments: ["integrator", "support"])
  func soManyAMinute(_ role: String) throws {
    try with { (home) throws in
      for index in 0..<20 { #expect(try find(home, role, 10 + index).exitCode == 3) }
      let refused = try find(home, role, 40)
      #expect(refused.exitCode == 6 && refused.code == "identity.find-limit", "\(refused.errors)")
      #expect(refused.errors.contains("2027-01-15T08:01:00Z"))
      // Who may look at settings is told which.
      #expect(refused.errors.contains("finds-per-minute") == (role == "support"))
      // Neither another secret of the same token, nor a clock that is set, nor the other field gives more.
      let rotated = try home.qix(["token", "rotate", role, "--output", "\(home.path)/\(role)-2"])
      #expect(rotated.exitCode == 0, "\(rotated.errors)")
      try FileManager.default.removeItem(atPath: "\(home.path)/\(role)")
      try FileManager.default.moveItem(atPath: "\(home.path)/\(role)-2", toPath: "\(home.path)/\(role)")
      #expect(try find(home, role, 41).exitCode == 6)
      for jump in [-3_600, 7_200, -3_600] as [Int64] {
        home.clock.jump(byMicroseconds: jump * 1_000_000)
        #expect(try find(home, role, 42).exitCode == 6, "\(jump)")
      }
      let mail = ["--as", "\(home.path)/\(role)", "user", "find", "--email", "a@example.com"]
      #expect(try home.qix(mail).exitCode == 6)
      // Somebody else's limit is their own.
      #expect(try find(home, role == "support" ? "integrator" : "support", 43).exitCode == 3)
      home.clock.advance(byMicroseconds: 60_000_000)
      #expect(try find(home, role, 44).exitCode == 3)
    }
  }

  @Test func soManyADay() throws {
    try with { (home) throws in
      #expect(try home.qix("setting set identity.finds-per-day 3").exitCode == 0)
      for index in 0..<4 {
        home.clock.advance(byMicroseconds: 3_600_000_000)
        #expect(try find(home, "integrator", 10 + index).exitCode == (index < 3 ? 3 : 6))
      }
      // Operators look into everything.
      for index in 0..<30 { #expect(try find(home, "operator", 10 + index).exitCode == 3) }
    }
  }

  @Test func fiftyAtOnceHaveNoMoreThanOne() throws {
    try with { (home) throws in
      let codes = try inParallel(50) { try find(home, "integrator", 10 + $0).exitCode }
      #expect(codes.filter { $0 == 3 }.count == 20 && codes.filter { $0 == 6 }.count == 30, "\(codes)")
    }
  }

  @Test func eachLookIsInTheAuditLogWithoutTheNumber() throws {
    try with { (home) throws in
      let found = try home.qix(["user", "find", "--phone", Self.number, "--quiet"])
      #expect(found.exitCode == 0 && found.output.hasPrefix("usr_"))
      #expect(try find(home, "support", 10).exitCode == 3)
      let audit = try home.qix("audit show --action identity.find --json").output
      #expect(audit.contains("phone found") && audit.contains("phone not found") && audit.contains("token:support"))
      #expect(!audit.contains("7911") && !audit.contains("3933"))
    }
  }

  /// Trying to give a number away tells the same.
  @Test func aRefusedNumberIsALookToo() throws {
    try with { (home) throws in
      #expect(try home.qix("user create --external-id eve").exitCode == 0)
      let set = ["--as", "\(home.path)/integrator", "user", "set", "eve", "--phone"]
      for _ in 0..<20 { #expect(try home.qix(set + [Self.number]).exitCode == 5) }
      #expect(try home.qix(set + [Self.number]).exitCode == 6)
      #expect(try home.qix(set + ["+393391234567", "--dry-run"]).exitCode == 6)
      // A free number that was taken would be told from others by the refusal alone.
      let free = try home.qix(set + ["+393391234567", "--json"])
      #expect(free.exitCode == 6 && free.code == "identity.find-limit", "\(free.errors)")
      let mail = ["--as", "\(home.path)/integrator", "user", "set", "eve", "--email", "eve@example.com"]
      #expect(try home.qix(mail).exitCode == 6)
      #expect(
        try home.qix(["--as", "\(home.path)/integrator", "user", "set", "eve", "--gender", "other"]).exitCode == 0)
      #expect(
        try home.qix(["--as", "\(home.path)/operator", "user", "set", "eve", "--email", "e@example.com"]).exitCode == 0)
      home.clock.advance(byMicroseconds: 60_000_000)
      #expect(try home.qix(set + ["+393391234567"]).exitCode == 0)
    }
  }
}
