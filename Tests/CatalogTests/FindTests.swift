import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// One field for whatever somebody has in hand, and nothing in it that the role couldn't see elsewhere.
@Suite struct FindTests {
  private typealias Desk = SupportDeskTests.Desk
  private static let number = "+447911123456"

  private func find(_ desk: Desk, _ who: String, _ text: String) throws -> JSONValue {
    let outcome = try desk.home.qix(
      ["--as", "\(desk.home.path)/\(who).token", "find", "-", "--json"], input: "\(text)\n")
    #expect(outcome.exitCode == 0, "\(text): \(outcome)")
    return try JSONValue(parsing: outcome.output)
  }

  /// What was found, as `kind by`.
  private func found(_ desk: Desk, _ who: String, _ text: String) throws -> [String] {
    let rows = try find(desk, who, text)["found"]?.array ?? []
    return rows.map { "\($0["kind"]?.string ?? "") \($0["by"]?.string ?? "")" }
  }

  private func with(_ body: (Desk) throws -> Void) throws {
    try Desk.with(vault: true) { desk in
      let set = ["user", "set", "ada", "--phone", Self.number, "--email", "ada@example.com"]
      let done = try desk.home.qix(set + ["--given-name", "Ada", "--family-name", "Lovelace"])
      #expect(done.exitCode == 0, "\(done)")
      try desk.home.done("token create audrey --role auditor --output \(desk.home.path)/audrey.token")
      try body(desk)
    }
  }

  private func id(_ text: String) -> String { String(text.prefix { $0 != "\n" }) }

  @Test func anyIDLeadsToItsThingAndToWhoseItIs() throws {
    try with { (desk) throws in
      let user = id(try desk.home.done("user find ada --quiet"))
      let grant = id(try desk.home.done("wallet history ada --quiet"))
      let request = try desk.asked("sue", "coins reverse \(grant) --amount 40 --reason case-1")
      for (text, hit) in [
        (user, "user id"), ("ada", "user external_id"), (grant, "transfer id"), ("order-981", "transfer key"),
        (request, "approval id"),
      ] {
        #expect(try found(desk, "olga", text).contains(hit), "\(text)")
      }
      let row = try find(desk, "olga", grant)["found"]?.array?.first
      #expect(row?["user"]?.string == user && row?["title"]?.string?.contains("issue") == true)
      #expect(try found(desk, "olga", "usr_01m7w9tzg3f7fs9hn862jj74bb").isEmpty)
    }
  }

  @Test func aUserIsFoundByNumberAddressAndName() throws {
    try with { (desk) throws in
      for (text, hit) in [
        (Self.number, "user phone"), ("ADA@EXAMPLE.COM", "user email"),
        ("lovel", "user name"), ("LOVELACE ad\u{E1}", "user name"), ("ad", ""), ("lovelace bob", ""),
      ] {
        #expect(try found(desk, "sue", text) == (hit.isEmpty ? [] : [hit]), "\(text)")
      }
      // Nothing personal is in the answer.
      let answer = try desk.home.done("find lovelace --json")
      #expect(!answer.lowercased().contains("lovelace") && !answer.contains("7911"))
    }
  }

  @Test func eachLookAtPersonalDataIsInTheAuditLogWithoutTheText() throws {
    try with { (desk) throws in
      for text in ["lovelace", "nobodyelse", Self.number, "ada@example.com"] { _ = try find(desk, "sue", text) }
      let log = try desk.home.done("audit show --action identity.find --json")
      for told in ["search by name: 1 found", "search by name: 0 found", "search by phone: 1", "search by email: 1"] {
        #expect(log.contains(told), "\(told)")
      }
      #expect(log.contains("token:sue") && !log.contains("lovelace") && !log.contains("nobodyelse"))
      #expect(!log.contains("7911") && !log.contains("example.com"))
      // An id is nothing personal, nor is the number of an order.
      let entries = try desk.home.done("audit show --action identity.find --json")
      for text in ["trf_01m7w9tzg3f7fs9hn862jj74bb", "order-981"] { _ = try find(desk, "sue", text) }
      #expect(try desk.home.done("audit show --action identity.find --json") == entries)
    }
  }

  @Test func searchesByNameCountWithThoseByNumber() throws {
    try with { (desk) throws in
      for index in 0..<20 { _ = try find(desk, "sue", index % 2 == 0 ? "somebody" : "+393391234567") }
      let refused = try desk.qix("sue", "find lovelace --json")
      #expect(refused.exitCode == 6 && refused.code == "identity.find-limit", "\(refused)")
      #expect(!refused.output.contains("usr_"))
      #expect(try desk.qix("sue", "user find --phone \(Self.number)").exitCode == 6)
      // By an id they go on working, and others have a limit of their own.
      #expect(try desk.qix("sue", "find trf_01m7w9tzg3f7fs9hn862jj74bb").exitCode == 0)
      #expect(try found(desk, "sam", "lovelace") == ["user name"])
      for _ in 0..<30 { _ = try find(desk, "olga", "somebody") }
    }
  }

  /// Auditors don't look for people, support sees its own requests only, and programs and customers don't search.
  @Test func aRoleFindsWhatItMaySee() throws {
    try with { (desk) throws in
      for text in [Self.number, "ada@example.com", "lovelace"] {
        #expect(try found(desk, "audrey", text).isEmpty, "\(text)")
      }
      #expect(!(try desk.home.done("audit show --action identity.find --tsv")).contains("token:audrey"))
      #expect(try found(desk, "audrey", "order-981") == ["transfer key"])
      let grant = id(try desk.home.done("wallet history ada --quiet"))
      let request = try desk.asked("sue", "coins reverse \(grant) --amount 40 --reason case-1")
      #expect(try found(desk, "sue", request) == ["approval id"] && found(desk, "sam", request).isEmpty)
      // Tokens are for admins and auditors.
      #expect(try found(desk, "sue", "olga").isEmpty && found(desk, "audrey", "olga") == ["token name"])
      #expect(try desk.qix("till", "find ada").exitCode == 4)
      // A beginning is for roles that may list users.
      #expect(try found(desk, "audrey", "ada") == ["user external_id"] && found(desk, "audrey", "ad").isEmpty)
    }
  }

  @Test func aVoucherIsFoundByItsCodeOnceItIsHandedOut() throws {
    try with { (desk) throws in
      let made = try desk.home.qix(
        ["voucher", "generate", "cake", "--count", "1", "--title", "Cake", "--value", "1.00 EUR"])
      #expect(made.exitCode == 0, "\(made.errors)")
      let voucher = id(try desk.home.done("voucher list cake --quiet"))
      let shown = try JSONValue(parsing: desk.home.done("voucher show \(voucher) --reveal --reason test --json"))
      let code = try #require(shown["code"]?.string)
      // Of the stock support learns nothing, and has made a guess.
      #expect(try found(desk, "sue", code).isEmpty && desk.home.count("vouchers_misses") > 0)
      #expect(try found(desk, "olga", code) == ["voucher code"])
      try desk.home.done("voucher export cake --output \(desk.home.path)/cake.csv")
      #expect(try found(desk, "sue", code.lowercased()) == ["voucher code"])
      #expect(try found(desk, "audrey", code).isEmpty)
      #expect(!(try desk.home.done("audit show --json")).contains(code))
      // A name is no guess.
      let misses = try desk.home.count("vouchers_misses")
      _ = try find(desk, "sue", "lovelace")
      #expect(try desk.home.count("vouchers_misses") == misses)
    }
  }

  @Test func whatWasNotLookedForIsSaid() throws {
    try with { (desk) throws in
      try desk.home.done("setting reset vault.key-file")
      let answer = try find(desk, "sue", "lovelace")
      #expect(answer["found"]?.array?.isEmpty == true)
      let left = answer["left_out"]?.array?.first
      #expect(left?["what"]?.string == "name" && left?["why"]?.string?.contains("locked") == true)
      #expect(try desk.home.done("audit show --action identity.find --json").contains("search") == false)
      // Ids go without the vault.
      #expect(try found(desk, "sue", "order-981") == ["transfer key"])
    }
  }

  @Test func moreThanTwentyAreLeftOut() throws {
    try with { (desk) throws in
      for index in 10..<35 { try desk.home.done("user create --external-id shop-\(index)") }
      let answer = try find(desk, "olga", "shop-")
      #expect(answer["found"]?.array?.count == 20)
      #expect(answer["left_out"]?.array?.contains { $0["what"]?.string == "user" } == true)
    }
  }

  @Test func thereHasToBeSomethingToFind() throws {
    try with { (desk) throws in
      #expect(try desk.home.qix(["find", " "]).exitCode == 2)
      #expect(try desk.home.qix(["find", String(repeating: "x", count: 2_000)]).exitCode == 2)
    }
  }
}
