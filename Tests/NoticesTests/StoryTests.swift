import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixTerminal
import QixTesting
import Testing

@testable import Notices

/// From an event to a notice, and to a message that its user asked for.
@Suite struct StoryTests {
  /// Without a choice a voucher is a notice in the app; with one it is a mail, too.
  @Test func aVoucherIsTold() throws {
    try Stage.with { stage in
      try stage.redeem("ada", "a1")
      #expect(try stage.send()["made"] == 1)
      #expect(try stage.outbox.sent().isEmpty, "nobody has asked for messages")
      let first = try #require(try stage.notices("--user ada").first)
      #expect(first["kind"] == "voucher-issued" && first["read"] == .null, "\(first)")
      #expect(first["text"]?.string?.contains("Latte") == true)

      try stage.home.done("notice choose voucher-issued --by page,email --user ada")
      try stage.redeem("ada", "a2")
      let sent = try stage.send()
      #expect(sent["made"] == 1 && sent["sent"] == 1 && sent["waiting"] == 0, "\(sent)")
      #expect(try stage.send()["sent"] == 0)
      let mails = try stage.outbox.sent()
      let mail = try #require(mails.first)
      #expect(mails.count == 1 && mail["to"] == "ada@example.com" && mail["purpose"] == "voucher-issued")
      #expect(mail["subject"] == "Vouchers that you get")
      #expect(mail["text"]?.hasPrefix("You have a new voucher: Latte.\n\n") == true, "\(mail)")
      let key = try stage.lastKey()
      #expect(mail["text"]?.hasSuffix("\(Stage.origin)/notices/\(key)\n") == true)
      #expect(mail["unsubscribe"] == "\(Stage.origin)/v1/notices/stop/\(key)")
      #expect(try stage.notices("--user ada").map { $0["email"] } == ["sent", .null])
      // Neither the address nor the key is anywhere in clear.
      let contents = try stage.home.contents().joined()
      #expect(!contents.contains("ada@example.com") && !contents.contains(key))
      #expect(try !stage.home.done("audit show --json --limit 500").contains(key))
      let line = try JSONValue(parsing: stage.home.done("user timeline ada --kind message --json"))["entries"]
      #expect(line?.array?.first?["told"]?.string?.contains("voucher-issued") == true, "\(String(describing: line))")
    }
  }

  /// A voucher that is made as it is handed over, and what follows the list: both are told.
  @Test func aVoucherOnDemandIsToldAndSoIsTheNotice() throws {
    try Stage.with { stage in
      for line in [
        "voucher generate cake --on-demand --title Cake",
        "reward create cake --brand Alba --title Cake --price 10 --delivery voucher:cake", "reward publish cake",
        "event list", "reward redeem cake --user ada --idempotency-key c1",
      ] { try stage.home.done(line) }
      #expect(try stage.send()["made"] == 1)
      #expect(try stage.notices("--user ada").map { $0["text"] } == ["you have a new voucher: Cake"])
      let told = try JSONValue(parsing: stage.home.done("event list --limit 1000 --json"))["events"]?.array ?? []
      let types = told.compactMap { $0["type"]?.string }
      #expect(types.count { $0 == "voucher.handed-over" } == 1 && types.count { $0 == "notice.made" } == 1, "\(types)")
    }
  }

  /// One tap stops that kind by email, and nothing else; a wrong key stops nothing.
  @Test func oneTapStopsJustThat() throws {
    try Stage.with { stage in
      for kind in ["voucher-issued", "tier-reached"] {
        try stage.home.done("notice choose \(kind) --by page,email --user ada")
      }
      try stage.redeem("ada", "a1")
      try stage.send()
      let key = try stage.lastKey()
      let wrong = try stage.home.qix("notice stop \(key)x --json")
      #expect(wrong.exitCode == 3 && wrong.code == "notices.no-key" && !wrong.errors.contains("ada"))
      for _ in 0..<2 {
        let stopped = try JSONValue(parsing: stage.home.done("notice stop \(key) --json"))
        #expect(stopped["kind"] == "voucher-issued" && stopped["way"] == "email", "\(stopped)")
      }
      let entries =
        try stage.home.done("audit show --json --limit 500").components(separatedBy: "notices.stop").count - 1
      #expect(entries == 1, "stopping again changes nothing")
      func ways() throws -> [JSONValue?] {
        let choices = try JSONValue(parsing: stage.home.done("notice choices --user ada --json"))["choices"]?.array
        return (choices ?? []).filter { $0["page"] == true && $0["email"] == true }.map { $0["kind"] }
      }
      #expect(try ways() == ["tier-reached"])
      try stage.redeem("ada", "a2")
      #expect(try stage.send()["made"] == 1)
      #expect(try stage.outbox.sent().count == 1)
      try stage.home.done("notice stop \(key) --all")
      #expect(try ways() == [])
    }
  }

  /// A message that waits when its user stops the kind is never sent.
  @Test func whatWaitsIsDroppedWhenItIsStopped() throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by email --user ada")
      try stage.home.done("notice quiet 09:00-12:00 --user ada")
      try stage.redeem("ada", "a1")
      #expect(try stage.send()["waiting"] == 1)
      try stage.home.done("notice choose voucher-issued --by page --user ada")
      stage.home.clock.advance(byMicroseconds: Timestamp.day / 8)
      #expect(try stage.send()["waiting"] == 0)
      #expect(try stage.outbox.sent().isEmpty)
      #expect(try stage.notices("--user ada").first?["email"] == "dropped")
    }
  }

  @Test func quietHoursHoldAndRelease() throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by page,phone --user bob")
      try stage.home.done("notice quiet 22:00-07:00 --user bob")
      stage.home.clock.set(try #require(Timestamp("2027-06-01T23:30:00Z")))
      try stage.redeem("bob", "b1")
      let held = try stage.send()
      #expect(held["made"] == 1 && held["sent"] == 0 && held["waiting"] == 1, "\(held)")
      #expect(try stage.notices("--user bob").count == 1, "the app shows it at once")
      stage.home.clock.set(try #require(Timestamp("2027-06-02T06:59:00Z")))
      #expect(try stage.send()["sent"] == 0)
      stage.home.clock.set(try #require(Timestamp("2027-06-02T07:00:00Z")))
      #expect(try stage.send()["sent"] == 1)
      let message = try #require(try stage.outbox.sent().first)
      #expect(message["to"] == "+393391234567" && message["text"] == "You have a new voucher: Latte.", "\(message)")
    }
  }

  /// Who ends their quiet hours gets at once what waited for their end.
  @Test func endedQuietHoursReleaseWhatWaits() throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by email --user ada")
      try stage.home.done("notice quiet 09:00-12:00 --user ada")
      try stage.redeem("ada", "a1")
      #expect(try stage.send()["waiting"] == 1)
      try stage.home.done("notice quiet none --user ada")
      #expect(try stage.send()["sent"] == 1)
    }
  }

  /// Once for each last day on which coins can be used, and no longer once they are spent.
  @Test func expiringCoinsAreToldOnceADay() throws {
    try Stage.with { stage in
      for (amount, day) in [(30, "2027-06-04"), (12, "2027-06-04"), (5, "2027-06-06"), (99, "2027-07-30")] {
        try stage.home.done("coins issue --to ada --amount \(amount) --expires \(day)")
      }
      for day in 2...4 {
        stage.home.clock.set(try #require(Timestamp("2027-06-0\(day)T10:00:00Z")))
        try stage.send()
        try stage.send()
      }
      let told = try stage.notices("--user ada")
      #expect(told.allSatisfy { $0["kind"] == "coins-expiring" })
      #expect(
        Set(told.compactMap { $0["text"]?.string }) == [
          "42 coins to use by 2027-06-04", "5 coins to use by 2027-06-06",
        ],
        "\(told)")
      try stage.home.done("coins redeem --from ada --amount 947")
      #expect(try stage.notices("--user ada").allSatisfy { $0["text"] == .null })
    }
  }

  @Test func aTierIsToldInTheLanguageOfTheApp() throws {
    try Stage.with { stage in
      try stage.home.done("tier create gold --from 1000 --title Gold")
      try stage.home.done("coins issue --to ada --amount 200")
      #expect(try stage.send()["made"] == 1)
      #expect(try stage.notices("--user ada").map { $0["text"] } == ["you have reached the tier Gold"])
    }
  }

  @Test func readingIsForTheirOwnerAlone() throws {
    try Stage.with { stage in
      try stage.redeem("ada", "a1")
      try stage.redeem("ada", "a2")
      try stage.send()
      let id = try #require(try stage.notices("--user ada").first?["notice"]?.string)
      func read(_ line: String) throws -> JSONValue? {
        try JSONValue(parsing: stage.home.done("notice read \(line) --json"))["read"]
      }
      #expect(try read("\(id) --user bob") == 0)
      #expect(try stage.notices("--user ada --unread").count == 2)
      #expect(try read("\(id) --user ada") == 1)
      #expect(try read("--user ada") == 1)
      #expect(try read("--user ada") == 0)
      #expect(try stage.notices("--user ada --unread").isEmpty)
    }
  }
}
