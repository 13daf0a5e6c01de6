import CampaignsContract
import DirectivesContract
import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixNetwork
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Shakes
import ShakesContract
import Synchronization
import Testing

@testable import Directives

/// What a shake does about directives: it asks when they are old, never waits long, and remembers them.
@Suite struct DirectiveRefreshTests {
  /// Some campaigns, by name.
  final class SomeCampaigns: CampaignDirectory {
    let state = Mutex((names: Set<String>(), version: Int64(1)))
    let asked = Mutex(0)
    let segments = Mutex<[String]>([])

    func find(_ reference: String, in connection: Connection) throws -> Campaign? {
      guard state.withLock({ $0.names.contains(reference) }) else { return nil }
      return Campaign(
        id: CampaignID(high: 0x7000, low: 1 << 63), name: reference, brand: "acme", title: "Summer", state: .running,
        start: Timestamp(microseconds: 0), end: Timestamp(microseconds: .max), timeZone: "UTC", types: [],
        audience: Campaign.Audience(), caps: Campaign.Caps(), pace: Campaign.Pace(), award: .fixed(1), expires: nil,
        drawWindow: nil, priority: 0)
    }

    func running(in connection: Connection) throws -> [Campaign] { [] }

    func version(in connection: Connection) throws -> Int64 {
      asked.withLock { $0 += 1 }
      return state.withLock { $0.version }
    }

    func isMember(_ user: UserID, of segment: String, in connection: Connection) throws -> Bool {
      segments.withLock { $0.append(segment) }
      return segment == "all"
    }
  }

  struct Everybody: ModePolicy {
    func mode(of user: UserID, in connection: Connection) throws -> Mode { .signed }
    func bearer(of user: UserID, in connection: Connection) throws -> (user: UserID, mode: Mode)? { (user, .signed) }
    func isAnybodyInactive(in connection: Connection) throws -> Bool { false }
    func isLimited(_ limit: DailyLimit, in connection: Connection) throws -> Bool { false }
    func limit(_ limit: DailyLimit, of mode: Mode, in connection: Connection) throws -> Int64? { nil }
    func requireActive(_ user: UserID, in connection: Connection) throws {}
  }

  private static let user = UserID(high: 0x7000, low: 1 << 63)

  private func with(_ body: (TestHome, TestSource) throws -> Void) throws {
    try TestHome.initialised { home in
      let source = try TestSource()
      try source.add(to: home)
      try body(home, source)
    }
  }

  @Test func aShakeAsksWhenTheCopyIsOld() throws {
    try with { (home, source) throws in
      try home.directivesContext { context in
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 1)
        home.clock.advance(byMicroseconds: 59_999_999)
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 1)
        home.clock.advance(byMicroseconds: 1)
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 2)
        // A clock that was set back keeps nothing for ever.
        home.clock.advance(byMicroseconds: -Timestamp.day)
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 3)
      }
      #expect(try home.references() == ["agency/closed"])
      #expect(try home.auditActions() == ["shakes.source-add", "shakes.directives-fetch"])
    }
  }

  @Test func aSourceThatFailsIsNotAskedAtEachShake() throws {
    try with { (home, source) throws in
      source.change { $0.status = "500 Oops" }
      try home.directivesContext { context in
        for _ in 0..<5 { DirectiveRefresh.refreshIfOld(in: context) }
        #expect(source.fetches == 1)
        home.clock.advance(byMicroseconds: 60_000_000)
        source.change { $0.status = "200 OK" }
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 2)
      }
      #expect(try home.references() == ["agency/closed"])
    }
  }

  @Test func aSourceThatGoesOnFailingIsAskedMoreAndMoreSeldom() throws {
    try with { (home, source) throws in
      source.change { $0.status = "500 Oops" }
      func state() throws -> SourceState { try home.database.read { try SourceState.find("agency", in: $0) } }
      try home.directivesContext { context in
        for failures in 1...8 {
          let now = home.clock.now()
          DirectiveRefresh.refreshIfOld(in: context)
          #expect(source.fetches == failures)
          let state = try state()
          let retry = try #require(state.retry)
          #expect(state.failures == Int64(failures) && state.leased == nil)
          let wait = retry.microseconds - now.microseconds
          #expect(DirectiveFetch.backoff(age: 60).span(failures: Int64(failures)).contains(wait))
          home.clock.advance(byMicroseconds: wait - 1)
          DirectiveRefresh.refreshIfOld(in: context)
          #expect(source.fetches == failures, "not before its time")
          home.clock.advance(byMicroseconds: 1)
        }
        let list = try JSONValue(parsing: home.qix("directive source list --json").output)["sources"]?.array?.first
        #expect(list?["retry_at"] == .string("\(home.clock.now())"))
        // One good answer, and it is asked at its age again.
        source.change { $0.status = "200 OK" }
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 9)
        #expect(try (state().failures, state().retry?.microseconds) == (0, nil))
        home.clock.advance(byMicroseconds: 59_999_999)
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 9)
        home.clock.advance(byMicroseconds: 1)
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 10)
      }
      #expect(try home.auditActions() == ["shakes.source-add", "shakes.directives-fail", "shakes.directives-fetch"])
    }
  }

  @Test func theWaitGrowsToAQuarterOfAnHourOrToTheAge() {
    #expect(
      (1...6).map { DirectiveFetch.backoff(age: 60).span(failures: $0).upperBound }
        == [60, 120, 240, 480, 900, 900]
        .map { $0 * 1_000_000 })
    #expect(DirectiveFetch.backoff(age: 1).span(failures: 1).upperBound == 10_000_000)
    #expect(DirectiveFetch.backoff(age: 86_400).span(failures: .max).upperBound == 86_400_000_000)
  }

  /// One process at a time asks a source; one that died with it in its hands keeps nobody away for long.
  @Test func whatAnotherProcessIsAskingIsNotAskedToo() throws {
    try with { (home, source) throws in
      let agency = try home.database.read { try DirectiveSource.find("agency", in: $0) }
      func take() throws -> SourceState? {
        var taken: SourceState?
        #expect(
          try home.database.bookkeep {
            taken = try SourceState.take(agency, at: home.clock.now(), age: 1_000_000, in: $0)
          })
        return taken
      }
      #expect(try take() != nil)
      #expect(try take() == nil)
      #expect(try home.qix("setting set shakes.directives-max-age 1").exitCode == 0)
      try home.directivesContext { context in
        home.clock.advance(byMicroseconds: SourceState.lease - 1)
        try DirectiveRefresh.askDue(in: context, waits: true)
        #expect(source.fetches == 0)
        home.clock.advance(byMicroseconds: 1)
        try DirectiveRefresh.askDue(in: context, waits: true)
        #expect(source.fetches == 1)
        // A lease of a time to come is none.
        home.clock.advance(byMicroseconds: 1_000_000)
        #expect(try take() != nil)
        home.clock.advance(byMicroseconds: -Timestamp.day)
        try DirectiveRefresh.askDue(in: context, waits: true)
        #expect(source.fetches == 2)
      }
      // Who was told to asks whatever others do.
      home.clock.advance(byMicroseconds: 1_000_000)
      #expect(try take() != nil)
      #expect(try home.fetched().outcome == "unchanged")
      #expect(try home.database.read { try SourceState.find("agency", in: $0).leased } == nil)
    }
  }

  /// Whoever stops the program while a source is asked leaves it for the next one.
  @Test func aFetchThatIsStoppedLetsGo() throws {
    try with { (home, source) throws in
      try home.directivesContext { context in
        context.face.interruption.request()
        #expect(throws: (any Error).self) { try DirectiveRefresh.askDue(in: context, waits: true) }
      }
      let state = try home.database.read { try SourceState.find("agency", in: $0) }
      #expect(state.leased == nil && state.fault == nil)
    }
  }

  @Test func aServiceIsToldBesideItsShakes() throws {
    try with { (home, source) throws in
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      let ada = try JSONValue(parsing: home.qix("user show ada --json").output)["user"]?.string.flatMap(UserID.init)
      let request = ShakeRequest(user: try #require(ada))
      try home.directivesContext { context in
        let service = try ShakeService(context)
        // No campaign runs; what is fetched is there at the end at the latest.
        _ = service.submit([request])
        service.stop()
        #expect(source.fetches == 1)
        let refusal = Refusal("shakes.nothing-now", "closed for today")
        #expect(throws: ShakesError.forbidden(refusal)) { try service.submit([request])[0].get() }
        service.stop()
        #expect(source.fetches == 1, "it isn't old yet")
        home.clock.advance(byMicroseconds: 60_000_000)
        source.change { $0.body = TestSource.document(version: 2).replacing("closed for today", with: "come back") }
        _ = service.submit([request])
        service.stop()
        #expect(source.fetches == 2)
        let next = Refusal("shakes.nothing-now", "come back")
        #expect(throws: ShakesError.forbidden(next)) { try service.submit([request])[0].get() }
        service.stop()
      }
      #expect(
        try home.auditActions()
          == ["shakes.source-add", "shakes.directives-fetch", "shakes.directives-fetch"])
    }
  }

  @Test func zeroLeavesItToTheTimer() throws {
    try with { (home, source) throws in
      #expect(try home.qix("setting set shakes.directives-max-age 0").exitCode == 0)
      try home.directivesContext { DirectiveRefresh.refreshIfOld(in: $0) }
      #expect(source.fetches == 0)
    }
  }

  /// Somebody else is writing: this is not the moment to write down that a source is asked.
  @Test func aBusyDatabaseIsNotWaitedFor() throws {
    try with { (home, source) throws in
      try home.directivesContext { context in
        try home.database.withoutWriters { DirectiveRefresh.refreshIfOld(in: context) }
        #expect(source.fetches == 0)
        DirectiveRefresh.refreshIfOld(in: context)
        #expect(source.fetches == 1)
      }
    }
  }

  @Test func aSilentSourceIsGivenUp() throws {
    try with { (home, source) throws in
      source.change { $0.delay = 700_000 }
      try home.directivesContext { context in
        let (source, state) = try home.database.read { connection in
          (try DirectiveSource.find("agency", in: connection), try SourceState.find("agency", in: connection))
        }
        let outcome = try DirectiveFetch(context: context).fetch(source, state, milliseconds: 100)
        guard case .failed(let fault) = outcome else {
          Issue.record("\(outcome)")
          return
        }
        #expect(fault.code == "network.timed-out")
      }
    }
  }

  private func add(_ home: TestHome, _ name: String, _ words: String) throws {
    let outcome = try home.qix(["directive", "add", name] + words.split(separator: " ").map(String.init))
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
  }

  private static func cache(
    _ home: TestHome, _ campaigns: SomeCampaigns, types: Set<String>
  ) throws -> DirectiveCache {
    let context = try home.bareContext()
    return DirectiveCache(users: ContextUsers(context, policy: Everybody(), campaigns: campaigns), types: types)
  }

  @Test func choicesAreRememberedUntilSomethingChanges() throws {
    try TestHome.initialised { home in
      try add(home, "summer", "--link qix://acme/summer --campaign summer --type tv")
      try add(home, "closed", "--place milan --mode signed --segment all --nothing no --hint later")
      let campaigns = SomeCampaigns()
      let cache = try Self.cache(home, campaigns, types: ["tv"])
      let database = home.database
      func choice(_ context: ShakeContext, type: String? = nil, prepare: Bool = true) throws -> DirectiveChoice? {
        try database.read { connection in
          if prepare { try cache.prepare(in: connection) }
          return try cache.choice(for: context, user: Self.user, type: type, at: home.clock.now(), in: connection)
        }
      }
      let link = ShakeContext(link: "qix://acme/summer")
      // A campaign that doesn't exist is never chosen; as soon as it does, it is.
      #expect(try choice(link) == nil)
      campaigns.state.withLock { $0 = (["summer"], 2) }
      #expect(try choice(link) == DirectiveChoice(campaign: "summer", type: "tv", directive: "summer"))
      #expect(try choice(link, type: "read") == nil)
      // A reader with an older snapshot leaves the newer index in place.
      campaigns.state.withLock { $0 = ([], 1) }
      #expect(try choice(link) != nil)
      campaigns.state.withLock { $0 = (["summer"], 2) }
      let refusal = Refusal("shakes.nothing-now", "no", hint: "later")
      #expect(try choice(ShakeContext(place: "milan")) == DirectiveChoice(directive: "closed", refusal: refusal))

      // Between two looks nothing is read.
      let asked = campaigns.asked.withLock { $0 }
      try database.read { connection in
        try cache.prepare(in: connection)
        for _ in 0..<100 {
          _ = try cache.choice(for: link, user: Self.user, type: nil, at: home.clock.now(), in: connection)
        }
      }
      #expect(campaigns.asked.withLock { $0 } == asked + 1)
      #expect(try home.qix("directive remove summer").exitCode == 0)
      #expect(try choice(link, prepare: false) != nil)
      #expect(try choice(link) == nil)
    }
  }

  /// What several conditions ask about a user is looked up once.
  @Test func aFactIsLookedUpOnce() throws {
    try TestHome.initialised { home in
      let campaigns = SomeCampaigns()
      let users = ContextUsers(try home.bareContext(), policy: Everybody(), campaigns: campaigns)
      try home.database.read { connection in
        let user = users.user(Self.user, at: home.clock.now(), in: connection)
        for _ in 0..<3 { _ = try (user.isMember(of: "all"), user.isMember(of: "few")) }
      }
      #expect(campaigns.segments.withLock { $0 } == ["all", "few"])
    }
  }

  @Test func whoeverDoesNotPrepareIsRightToo() throws {
    try TestHome.initialised { home in
      try add(home, "a", "--nothing no")
      let cache = try Self.cache(home, SomeCampaigns(), types: [])
      let database = home.database
      func choice() throws -> String? {
        try database.read { connection in
          try cache.choice(for: ShakeContext(), user: Self.user, type: nil, at: home.clock.now(), in: connection)?
            .directive
        }
      }
      #expect(try choice() == "a")
      #expect(try home.qix("directive remove a").exitCode == 0)
      #expect(try choice() == nil)
    }
  }
}
