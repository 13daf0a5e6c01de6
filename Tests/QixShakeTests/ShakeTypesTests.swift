import QixKernel
import QixShake
import Testing

/// What types say of themselves.
@Suite struct ShakeTypesTests {
  private struct Fine: ShakeType {
    static let name = "fine"
    static let summary = "Do it well"
    static let settings = [ShakeSetting("pace", .choice(["slow", "fast"]), "How", default: "slow")]
    static let evidence = [EvidenceField("pace", .text(most: 8), "How it was")]
    init(_ settings: ShakeSettings) {}
    func verify(_ attempt: Attempt, in connection: Connection) -> Verdict { .accepted(Proof()) }
  }

  private struct Odd: ShakeType {
    static let name = "Odd one"
    static let summary = "Do it."
    static let settings = [
      ShakeSetting("per code", .integer(1...3), "How often"), ShakeSetting("pace", .choice([]), ""),
      ShakeSetting("pace", .integer(1...3), "How", isRequired: true, default: 4),
    ]
    static let evidence = [EvidenceField("code", .list(of: .text(most: 0), most: 3), "The codes")]
    init(_ settings: ShakeSettings) {}
    func verify(_ attempt: Attempt, in connection: Connection) -> Verdict { .accepted(Proof()) }
  }

  private enum Once: ShakeProviding {
    static let id = "once"
    static let summary = "Brings one."
    static let shakeTypes: [any ShakeType.Type] = [Fine.self]
  }

  private enum Again: ShakeProviding {
    static let id = "again"
    static let summary = "Brings it again."
    static let shakeTypes: [any ShakeType.Type] = [Fine.self]
  }

  @Test func oneThatIsSoundHasNoFaults() {
    #expect(ShakeTypes.faults(of: Fine.self) == [])
  }

  /// Name, summary, two names of settings, one without values and without help, two things wrong with a default, evidence
  /// without values.
  @Test func everyFaultIsNamed() {
    #expect(ShakeTypes.faults(of: Odd.self).count == 9, "\(ShakeTypes.faults(of: Odd.self))")
  }

  /// Nobody could say which of the two a campaign means, so nothing is done at all.
  @Test func aNameIsOneTypes() throws {
    #expect(try ShakeTypes.all(of: Registry([Once.self])).keys.sorted() == ["fine"])
    let registry = try Registry([Once.self, Again.self])
    let error = #expect(throws: Failure.self) { try ShakeTypes.all(of: registry) }
    #expect(error?.code == "shakes.type-twice" && error?.category == .failed)
    #expect(error?.description == "two modules of this program provide the shake 'fine'")
  }
}
