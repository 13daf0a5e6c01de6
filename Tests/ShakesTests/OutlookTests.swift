import CampaignsContract
import IdentityContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import ShakesContract
import Synchronization
import Testing

@testable import Shakes

/// What a shake would be here and now, without one: `qix shake here`.
@Suite struct OutlookTests {
  private static func outlook(_ fair: Fair, _ user: UserID, _ context: ShakeContext = ShakeContext()) throws
    -> ShakeOutlook
  {
    var request = ShakeRequest(user: user, context: context)
    request.isByCustomer = true
    return try fair.service.outlook(for: request, in: fair.database)
  }

  @Test func itFollowsFromWhatRunsAndTheLink() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      let nothing = try Self.outlook(fair, ada)
      #expect(nothing.refusal?.code == "shakes.nothing-here" && nothing.meant == nil && nothing.choices.isEmpty)
      try fair.open("summer")
      let only = try Self.outlook(fair, ada)
      #expect(only.meant?.words == "code in summer" && only.refusal == nil)
      try fair.open("winter", types: [.use("code"), .use("steps")])
      let several = try Self.outlook(fair, ada)
      #expect(several.choices.map(\.words) == ["code in summer", "code in winter", "steps in winter"])
      #expect(several.refusal?.code == "shakes.several-here" && several.meant == nil)
      let summer = try Self.outlook(fair, ada, ShakeContext(link: "qix://acme/summer?place=north"))
      #expect(summer.meant?.words == "code in summer")
      #expect(try Self.outlook(fair, ada, ShakeContext(link: "qix://campaign/summer")).meant?.words == "code in summer")
      let winter = try Self.outlook(fair, ada, ShakeContext(link: "qix://acme/winter"))
      #expect(winter.choices.map(\.words) == ["code in winter", "steps in winter"], "of its campaign alone")
      // Links are read as the app reads them.
      for link in ["web+qix:campaign/summer", "QIX://acme/summer"] {
        #expect(try Self.outlook(fair, ada, ShakeContext(link: link)).meant?.words == "code in summer", "\(link)")
      }
      // A link to something else says nothing of campaigns, nor does another text.
      for link in [
        "qix://wallet", "qix://reward/summer", "https://shop.example/summer", "stand-7", "hall/summer", "a b",
      ] {
        #expect(try Self.outlook(fair, ada, ShakeContext(link: link)).choices.count == 3, "\(link)")
      }
      #expect(throws: ShakesError.noCampaign("spring")) {
        try Self.outlook(fair, ada, ShakeContext(link: "qix://acme/spring"))
      }
      #expect(throws: ShakesError.malformedLink) { try Self.outlook(fair, ada, ShakeContext(link: "qix://acme")) }
    }
  }

  @Test func aCampaignThatIsntOpenSaysWhy() throws {
    try Fair.with { fair in
      let (ada, link) = (try fair.user("ada"), ShakeContext(link: "qix://acme/summer"))
      try fair.open("summer", caps: Campaign.Caps(attemptsPerUser: 1))
      func refusal(_ change: (inout Campaign) -> Void) throws -> String? {
        fair.campaigns.change("summer", change)
        let outlook = try Self.outlook(fair, ada, link)
        #expect(outlook.meant?.campaign.title == "summer")
        return outlook.refusal?.code
      }
      #expect(try refusal { $0.start = Fair.start.advanced(byMicroseconds: Timestamp.day) } == "shakes.not-started")
      #expect(try refusal { $0.start = Fair.start } == nil)
      #expect(try refusal { $0.state = .paused } == "shakes.paused")
      #expect(try refusal { $0.state = .ended } == "shakes.over")
      #expect(
        try refusal {
          $0.state = .running
          $0.audience.segment = "guests"
        } == "shakes.not-invited")
      #expect(
        try refusal {
          $0.audience.segment = nil
          $0.audience.minimumMode = .signed
        } == "identity.mode-too-low")
      #expect(try refusal { $0.audience.minimumMode = .trial } == nil)
      try fair.shake(ada)
      #expect(try refusal { _ in } == "campaigns.attempts-per-user")
      // A draft has no name for customers.
      fair.campaigns.change("summer") { $0.state = .draft }
      #expect(throws: ShakesError.noCampaign("summer")) { try Self.outlook(fair, ada, link) }
      try fair.verify()
    }
  }

  /// Campaigns of segments that the user isn't in are no choice; those that ask for a higher level of account are.
  @Test func choicesAreThoseOfTheUser() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      for name in ["summer", "guests", "signed"] { try fair.open(name) }
      fair.campaigns.change("guests") { $0.audience.segment = "guests" }
      fair.campaigns.change("signed") { $0.audience.minimumMode = .signed }
      #expect(try Self.outlook(fair, ada).choices.map(\.words) == ["code in summer", "code in signed"])
      fair.campaigns.change("summer") { $0.audience.segment = "guests" }
      let only = try Self.outlook(fair, ada)
      #expect(only.meant?.words == "code in signed" && only.choices.isEmpty)
      #expect(only.refusal?.code == "identity.mode-too-low")
      fair.campaigns.change("signed") { $0.audience.segment = "guests" }
      let none = try Self.outlook(fair, ada)
      #expect(none.refusal?.code == "shakes.nothing-here" && none.meant == nil && none.choices.isEmpty)
    }
  }

  private struct AtTheStand: DirectiveResolving {
    func prepare(in connection: Connection) {}

    func choice(
      for context: ShakeContext, user: UserID, type: String?, at: Timestamp, in connection: Connection
    ) -> DirectiveChoice? {
      switch context.place {
      case "stand": DirectiveChoice(campaign: "summer", type: "steps", directive: "stand")
      case "shut":
        DirectiveChoice(
          directive: "night", refusal: Refusal("shakes.nothing-now", given: "it is night", hint: "Sleep."))
      default: nil
      }
    }

    func refreshIfOld() {}
    func refreshing() -> PeriodicTask { PeriodicTask(every: 1_000_000) { _ in } }
  }

  @Test func directivesDecide() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      try fair.open("summer", types: [.use("code"), .use("steps")])
      try fair.open("winter")
      fair.tools.withLock { $0.directives = AtTheStand() }
      let stand = try Self.outlook(fair, ada, ShakeContext(place: "stand"))
      #expect(stand.meant?.words == "steps in summer" && stand.directive == "stand" && stand.refusal == nil)
      // With a campaign that it could be recorded with, and without.
      for _ in 0..<2 {
        let shut = try Self.outlook(fair, ada, ShakeContext(place: "shut"))
        #expect(shut.meant == nil && shut.refusal?.sentence == "it is night" && shut.refusal?.hint == "Sleep.")
        fair.campaigns.change("winter") { $0.state = .ended }
        fair.campaigns.change("summer") { $0.types = [.use("code")] }
      }
      #expect(try Self.outlook(fair, ada, ShakeContext(place: "bar")).meant?.words == "code in summer")
    }
  }

  @Test func nothingIsRecorded() throws {
    try Fair.with { fair in
      let ada = try fair.user("ada")
      try fair.open("summer", types: [.use("steps")], pace: Campaign.Pace(cooldown: 60_000_000))
      try fair.shake(ada, "steps")
      let before = try fair.home.contents()
      let place = ShakeContext(link: "qix://acme/summer", session: "derby", place: "north")
      for _ in 0..<3 { #expect(try Self.outlook(fair, ada, place).refusal == nil, "its pace is for the shake") }
      #expect(try fair.home.contents() == before)
    }
  }

  /// The command, whoever asks: what the user would find.
  @Test func theCommandShowsIt() throws {
    try Ladder.with { ladder in
      let none = try JSONValue(parsing: ladder.home.done("shake here --user mia --json"))
      #expect(none["sentence"] == "there is nothing to shake for at the moment" && none["type"]?.isNull == true)
      try ladder.open("--award fixed:10")
      let here = try JSONValue(parsing: ladder.home.done("shake here --user mia --link qix://alba/summer --json"))
      #expect(here["type"] == "code" && here["campaign"] == "summer" && here["title"] == "Summer", "\(here)")
      #expect(
        here["brand"] == "Alba" && here["end"]?.string?.hasPrefix("2027-08-02T00:00:00") == true
          && here["refusal"]?.isNull == true)
      #expect(here["choices"]?.array?.isEmpty == true)
      try ladder.home.done("directive add closed --place bar --nothing closed --hint Tomorrow.")
      let bar = try JSONValue(parsing: ladder.home.done("shake here --user mia --place bar --json"))
      #expect(bar["refusal"] == "shakes.nothing-now" && bar["sentence"] == "closed" && bar["hint"] == "Tomorrow.")
      #expect(bar["directive"] == "closed" && bar["campaign"]?.isNull == true, "\(bar)")
      #expect(try ladder.home.done("shake here --user mia --quiet") == "summer\n")
      #expect(try ladder.home.qix("shake here --user nobody").exitCode == 3)
      #expect(try ladder.home.qix("shake here").exitCode == 2)
    }
  }
}
