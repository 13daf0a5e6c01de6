import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Referrals

/// What people do to be paid for nobody, or to keep others from being paid.
@Suite struct TrickTests {
  /// Mia's old friend takes a second telephone, says on it who brought them, and signs in.
  @Test func whoWasHereBeforeIsNotBroughtByATrialUser() throws {
    try Friends.with("--referrer 100 --referee 50 --wait P0D") { friends in
      try friends.home.done("user create --external-id old")
      try friends.shake("old")
      friends.wait(hours: 1)
      try friends.bring("phone")
      try friends.home.done("user merge phone --into old --yes")
      #expect(try friends.isReferred("old") == false)
      try friends.shake("old")
      #expect(try friends.state(of: "old") == "proved")
      #expect(try friends.pay() == 0)
      #expect(try friends.state(of: "old") == "refused referrals.not-new")
      #expect(try friends.coins("mia") == 0 && friends.coins("old") == 2)
      // Somebody new who signs in later is still brought.
      try friends.bring("tablet")
      friends.wait(hours: 1)
      try friends.home.done("user create --external-id new")
      try friends.home.done("user merge tablet --into new --yes")
      #expect(try friends.isReferred("new"))
      try friends.shake("new")
      #expect(try friends.pay() == 1)
    }
  }

  @Test func nobodyIsBroughtInACircleThatMergesMake() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.home.done("user create --external-id zoe")
      friends.wait(hours: 1)
      try friends.bring("one")
      try friends.bring("two", by: "zoe")
      try friends.home.done("user merge one --into zoe --yes")
      try friends.home.done("user merge two --into mia --yes")
      for user in ["mia", "zoe"] { try friends.shake(user) }
      #expect(try friends.pay() == 0)
      for user in ["mia", "zoe"] { #expect(try friends.state(of: user) == "refused referrals.circle") }
    }
  }

  /// Ten who were paid for and turn out to be one were ten payments all the same.
  @Test func aMergeMakesNoRoomBelowALimit() throws {
    try Friends.with("--referrer 100 --referee 10 --per-referrer 2 --wait P0D") { friends in
      for user in ["a", "b"] {
        try friends.bring(user)
        try friends.shake(user)
      }
      #expect(try friends.pay() == 2)
      let former = try friends.home.done("user show a --quiet").filter { $0 != "\n" }
      try friends.home.done("user merge a --into b --yes")
      try friends.home.done("user create --external-id c")
      try friends.fails("referral claim c --code \(try friends.code())", "referrals.referrer-limit", exit: 6)
      // Each of both payments can be taken back.
      #expect(try friends.coins("mia") == 200)
      try friends.home.done("referral revoke \(former) --reason trick")
      #expect(try friends.coins("mia") == 100)
      try friends.home.done("referral revoke b --reason trick")
      #expect(try friends.coins("mia") == 0 && friends.coins("b") == 2)
      try friends.home.done("coins verify")
    }
  }

  /// Whose trick was found out once isn't brought again by becoming somebody else.
  @Test func aMergeWashesNobodyClean() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.bring("a")
      try friends.home.done("referral revoke a --reason trick")
      try friends.bring("b")
      try friends.shake("b")
      try friends.home.done("user merge a --into b --yes")
      #expect(try friends.state(of: "b") == "revoked")
      #expect(try friends.pay() == 0)
    }
  }

  /// One who can't be given coins today, a key that is taken, a user who was erased: each hurts one alone.
  @Test func whoCannotBePaidKeepsNoOtherWaiting() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.home.done("setting set identity.trial-earn-limit 150")
      for name in ["zoe", "tom"] { try friends.home.done("user create --external-id \(name)") }
      friends.wait(hours: 1)
      let brought = [("a", "mia"), ("b", "mia"), ("c", "zoe"), ("d", "zoe"), ("e", "tom")]
      for (user, referrer) in brought {
        try friends.bring(user, by: referrer)
        try friends.shake(user)
        friends.wait(hours: 1)
      }
      let c = try friends.home.done("user show c --quiet").filter { $0 != "\n" }
      let taken = "coins issue --to a --amount 1 --idempotency-key referral:friends:\(c):referrer"
      #expect(try friends.home.qix(taken).exitCode == 2)
      // Before 0.6.0 it wasn't.
      try friends.move("a", under: "referral:friends:\(c):referrer")
      try friends.home.done("user erase d --confirm d --yes")
      #expect(try friends.pay(exit: 5) == 2)
      #expect(try friends.coins("mia") == 100 && friends.coins("zoe") == 0 && friends.coins("tom") == 100)
      #expect(try friends.state(of: "b") == "proved")
      // It stays due, and is told each time until somebody has seen to it.
      #expect(try friends.state(of: "c") == "proved")
      friends.wait(hours: 24)
      #expect(try friends.pay(exit: 5) == 1)
      let told = try friends.home.qix("referral pay --json")
      #expect(told.exitCode == 5 && told.errors.contains("referrals.key-taken") && told.output.contains(c), "\(told)")
      try friends.home.done("referral revoke c --reason paid-by-hand")
      #expect(try friends.pay() == 0)
      #expect(try friends.coins("mia") == 200)
      try friends.home.done("coins verify")
    }
  }

  /// Whoever was brought and may not act any more gets nothing for who brought them either.
  @Test func nobodyIsPaidForWhoWasSuspended() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.bring("a")
      try friends.shake("a")
      try friends.home.done("user suspend a --reason trick")
      #expect(try friends.pay() == 0)
      #expect(try friends.state(of: "a") == "refused referrals.inactive")
    }
  }

  /// Whoever tries a code isn't told whose it is, nor what has become of them.
  @Test func theCodeOfWhoWasSuspendedIsNobodys() throws {
    try Friends.with { friends in
      let code = try friends.code()
      let mia = try friends.home.done("user show mia --quiet").filter { $0 != "\n" }
      try friends.home.done("user suspend mia --reason trick")
      try friends.home.done("user create --external-id ben")
      let refused = try friends.home.qix("referral claim ben --code \(code) --json")
      #expect(refused.exitCode == 3 && refused.errors.contains("referrals.code-not-found"), "\(refused.errors)")
      #expect(!refused.errors.contains(mia))
    }
  }

  /// Who is asked about it finds why, and nobody else does: it may tell of the friend.
  @Test func supportFindsWhyAClaimWasRefused() throws {
    try Friends.with { friends in
      let (home, code) = (friends.home, try friends.code())
      try home.done("token create shop --role integrator --output \(home.path)/shop")
      try home.done("token create desk --role support --output \(home.path)/desk")
      func refused(_ user: String, as token: String) throws -> [String]? {
        let page = try JSONValue(parsing: home.done("referral of \(user) --json --as \(home.path)/\(token)"))
        return page["refused_claims"]?.array?.map { row in
          "\(row["programme"]?.string ?? "") \(row["code"]?.string ?? "") \(row["refusal"]?.string ?? "")"
        }
      }
      try home.done("user create --external-id ben")
      let claim = "referral claim ben --code \(code)"
      try friends.fails("\(claim) --dry-run", "referrals.code-not-found", exit: 3, suspending: "mia")
      #expect(try refused("ben", as: "desk") == [])
      try friends.fails(claim, "referrals.code-not-found", exit: 3, suspending: "mia")
      try friends.shake("ben")
      friends.wait(hours: 1)
      for _ in 1...2 { try friends.fails(claim, "referrals.not-new", exit: 6) }
      let told = ["friends \(code) referrals.inactive", "friends \(code) referrals.not-new"]
      for user in ["ben", "mia"] {
        #expect(try refused(user, as: "desk") == told)
        #expect(try refused(user, as: "shop") == nil)
      }
      let export = try home.done("user export ben --reveal --reason asked")
      #expect(!export.contains("referrals.code-not-found") && !export.contains("referrals.inactive"))
      try home.done("user create --external-id new")
      try home.done("user merge ben --into new --yes")
      #expect(try refused("new", as: "desk") == told)
      try home.done("user erase new --confirm new --yes")
      #expect(try home.count("referrals_refusals") == 0)
    }
  }

  /// A brand that has put nothing in keeps no other's users waiting, however many wait for it.
  @Test func aSpentBudgetStandsInNobodysWay() throws {
    try Friends.with("--referrer 100 --wait P0D", funds: 0) { friends in
      for user in ["a", "b", "c"] {
        try friends.bring(user)
        try friends.shake(user)
      }
      friends.wait(hours: 1)
      try friends.home.done("referral create rich --referrer 5 --wait P0D")
      try friends.home.done("budget fund referral-rich --amount 100")
      try friends.home.done("user create --external-id d")
      try friends.home.done("referral claim d --programme rich --code \(try friends.code())")
      try friends.shake("d")
      var (paid, place): (Int64, ReferralStore.Place?)
      (paid, place) = (0, nil)
      repeat {
        let result = try friends.home.database.write(Change("test.pay")) { connection, _ in
          try Paying(try friends.context(), in: connection).pay(nil, after: place, limit: 1)
        }
        paid += result.paid
        place = result.place
      } while place != nil
      #expect(paid == 1)
      #expect(try friends.coins("mia") == 5)
    }
  }

  /// A period is written down in months, days and seconds: what couldn't be read back would lock all programmes.
  @Test(arguments: ["P900Y", "P101Y", "P2000W", "PT300000H", "P9999M"])
  func aPeriodThatCannotBeKeptIsRefused(_ period: String) throws {
    try Friends.with { friends in
      for option in ["newcomer", "within", "wait"] {
        #expect(try friends.home.qix("referral create x --referrer 1 --\(option) \(period)").exitCode == 2)
      }
      try friends.home.done("referral create y --referrer 1 --newcomer P100Y --within P9999D --wait PT239976H")
      #expect(try friends.home.done("referral list --quiet") == "friends\ny\n")
    }
  }

  @Test func coinsThatExpireInAMillenniumAreRefused() throws {
    try Friends.with { friends in
      #expect(try friends.home.qix("referral create x --referrer 1 --expires P900Y").exitCode == 2)
      try friends.home.done("referral list")
    }
  }

  /// An import can bring a condition that nobody has looked at; one that can't be read lets nobody in.
  @Test(arguments: ["x3", "0", "-1", "", "99999999999999999999"])
  func aNumberThatIsNoneLetsNobodyIn(_ number: String) throws {
    try Friends.with { friends in
      let why = try friends.unmet("referrals", number, "mia")
      #expect(why == "referrals.condition")
    }
  }

  /// Whoever turns out to be the user themselves isn't somebody whom they have brought.
  @Test func nobodyHasBroughtThemselves() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.bring("phone")
      try friends.shake("phone")
      #expect(try friends.pay() == 1)
      #expect(try friends.unmet("referrals", "1", "mia") == nil)
      try friends.home.done("user merge phone --into mia --yes")
      #expect(try friends.unmet("referrals", "1", "mia") == "referrals.too-few")
    }
  }

  @Test(arguments: ["", " ", String(repeating: "x", count: 201), "two\nlines", "\u{1B}[2J"])
  func aTitleIsOneLine(_ title: String) throws {
    try TestHome.initialised { home in
      let lines = ["referral create x --referrer 1", "badge create x --days 3", "tier create x --from 5"]
      for words in lines.map({ $0.split(separator: " ").map(String.init) }) {
        let outcome = try home.qix(words + ["--title", title])
        #expect(outcome.exitCode == 2, "\(words): \(outcome.errors)")
        let good = String(repeating: "e\u{301}", count: 100)
        #expect(try home.qix(words + ["--title", good]).exitCode == 0)
      }
    }
  }

  /// docs/roles.md: an integrator sees the users that it names. A friend's id would be enough to be the friend.
  @Test func aProgramIsNotToldWhoTheFriendsAre() throws {
    try TestHome.with { home in
      try home.done("init")
      try home.done("token create shop --role integrator --output \(home.path)/shop")
      try home.done("referral create friends --referrer 1")
      let mia = try home.done("user create --external-id mia --quiet").filter { $0 != "\n" }
      home.clock.advance(byMicroseconds: 1_000_000)
      let ben = try home.done("user create --external-id ben --quiet").filter { $0 != "\n" }
      let code = try home.done("referral code mia --quiet").filter { $0 != "\n" }
      let claim = "referral claim ben --code \(code) --json"
      let answers = try [claim, "referral of ben --json", "referral of mia --json"].map { line in
        try home.done("\(line) --as \(home.path)/shop")
      }
      #expect(answers.map { $0.contains(mia) } == [false, false, true])
      #expect(answers.map { $0.contains(ben) } == [true, true, false])
      #expect(try home.done("referral of mia --json").contains(ben))
    }
  }
}

extension Friends {
  /// Fails while another user is suspended.
  func fails(_ line: String, _ code: String, exit: Int32, suspending user: String) throws {
    try home.done("user suspend \(user) --reason trick")
    try fails(line, code, exit: exit)
    try home.done("user resume \(user)")
  }

  func context() throws -> Context {
    let registry = try Registry(home.modules)
    var context = Context(clock: home.clock, random: home.random, services: Services(registry))
    context.registry = registry
    context.database = home.database
    return context
  }

  /// Whether a reward for those who were brought is for this user.
  func isReferred(_ user: String) throws -> Bool { try unmet("referred", "friends", user) == nil }

  /// Why a user doesn't meet a condition, by its code.
  func unmet(_ name: String, _ argument: String, _ user: String) throws -> String? {
    let condition = try #require(ReferralsModule.conditions.first { $0.name == name })
    let context = try context()
    return try home.database.read { connection in
      let id = try #require(try context.service(Users.directory).find(user, in: connection))
      return try condition.unmet(argument, id, home.clock.now(), connection, context)?.code
    }
  }
}
