import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Notices

/// Users who are merged, erased, or given what is held about them.
@Suite struct UserDataTests {
  private static let tables = [
    "notices_notices", "notices_deliveries", "notices_choices", "notices_users", "notices_keys",
  ]

  @Test func anErasedUserHasNothing() throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by page,email --user ada")
      try stage.home.done("notice quiet 22:00-07:00 --user ada")
      try stage.redeem("ada", "a1")
      try stage.send()
      let key = try stage.lastKey()
      for table in Self.tables { #expect(try stage.home.count(table) == 1, "\(table)") }
      let export = try stage.home.done("user export ada --reveal --reason gdpr")
      #expect(export.contains("notices.export/1") && export.contains("voucher-issued"), "\(export)")
      try stage.home.done("user erase ada --confirm ada --reason gdpr")
      for table in Self.tables { #expect(try stage.home.count(table) == 0, "\(table)") }
      #expect(try stage.home.qix("notice stop \(key)").exitCode == 3)
      #expect(try stage.send()["made"] == 0)
    }
  }

  /// Whoever may do nothing else may still say no, and no more than that.
  @Test func aSuspendedUserSaysNo() throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by page,email --user ada")
      try stage.home.done("user suspend ada --reason fraud")
      let more = try stage.home.qix("notice choose tier-reached --by page,email --user ada --json")
      #expect(more.code == "identity.suspended", "\(more.errors)")
      try stage.home.done("notice choose voucher-issued --by none --user ada")
    }
  }

  /// The survivor has the notices, and the keys in earlier emails work for them.
  @Test func aMergeMovesThem() throws {
    try Stage.with { stage in
      try stage.home.done("user create --external-id ada-web")
      try stage.home.done("coins issue --to ada-web --amount 50")
      try stage.home.done("notice choose voucher-issued --by page --user ada-web")
      try stage.home.done("notice choose voucher-issued --by page,email --user ada")
      try stage.home.done("notice quiet 01:00-02:00 --user ada-web")
      try stage.redeem("ada", "a1")
      try stage.redeem("ada-web", "w1")
      try stage.send()
      let key = try stage.lastKey()
      let consent = try stage.home.done("auth otp request --consent email --user ada --quiet").filter {
        !$0.isWhitespace
      }
      try stage.home.done("auth otp verify \(consent) --code-file -", input: try stage.outbox.lastCode() + "\n")
      try stage.home.done("user merge ada-web --into ada --consent \(consent)")
      #expect(try stage.notices("--user ada").count == 2)
      #expect(try stage.home.count("notices_choices") == 1)
      #expect(try stage.home.done("notice choices --user ada").contains("01:00-02:00"))
      try stage.home.done("notice stop \(key)")
      let choices = try JSONValue(parsing: stage.home.done("notice choices --user ada --json"))["choices"]?.array
      #expect(choices?.allSatisfy { $0["email"] == false } == true)
      #expect(try stage.home.qix("db check --quiet").exitCode == 0)
    }
  }
}
