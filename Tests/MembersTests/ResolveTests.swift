import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Members

/// A code at the till: once, for half a minute, and by nobody's guess.
@Suite struct ResolveTests {
  @Test func aTillLearnsNameAndCoins() throws {
    try Shop.with("ada") { shop in
      try shop.home.done("user set ada --display-name Adalovelace")
      try shop.home.done("coins issue --to ada --amount 300")
      let code = try shop.code(shop.phone(of: "ada"))
      let outcome = try shop.resolve(code, "--till 3")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let answer = try JSONValue(parsing: outcome.output)
      #expect(answer["member"]?.string?.hasPrefix("mem_") == true && answer["name"] == "A…")
      #expect(answer["available"] == 300)
      #expect(answer["expires"]?.string == "\(shop.home.clock.now().advanced(byMicroseconds: 120_000_000))")
      // Neither the id nor the external id.
      for secret in [try shop.id(of: "ada"), "ada\"", "Adalovelace"] { #expect(!outcome.output.contains(secret)) }
      let log = try shop.home.done("audit show --action members.resolve --json")
      #expect(log.contains(try shop.id(of: "ada")) && log.contains("till 3") && log.contains("token:till"))
    }
  }

  @Test func aCodeIsGoodOnceInTheWholeHome() throws {
    try Shop.with("ada") { shop in
      let phone = try shop.phone(of: "ada")
      let code = shop.code(phone)
      _ = try shop.handle(code)
      for name in ["till", "other"] {
        let again = try shop.resolve(code, as: name)
        #expect(again.exitCode == 5 && again.code == "members.code-used", "\(again)")
      }
      // It was no guess.
      #expect(try shop.home.count("members_misses") == 0)
      #expect(try !shop.home.done("audit show --action members.miss --json").contains("token:"))
      shop.pass(seconds: 30)
      _ = try shop.handle(shop.code(phone), as: "other")
      #expect(try shop.home.count("members_used") == 2)
      // Used steps are kept for a day.
      shop.pass(seconds: 90_000)
      _ = try shop.handle(shop.code(phone))
      #expect(try shop.home.count("members_used") == 1)
    }
  }

  @Test func ofManyTillsAtOnceOneGetsTheHandle() throws {
    try Shop.with("ada") { shop in
      let code = try shop.code(shop.phone(of: "ada"))
      let outcomes = try inParallel(8) { index in
        let outcome = try shop.resolve(code, as: index.isMultiple(of: 2) ? "till" : "other")
        return (exitCode: outcome.exitCode, code: outcome.code)
      }
      #expect(outcomes.filter { $0.exitCode == 0 }.count == 1)
      #expect(outcomes.filter { $0.code == "members.code-used" }.count == 7, "\(outcomes)")
      #expect(try shop.home.count("members_handles") == 1)
    }
  }

  /// A step before or behind; more is a wrong code.
  @Test func clocksMayDiffer() throws {
    try Shop.with("ada") { shop in
      let (phone, now) = (try shop.phone(of: "ada"), shop.home.clock.now())
      for (seconds, exitCode) in [(-60, 3), (-30, 0), (0, 0), (30, 0), (60, 3)] as [(Int64, Int32)] {
        let outcome = try shop.resolve(phone.code(at: now.advanced(byMicroseconds: seconds * 1_000_000)))
        #expect(outcome.exitCode == exitCode, "\(seconds): \(outcome.errors)")
      }
    }
  }

  /// A clock that is put back brings no used code back.
  @Test func aClockThatIsPutBackBringsNoCodeBack() throws {
    try Shop.with("ada") { shop in
      let phone = try shop.phone(of: "ada")
      let code = shop.code(phone)
      _ = try shop.handle(code)
      shop.pass(seconds: 3_600)
      _ = try shop.handle(shop.code(phone))
      shop.home.clock.jump(byMicroseconds: -3_600_000_000)
      #expect(try shop.resolve(code).code == "members.code-used")
    }
  }

  @Test func whoGuessesHasToWait() throws {
    try Shop.with("ada") { shop in
      let phone = try shop.phone(of: "ada")
      // A mistake in the number is no guess.
      let mistyped = ("\(phone.number)".hasPrefix("1") ? "2" : "1") + shop.code(phone).dropFirst()
      for _ in 0..<12 { #expect(try shop.resolve(mistyped, "--till 1").code == "members.code-mistyped") }
      #expect(try shop.resolve("1234", "--till 1").code == "members.code-malformed")
      #expect(try shop.home.count("members_misses") == 0)
      for number in 0..<10 {
        let wrong = try shop.resolve("\(phone.number)0000000\(number)", "--till 1")
        #expect(wrong.exitCode == 3 && wrong.code == "members.code-wrong", "\(wrong)")
      }
      #expect(try shop.resolve(shop.code(phone), "--till 1").code == "members.too-many-misses")
      // Another till goes on, and this one after ten minutes.
      _ = try shop.handle(shop.code(phone), as: "other")
      shop.pass(seconds: 601)
      #expect(try shop.resolve(shop.code(phone), "--till 1").exitCode == 0)
      let log = try shop.home.done("audit show --action members.miss --json")
      #expect(log.contains("till 1") && !log.contains("\(phone.number)"))
      try shop.home.done("setting set members.misses-per-till 1")
    }
  }

  /// Which numbers exist is not told.
  @Test func anUnknownNumberIsAnsweredLikeAWrongCode() throws {
    try Shop.with("ada") { shop in
      let (phone, unknown) = (try shop.phone(of: "ada"), MemberNumber.random(from: shop.home.random))
      let (wrong, nobody) = (try shop.resolve("\(phone.number)00000000"), try shop.resolve("\(unknown)00000000"))
      #expect(wrong.code == "members.code-wrong" && wrong.errors == nobody.errors, "\(wrong) \(nobody)")
      #expect(wrong.exitCode == nobody.exitCode && wrong.output == nobody.output)
      #expect(try shop.home.count("members_misses") == 2)
    }
  }

  @Test func aSuspendedUserIsRefused() throws {
    try Shop.with("ada") { shop in
      let phone = try shop.phone(of: "ada")
      try shop.home.done("user suspend ada --reason x")
      let outcome = try shop.resolve(shop.code(phone))
      #expect(outcome.exitCode == 6 && outcome.code == "identity.suspended", "\(outcome)")
      #expect(!outcome.errors.contains(try shop.id(of: "ada")))
      // A wrong code says nothing of it.
      #expect(try shop.resolve("\(phone.number)00000000").code == "members.code-wrong")
    }
  }

  @Test func aLostPhoneEndsWithARenewal() throws {
    try Shop.with("ada") { shop in
      let lost = try shop.phone(of: "ada")
      let handle = try shop.handle(shop.code(lost))
      #expect(try shop.run("member renew ada", as: "desk").exitCode == 2)
      let renewed = try shop.home.qix(
        ["--as", "\(shop.home.path)/desk", "--json", "member", "renew", "ada", "--reason", "phone stolen"])
      #expect(renewed.exitCode == 0 && renewed.output.contains("\"renewed\": 1"), "\(renewed)")
      shop.pass(seconds: 30)
      #expect(try shop.resolve(shop.code(lost)).code == "members.code-wrong")
      #expect(try shop.run("wallet show \(handle)").code == "members.handle-over")
      let found = try shop.phone(of: "ada")
      #expect(found.number == lost.number && found.key != lost.key)
      _ = try shop.handle(shop.code(found))
      try shop.home.done("member renew ada --reason x --dry-run")
      shop.pass(seconds: 30)
      _ = try shop.handle(shop.code(found))
    }
  }

  /// Each phone has a key of its own, so a lost one is ended by its session, and the others go on.
  @Test func aPhonesCodesEndWithItsSession() throws {
    try Shop.with("ada") { shop in
      let (lost, own) = (try shop.phone(of: "ada"), try shop.phone(of: "ada"))
      #expect(lost.number == own.number && lost.key != own.key)
      _ = try shop.handle(shop.code(lost))
      try shop.home.done("session end \(lost.session) --user ada")
      shop.pass(seconds: 30)
      #expect(try shop.resolve(shop.code(lost)).code == "members.code-wrong")
      _ = try shop.handle(shop.code(own))
      // So many sessions that the first are no longer there.
      for _ in 0..<25 { _ = try shop.phone(of: "ada") }
      shop.pass(seconds: 30)
      #expect(try shop.resolve(shop.code(own)).code == "members.code-wrong")
    }
  }

  /// Neither codes nor keys lie anywhere, and staff see the number alone.
  @Test func codesAndKeysAreKeptNowhere() throws {
    try Shop.with("ada") { shop in
      #expect(try shop.run("member show ada", as: "desk").output.contains("\"number\": null"))
      let phone = try shop.phone(of: "ada")
      let code = shop.code(phone)
      _ = try shop.handle(code)
      let export = "user export ada --reveal --reason x"
      for line in ["member show ada --json", "user show ada --json", "user timeline ada --json", export] {
        let shown = try shop.home.done(line)
        for secret in [code, String(code.suffix(8))] { #expect(!shown.contains(secret), "\(line)") }
      }
      let shown = try shop.run("member show ada", as: "desk").output
      #expect(shown.contains("\(phone.number)") && shown.contains("\"key\": null"))
      let key = phone.key.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
      for row in try shop.home.contents() { #expect(!row.contains(code) && !row.contains(key)) }
      for name in ["till", "other"] { #expect(try shop.run("member show ada", as: name).exitCode == 4) }
      #expect(try shop.resolve(code, as: "desk").exitCode == 4)
    }
  }
}
