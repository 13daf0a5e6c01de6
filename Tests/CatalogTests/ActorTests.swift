import QixFormats
import QixTerminal
import QixTesting
import Testing

/// Histories name who did something: to staff, and to nobody else.
@Suite struct ActorTests {
  @Test func theTokenOfATillIsNamedToStaff() throws {
    try SampleHome.with { sample in
      let home = sample.home
      func token(_ name: String, _ role: String) throws -> String {
        try home.done("token create \(name) --role \(role) --output \(home.path)/\(name).token")
        return "--as \(home.path)/\(name).token"
      }
      let (till, desk) = (try token("till-7", "integrator"), try token("desk", "support"))
      let redeemed = try home.qix("\(till) reward redeem cup --user ben --idempotency-key r --quiet")
      let redemption = String(redeemed.output.prefix { $0 != "\n" })
      #expect(redeemed.exitCode == 0, "\(redeemed.errors)")
      let code = try JSONValue(parsing: home.done("redemption show \(redemption) --reveal --reason x --json"))[
        "vouchers"]?.array?.first
      let voucher = try #require(code?["voucher"]?.string)
      let used = try home.qix(
        "\(till) voucher use --till 3 --idempotency-key u --quiet", input: try #require(code?["code"]?.string))
      #expect(used.exitCode == 0, "\(used.errors)")
      try home.done("voucher restore \(used.output.prefix { $0 != "\n" }) --reason cancelled")

      func shown(_ who: String, _ line: String) throws -> JSONValue {
        try JSONValue(parsing: home.qix("\(who) \(line) --json").output)
      }
      for (who, name) in [(desk, "token:till-7"), (till, nil)] {
        let expected = name.map { JSONValue.string($0) } ?? .null
        #expect(try shown(who, "redemption show \(redemption)")["by"] == expected, "\(who)")
        let row = try #require(shown(who, "redemption list --user ben")["redemptions"]?.array?.first)
        #expect(row["by"] == expected && row["title"]?.string != nil, "\(who)")
        // The till has named the user, and learns no other name of theirs.
        #expect(row["external_id"] == (name == nil ? .null : "ben"), "\(row)")
        let use = try shown(who, "voucher show \(voucher)")["uses"]?.array?.first
        #expect(use?["by"] == expected && use?["till"] == "3", "\(who)")
        #expect((use?["restored_by"] == .null) == (name == nil), "\(who)")
      }
      let line = try shown(desk, "user timeline ben --kind voucher --kind redemption")["entries"]?.array ?? []
      #expect(line.filter { $0["by"] == "token:till-7" }.count == 2, "\(line)")
    }
  }
}
