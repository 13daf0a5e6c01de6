import IdentityContract
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Referrals

@Suite struct ClaimTests {
  @Test func aCodeIsOfOneUserForEver() throws {
    try Friends.with { friends in
      let code = try friends.code()
      #expect(try code == friends.code() && code.wholeMatch(of: /[3-9A-Z]{4}-[3-9A-Z]{4}/) != nil)
      try friends.home.done("user create --external-id ben")
      #expect(try friends.code(of: "ben") != code)
      // As people type it.
      let typed = code.lowercased().replacing("-", with: " ")
      #expect(try friends.home.qix(["referral", "claim", "ben", "--code", typed]).exitCode == 0)
    }
  }

  /// A code that is nobody's must not get to friends.
  @Test func aTrialPrintsNoCodeThatIsntTheirs() throws {
    try Friends.with { friends in
      try friends.home.done("user create --external-id ben")
      let trial = try JSONValue(parsing: friends.home.done("referral code ben --dry-run --json"))
      #expect(trial["code"] == .null)
      let code = try friends.code(of: "ben")
      #expect(try friends.home.done("referral code ben --dry-run").contains(code))
    }
  }

  @Test func everyCharacterIsAsLikely() throws {
    let random = SeededRandomSource(seed: 7)
    try TestHome.initialised { home in
      try home.database.write(Change("test.codes")) { connection, _ in
        var counts: [UInt8: Int] = [:]
        for number in 1...3_000 {
          let user = UserID(high: 0, low: UInt64(number))
          let code = try ReferralCode.code(of: user, at: home.clock.now(), random: random, in: connection)
          for byte in code.utf8 { counts[byte, default: 0] += 1 }
        }
        let expected = Double(3_000 * ReferralCode.length) / Double(ReferralCode.alphabet.count)
        let chi = counts.values.reduce(0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
        // 21 degrees of freedom: beyond this in one of a hundred thousand.
        #expect(counts.count == ReferralCode.alphabet.count && chi < 62)
      }
    }
  }

  @Test func aRepeatGivesTheFirstAnswer() throws {
    try Friends.with { friends in
      try friends.home.done("user create --external-id zoe")
      friends.wait(hours: 1)
      try friends.bring("ben")
      let again = try friends.home.done("referral claim ben --code \(try friends.code()) --json")
      #expect(try JSONValue(parsing: again)["is_new"] == false)
      try friends.fails("referral claim ben --code \(try friends.code(of: "zoe"))", "referrals.claimed-before", exit: 5)
    }
  }

  @Test func whoIsNotNewWasNotBrought() throws {
    try Friends.with { friends in
      try friends.fails("referral claim mia --code \(try friends.code())", "referrals.oneself", exit: 6)
      try friends.home.done("user create --external-id ben")
      try friends.fails("referral claim mia --code \(try friends.code(of: "ben"))", "referrals.not-new", exit: 6)
      try friends.shake("ben")
      try friends.fails("referral claim ben --code \(try friends.code())", "referrals.not-new", exit: 6)
      try friends.home.done("user create --external-id late")
      friends.wait(hours: 14 * 24)
      try friends.fails("referral claim late --code \(try friends.code())", "referrals.not-new", exit: 6)
    }
  }

  /// Coins at registration come before a friend's code can be typed.
  @Test func aWelcomeLeavesAUserNew() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      let welcome = "coins issue --amount 20 --welcome"
      for user in ["ben", "cleo"] { try friends.home.done("user create --external-id \(user)") }
      let transfer = try friends.home.done("\(welcome) --to ben --idempotency-key w-ben --quiet").filter { $0 != "\n" }
      try friends.home.done("\(welcome) --to ben --idempotency-key w-ben")
      try friends.fails("coins issue --amount 20 --to ben --idempotency-key w-ben", "coins.key-conflict", exit: 5)
      #expect(try JSONValue(parsing: friends.home.done("coins show \(transfer) --json"))["welcome"] == true)
      try friends.claim("ben")
      try friends.shake("ben")
      #expect(try friends.pay() == 1)
      #expect(try friends.coins("ben") == 21 && friends.coins("mia") == 100)
      // Other coins beside the welcome were earned.
      try friends.home.done("\(welcome) --to cleo")
      try friends.home.done("coins issue --amount 1 --to cleo")
      try friends.fails("referral claim cleo --code \(try friends.code())", "referrals.not-new", exit: 6)
      try friends.home.done("coins verify")
    }
  }

  @Test func mistakesAreRefused() throws {
    try Friends.with { friends in
      try friends.home.done("user create --external-id ben")
      try friends.fails("referral claim ben --code 7KQM", "referrals.code-malformed", exit: 2)
      try friends.fails("referral claim ben --code OOOO-1111", "referrals.code-malformed", exit: 2)
      try friends.fails("referral claim ben --code 3333-3333", "referrals.code-not-found", exit: 3)
      try friends.fails("referral claim nobody --code \(try friends.code())", "identity.user-not-found", exit: 3)
      try friends.fails("referral create friends --referrer 1", "referrals.exists", exit: 5)
      try friends.fails("referral create Friends --referrer 1", "referrals.name-malformed", exit: 2)
      try friends.fails("referral create x", "referrals.nothing-paid", exit: 2)
      try friends.fails("referral create x --referrer 1 --campaign none", "referrals.campaign-not-found", exit: 3)
      try friends.fails("referral create x --referrer 1 --type bow", "referrals.type-not-found", exit: 3)
      try friends.fails("referral show freinds", "referrals.not-found", exit: 3)
      for line in [
        "--referrer -1", "--referrer 1 --wait soon", "--referrer 1 --within P0D", "--referrer 1 --minimum-mode x",
        "--referrer 1 --expires never", "--referrer 1 --end 2020-01-01", "--referrer 1 --expires 2020-01-01",
      ] { #expect(try friends.home.qix("referral create x \(line)").exitCode == 2, "\(line)") }
      try friends.home.done("referral end friends")
      try friends.fails("referral end friends", "referrals.over", exit: 5)
      try friends.fails("referral claim ben --code \(try friends.code())", "referrals.closed", exit: 6)
      #expect(try friends.home.done("referral list --quiet") == "friends\n")
    }
  }

  @Test func whereThereAreSeveralOneIsNamed() throws {
    try Friends.with { friends in
      try friends.home.done("referral create more --referrer 5")
      try friends.home.done("user create --external-id ben")
      let code = try friends.code()
      try friends.fails("referral claim ben --code \(code)", "referrals.several", exit: 2)
      try friends.home.done("referral claim ben --code \(code) --programme more")
      try friends.home.done("referral end more")
      try friends.home.done("referral claim ben --code \(code)")
    }
  }

  @Test func usersWhoBecomeOneBringNobodyButOthers() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.bring("ben")
      try friends.bring("cleo")
      try friends.shake("ben")
      try friends.shake("cleo")
      try friends.home.done("user merge ben --into mia --yes")
      #expect(try friends.pay() == 1)
      #expect(try friends.state(of: "mia") == "refused referrals.same-person")
      #expect(try friends.state(of: "cleo") == "paid")
      try friends.home.done("user merge mia --into cleo --yes")
      #expect(try friends.home.count("referrals_claims") >= 1)
      #expect(try friends.home.done("user export cleo --reveal --reason asked").contains("has_brought"))
    }
  }

  @Test func campaignsAndRewardsCanAskForReferrals() throws {
    try Friends.with("--referrer 100 --wait P0D") { friends in
      try friends.bring("ben")
      func unmet(_ name: String, _ argument: String, _ user: String) throws -> String? {
        let condition = try #require(ReferralsModule.conditions.first { $0.name == name })
        var context = Context.unprepared
        context.clock = friends.home.clock
        context.random = friends.home.random
        context.services = Services(try Registry(friends.home.modules))
        return try friends.home.database.read { connection in
          let id = try #require(try context.service(Users.directory).find(user, in: connection))
          return try condition.unmet(argument, id, friends.home.clock.now(), connection, context)?.code
        }
      }
      #expect(try unmet("referred", "friends", "ben") == nil)
      #expect(try unmet("referred", "friends", "mia") == "referrals.not-referred")
      #expect(try unmet("referrals", "1", "mia") == "referrals.too-few")
      try friends.shake("ben")
      try friends.pay()
      #expect(try unmet("referrals", "1", "mia") == nil)
    }
  }
}
