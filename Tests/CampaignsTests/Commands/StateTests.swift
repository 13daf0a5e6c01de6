import CampaignsContract
import QixCommands
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

@testable import Campaigns

/// Which command does what in which state.
@Suite struct StateTests {
  enum Verdict: Sendable {
    case to(Campaign.State)
    case stays
    case conflict
    case refused
  }

  private static let lines = [
    "start": "campaign start spring", "pause": "campaign pause spring", "end": "campaign end spring --yes",
    "fund": "campaign fund spring --amount 5", "move": "campaign schedule spring --end 2027-02-20",
    "move start": "campaign schedule spring --start 2027-01-20",
    "raise": "campaign rules spring --cap-wins 9", "lower": "campaign rules spring --cap-wins 2",
    "award": "campaign rules spring --award fixed:11", "title": "campaign rules spring --title T",
  ]

  private static let table: [(Campaign.State, [String: Verdict])] = [
    (
      .draft,
      [
        "start": .to(.running), "pause": .conflict, "end": .to(.ended), "fund": .stays, "move": .stays,
        "move start": .stays, "raise": .stays, "lower": .stays, "award": .stays, "title": .stays,
      ]
    ),
    (
      .running,
      [
        "start": .conflict, "pause": .to(.paused), "end": .to(.ended), "fund": .stays, "move": .stays,
        "move start": .refused, "raise": .stays, "lower": .refused, "award": .refused, "title": .stays,
      ]
    ),
    (
      .paused,
      [
        "start": .to(.running), "pause": .conflict, "end": .to(.ended), "fund": .stays, "move": .stays,
        "move start": .refused, "raise": .stays, "lower": .refused, "award": .refused, "title": .stays,
      ]
    ),
    (
      .ended,
      [
        "start": .conflict, "pause": .conflict, "end": .conflict, "fund": .conflict, "move": .conflict,
        "move start": .conflict, "raise": .conflict, "lower": .conflict, "award": .conflict, "title": .conflict,
      ]
    ),
  ]

  private static func bring(_ stage: Stage, to state: Campaign.State) throws {
    try stage.make("spring", "--cap-wins 5")
    if state != .draft { try stage.done("campaign start spring") }
    if state == .paused { try stage.done("campaign pause spring") }
    if state == .ended { try stage.done("campaign end spring --confirm spring") }
  }

  @Test(arguments: table.indices) func everyCommandKnowsEveryState(_ row: Int) throws {
    let (state, verdicts) = Self.table[row]
    #expect(verdicts.count == Self.lines.count)
    for (name, line) in Self.lines {
      let verdict = try #require(verdicts[name])
      try Stage.with { stage in
        try Self.bring(stage, to: state)
        switch verdict {
        case .conflict: try stage.refused(line, 5, "campaigns.wrong-state")
        case .refused:
          try stage.refused(
            line, 6, name == "move start" ? "campaigns.period-fixed" : "campaigns.fixed-while-running")
        case .stays, .to:
          let before = try stage.home.contents()
          try stage.done("\(line) --dry-run")
          #expect(try stage.home.contents() == before, "\(line) --dry-run")
          try stage.done(line)
          #expect(try stage.home.contents() != before, "\(line)")
          let expected = if case .to(let next) = verdict { next } else { state }
          #expect(try stage.campaign().state == expected, "\(line)")
        }
      }
    }
  }

  /// The second time there is nothing to do, and it is said so, and not that it can't be done.
  @Test(
    arguments: [
      (.running, "start", "is running already"), (.paused, "pause", "is paused already"),
      (.ended, "end", "has ended already"),
    ] as [(Campaign.State, String, String)])
  func whatIsDoneIsSaidToBeDone(_ state: Campaign.State, _ name: String, _ words: String) throws {
    try Stage.with { stage in
      try Self.bring(stage, to: state)
      let outcome = try stage.home.qix(try #require(Self.lines[name]))
      #expect(outcome.exitCode == 5 && outcome.errors.contains("the campaign 'spring' \(words)"), "\(outcome.errors)")
      #expect(!outcome.errors.contains("can't") && outcome.errors.contains("qix campaign show spring"))
    }
  }

  /// Whatever commands come in whatever order, only the chain's steps are made.
  @Test func noOrderOfCommandsLeavesTheChain() throws {
    let seed = Seed(for: "noOrderOfCommandsLeavesTheChain")
    var generator = SeededGenerator(seed)
    let steps: Set<[Campaign.State]> = [
      [.draft, .running], [.running, .paused], [.paused, .running], [.draft, .ended], [.running, .ended],
      [.paused, .ended],
    ]
    try Stage.with { stage in
      for round in 0..<6 {
        try stage.make("c\(round)")
        var state = Campaign.State.draft
        for _ in 0..<6 {
          let line = ["start", "pause", "start", "pause", "end --yes"].randomElement(using: &generator) ?? "start"
          let words = line.split(separator: " ")
          let outcome = try stage.home.qix((["campaign", words[0], "c\(round)"] + words.dropFirst()).map(String.init))
          let next = try stage.campaign("c\(round)").state
          #expect(outcome.exitCode == (next == state ? 5 : 0), "\(seed): \(line) in \(state)")
          #expect(next == state || steps.contains([state, next]), "\(seed): \(state) to \(next)")
          state = next
        }
      }
    }
  }

  @Test func startLooksAtEverythingAgain() throws {
    try Stage.with { stage in
      try stage.done("segment create loyal")
      try stage.make("spring", "--segment loyal")
      // Behind the program's back: what a draft names can go by other ways than `segment remove`.
      try stage.home.unchecked.write(Change("test")) { connection, _ in
        try connection.run("DELETE FROM campaigns_segments")
      }
      try stage.refused("campaign start spring", 2, "campaigns.faulty")
    }
  }

  @Test func aTypeThatIsOffStopsTheStart() throws {
    try Stage.with { stage in
      try stage.make()
      var other = stage
      other.home.modules.removeAll { $0.id == "bell" }
      try other.refused("campaign start spring", 2, "campaigns.faulty")
      // Looking at it needs no type.
      try other.done("campaign show spring")
    }
  }

  @Test func whatTakesNoShakesOrIsOverDoesNotStart() throws {
    try Stage.with { stage in
      try stage.done(
        "campaign create empty --brand A --title T --start 2027-01-01 --end 2027-02-01 --time-zone UTC --award fixed:1")
      try stage.refused("campaign start empty", 6, "campaigns.no-shakes")
      try stage.make()
      stage.home.clock.advance(byMicroseconds: 40 * Timestamp.day)
      try stage.refused("campaign start spring", 6, "campaigns.period-over")
      try stage.done("campaign schedule spring --end 2027-03-31")
      try stage.done("campaign start spring")
    }
  }

  @Test func anEmptyBudgetIsWarnedOf() throws {
    try Stage.with { stage in
      try stage.make()
      #expect(try stage.done("campaign start spring").errors.contains("its budget is empty"))
      try stage.make("summer")
      try stage.done("campaign fund summer --amount 1")
      #expect(try !stage.done("campaign start summer").errors.contains("nothing in its budget"))
    }
  }

  @Test func endingAsksForTheName() throws {
    try Stage.with { stage in
      try stage.make()
      try stage.refused("campaign end spring", 2, "usage")
      try stage.refused("campaign end spring --confirm sprin", 2, "usage")
      let declined = try stage.home.qix(
        ["campaign", "end", "spring"], input: "summer\n", isTerminal: true)
      #expect(try declined.exitCode == 130 && stage.campaign().state == .draft)
      _ = try stage.home.qix(["campaign", "end", "spring"], input: "spring\n", isTerminal: true)
      #expect(try stage.campaign().state == .ended)
    }
  }

  @Test func unknownCampaignsAreNamed() throws {
    try Stage.with { stage in
      try stage.make()
      for verb in [
        "show", "start", "pause", "end", "rules", "simulate", "fund --amount 5", "schedule --end 2027-03-01",
      ] {
        let words = verb.split(separator: " ")
        let line = "campaign \(words[0]) sprng \(words.dropFirst().joined(separator: " "))"
        try stage.refused(line, 3, "campaigns.not-found")
      }
      #expect(try stage.home.qix("campaign show sprng").errors.contains("did you mean 'spring'?"))
    }
  }

  @Test func drawsAreCommittedToAtTheFirstStart() throws {
    try Stage.with([LotModule.self]) { stage in
      try stage.make("spring", "--award weighted:0x9,10x1 --draw-window P1D")
      let campaign = try stage.campaign()
      func commitments() -> [TestBook.Commitment] {
        TestBook.commitments.withLock { $0.filter { $0.campaign == campaign.id } }
      }
      try stage.done("campaign start spring")
      #expect(
        commitments() == [
          TestBook.Commitment(campaign: campaign.id, start: Stage.now, end: campaign.end, length: Period(days: 1))
        ])
      try stage.done("campaign pause spring")
      try stage.done("campaign start spring")
      #expect(commitments().count == 1)
      try stage.done("campaign schedule spring --end 2027-02-11")
      #expect(try commitments().last?.end == stage.campaign().end && commitments().count == 2)
      try stage.done("campaign schedule spring --end 2027-02-05")
      #expect(commitments().count == 2)
    }
  }

  @Test func whatDrawsDoesNotStartWithoutTheModule() throws {
    try Stage.with { stage in
      try stage.make("spring", "--award weighted:0x9,10x1")
      try stage.refused("campaign start spring", 1, "campaigns.no-draws")
      try stage.make("summer", "--award fixed:1")
      try stage.done("campaign start summer")
    }
  }
}
