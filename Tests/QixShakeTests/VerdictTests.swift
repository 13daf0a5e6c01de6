import QixFormats
import QixShake
import Testing

/// What no type may answer is found before anything is made of it.
@Suite struct VerdictTests {
  @Test(
    arguments: [
      .accepted(Proof()), .accepted(Proof(units: 0, facts: ["score": 80], use: SingleUse(.user, "a"))),
      .accepted(Proof(use: SingleUse(.everybody, String(repeating: "é", count: 100)))),
      .refused(Refusal("tvshake.outside-window", "nothing is on")), .needsMore(NextStep("heartbeat", "go on")),
    ] as [Verdict])
  func whatATypeMaySay(_ verdict: Verdict) {
    #expect(verdict.fault == nil)
  }

  @Test(
    arguments: [
      .accepted(Proof(units: -1)), .accepted(Proof(use: SingleUse(.user, ""))),
      .accepted(Proof(use: SingleUse(.user, String(repeating: "é", count: 101)))),
      .accepted(Proof(facts: ["lines": .array(Array(repeating: "milk and eggs", count: 2_000))])),
      .refused(Refusal("Bad Code", "no")), .refused(Refusal("nodot", "no")), .refused(Refusal("a.b.c", "no")),
      .refused(Refusal("scan.", "no")), .refused(Refusal("scan.unknown", "")), .needsMore(NextStep("", "go on")),
      .needsMore(NextStep("Go on", "go on")), .needsMore(NextStep("next", "")),
    ] as [Verdict])
  func whatNoTypeMaySay(_ verdict: Verdict) {
    #expect(verdict.fault != nil)
  }
}
