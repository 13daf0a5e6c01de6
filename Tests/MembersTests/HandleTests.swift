import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Members

/// The handle that stands for a user at a till.
@Suite struct HandleTests {
  @Test func itGrantsAndRedeemsWithoutTellingWhoThatIs() throws {
    try Shop.with("ada") { shop in
      try shop.home.done("reward create mug --brand Alba --title Mug --delivery goods --price 5 --stock 9")
      try shop.home.done("reward publish mug")
      let ada = try shop.id(of: "ada")
      let handle = try shop.handle(shop.code(shop.phone(of: "ada")))
      let issued = try shop.run("coins issue --to \(handle) --amount 7 --idempotency-key sale-1")
      #expect(issued.exitCode == 0 && issued.output.contains("\"to\": \"\(handle)\""), "\(issued)")
      let redeemed = try shop.run("reward redeem mug --user \(handle) --idempotency-key mug-1")
      #expect(redeemed.exitCode == 0, "\(redeemed)")
      let wallet = try shop.run("wallet show \(handle)")
      #expect(wallet.exitCode == 0 && wallet.output.contains("\"user\": \"\(handle)\""), "\(wallet)")
      let poor = try shop.run("coins redeem --from \(handle) --amount 999 --idempotency-key sale-2")
      #expect(poor.exitCode == 6, "\(poor)")
      for outcome in [issued, redeemed, wallet, poor] {
        #expect(!(outcome.output + outcome.errors).contains(ada) && !outcome.output.contains("\"ada\""))
      }
      // The next visit has another handle, and the key of the sale means the same.
      shop.pass(seconds: 30)
      let next = try shop.handle(shop.code(shop.phone(of: "ada")))
      let again = try shop.run("coins issue --to \(next) --amount 7 --idempotency-key sale-1")
      #expect(again.output.contains("\"replayed\": true"), "\(again)")
    }
  }

  /// It shows no profile, and begins no session in the user's name; staff may know who it is.
  @Test func itLeadsToNoIdentity() throws {
    try Shop.with("ada") { shop in
      let (ada, phone) = (try shop.id(of: "ada"), try shop.phone(of: "ada"))
      let handle = try shop.handle(shop.code(phone))
      for line in [
        "user show \(handle)", "user set \(handle) --gender female", "user avatar \(handle)", "user upgrade \(handle)",
        "session create \(handle)", "session list --user \(handle)", "session end --all --user \(handle)",
      ] {
        let outcome = try shop.run(line)
        #expect(outcome.exitCode != 0 && outcome.code == "identity.user-not-found", "\(line): \(outcome)")
        #expect(!(outcome.output + outcome.errors).contains(ada), "\(line)")
      }
      try shop.home.done("token create chief --role operator --output \(shop.home.path)/chief")
      shop.pass(seconds: 30)
      let chiefs = try shop.handle(shop.code(phone), as: "chief")
      #expect(try shop.run("user show \(chiefs)", as: "chief").output.contains(ada))
    }
  }

  @Test func itIsTheCallersOwnForTwoMinutes() throws {
    try Shop.with("ada") { shop in
      let handle = try shop.handle(shop.code(shop.phone(of: "ada")))
      let grant = "coins issue --to \(handle) --amount 1 --idempotency-key"
      #expect(try shop.run("\(grant) a", as: "other").code == "members.handle-over")
      shop.pass(seconds: 119)
      #expect(try shop.run("\(grant) b").exitCode == 0)
      shop.pass(seconds: 1)
      let late = try shop.run("\(grant) c")
      #expect(late.exitCode == 3 && late.code == "members.handle-over", "\(late)")
      // Nor by a clock that is put back.
      shop.home.clock.jump(byMicroseconds: -60_000_000)
      #expect(try shop.run("\(grant) d").code == "members.handle-over")
      // Nobody is called like one.
      let named = try shop.home.qix("user create --external-id \(handle) --json")
      #expect(named.exitCode == 2 && named.code == "identity.external-id-malformed", "\(named)")
      #expect(try shop.home.done("wallet show ada --quiet").hasPrefix("1"))
    }
  }

  /// A handle is for the sale: nothing by which the customer is known on another day.
  @Test func aTillLearnsNothingOfOtherDays() throws {
    try Shop.with("ada") { shop in
      try shop.home.done("coins issue --to ada --amount 5 --idempotency-key yesterday")
      let handle = try shop.handle(shop.code(shop.phone(of: "ada")))
      try shop.home.done("coins hold --from ada --amount 2 --idempotency-key table")
      let shown = try shop.run("wallet show \(handle)").output
      #expect(shown.contains("\"available\": 3") && shown.contains("\"holds\": []"), "\(shown)")
      #expect(!shown.contains("trf_") && !shown.contains("reminders"), "\(shown)")
      for line in [
        "wallet history \(handle)", "shake list --user \(handle)", "redemption list --user \(handle)",
        "tier of \(handle)", "badge of \(handle)", "referral of \(handle)", "referral code \(handle)",
        "referral claim \(handle) --code D4MT-VYH3", "open wallet --user \(handle)", "shake here --user \(handle)",
        "card here --user \(handle)", "user events \(handle)",
      ] {
        let outcome = try shop.run(line)
        #expect([3, 4].contains(outcome.exitCode) && outcome.output.isEmpty, "\(line): \(outcome)")
      }
    }
  }

  /// Both numbers lead to the survivor, and so does a handle from before.
  @Test func aMergeKeepsNumbersAndHandles() throws {
    try Shop.with("ada", "ben") { shop in
      let (adas, bens) = (try shop.phone(of: "ada"), try shop.phone(of: "ben"))
      let handle = try shop.handle(shop.code(adas))
      let merged = try shop.home.done("user merge ada --into ben --reason same --json")
      #expect(merged.contains("member_numbers"), "\(merged)")
      try shop.home.done("coins issue --to ben --amount 40")
      #expect(try shop.run("wallet show \(handle)").output.contains("40"))
      shop.pass(seconds: 30)
      let outcome = try shop.resolve(shop.code(bens))
      #expect(outcome.output.contains("\"available\": 40"), "\(outcome)")
      // The session of the one who is gone has ended, and with it the codes of its phone.
      #expect(try shop.resolve(shop.code(adas)).code == "members.code-wrong")
      #expect(try shop.home.done("member show ben --quiet").contains("\(bens.number)"))
      // A lost phone with the older number ends with the others.
      try shop.home.done("member renew ben --reason x")
      shop.pass(seconds: 30)
      for phone in [adas, bens] { #expect(try shop.resolve(shop.code(phone)).code == "members.code-wrong") }
      try shop.home.done("db check")
    }
  }

  @Test func aUserWithoutANumberGetsTheOneOfTheMerged() throws {
    try Shop.with("ada", "ben") { shop in
      let phone = try shop.phone(of: "ada")
      try shop.home.done("user merge ada --into ben --reason same")
      #expect(try shop.home.done("member show ben --quiet").contains("\(phone.number)"))
      try shop.home.done("db check")
    }
  }

  @Test func erasureLeavesNothing() throws {
    try Shop.with("ada", "ben") { shop in
      let phone = try shop.phone(of: "ada")
      let before = try shop.handle(shop.code(phone))
      try shop.home.done("user merge ada --into ben --reason same")
      shop.pass(seconds: 30)
      let handle = try shop.handle(shop.code(shop.phone(of: "ben")))
      let export = try shop.home.done("user export ben --reveal --reason x")
      #expect(export.contains("\"members.export/1\"") && export.contains("\(phone.number)"))
      try shop.home.done("user erase ben --confirm ben")
      for table in ["members_numbers", "members_phones", "members_used", "members_handles"] {
        #expect(try shop.home.count(table) == 0, "\(table)")
      }
      for handle in [before, handle] { #expect(try shop.run("wallet show \(handle)").code == "members.handle-over") }
      shop.pass(seconds: 30)
      #expect(try shop.resolve(shop.code(phone)).code == "members.code-wrong")
    }
  }

  @Test func theDeskSeesWhereACodeWasShown() throws {
    try Shop.with("ada") { shop in
      #expect(try shop.resolve(shop.code(shop.phone(of: "ada")), "--till north-3").exitCode == 0)
      try shop.home.done("member renew ada --reason lost")
      let line = try shop.home.done("user timeline ada --kind session --json")
      #expect(line.contains("Member code shown at the till north-3.") && line.contains("Member codes renewed."))
    }
  }
}
