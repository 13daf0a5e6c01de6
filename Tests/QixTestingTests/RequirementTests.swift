import QixTesting
import Testing

/// What a test needs decides whether it runs, is skipped or fails, and never passes without it.
@Suite struct RequirementTests {
  private static let nothing = Requirement.program("qix-no-such-program", package: "qix-no-such-package")

  @Test func whatIsThereLetsTheTestRun() throws {
    for isPrepared in [false, true] { #expect(try Requirement.python().decides(isPrepared: isPrepared)) }
  }

  @Test func whatIsMissingSkipsTheTest() throws {
    #expect(try !Self.nothing.decides(isPrepared: false))
    #expect(try !Requirement.python(module: "qix_no_such_module").decides(isPrepared: false))
  }

  @Test func whatWasPromisedAndIsMissingFailsTheTest() {
    #expect {
      _ = try Self.nothing.decides(isPrepared: true)
    } throws: {
      "\($0)".contains("qix-no-such-program is not there; Debian's package qix-no-such-package brings it")
    }
  }

  /// Development data are no part of the repository, so a set-up promises none.
  @Test func whatNobodyPromisedSkipsTheTestAlways() throws {
    #expect(try !Requirement.data("no-such-data").decides(isPrepared: true))
    #expect(try !Requirement.vectors("no-such-vectors").decides(isPrepared: true))
  }
}
