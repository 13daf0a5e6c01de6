import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A day in a file is the installation's, as it is on the command line.
@Suite struct LineZoneTests {
  private static let moments = """
    SELECT amount, datetime(at / 1000000, 'unixepoch'), datetime(expires_at / 1000000, 'unixepoch')
    FROM coins_transfers ORDER BY transfer
    """
  private static let file =
    "user,amount,at,expires\nada,1,2027-01-01,2027-06-30\nada,2,2027-01-01 18:00,2027-06-30T12:00\n"
    + "ada,3,2027-01-01T18:00:00Z,2027-06-30T12:00:00+05:00\nada,4,,P12M\n"

  private static let ofRome = [
    "1|2026-12-31 23:00:00|2027-06-30 22:00:00", "2|2027-01-01 17:00:00|2027-06-30 10:00:00",
    "3|2027-01-01 18:00:00|2027-06-30 07:00:00",
  ]

  @Test func daysAndTimesAreTheInstallationsAsOnTheLine() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("setting set upkeep.time-zone Europe/Rome")
      #expect(try shop.issue(Self.file).counts == [4, 0, 0, 10])
      #expect(try shop.rows(Self.moments, columns: 3).prefix(3) == Self.ofRome[...])
      try shop.done("coins issue --to bo --amount 9 --at 2027-01-01 --expires 2027-06-30")
      #expect(try shop.rows(Self.moments, columns: 3).last == "9|2026-12-31 23:00:00|2027-06-30 22:00:00")
      // Another form of the same, with another zone named on the line.
      let german = "user,amount,at\ncy,5,01.01.2027 18:00\n"
      let read = ["--date-format", "dd.MM.yyyy HH:mm", "--zone", "UTC"]
      let path = try shop.file("german.csv", german)
      #expect(try shop.home.qix(["coins", "issue", "--file", path] + read).exitCode == 0)
      #expect(try shop.rows(Self.moments, columns: 3).last == "5|2027-01-01 18:00:00|-")
    }
  }

  /// Lines are known by what they say: whoever sets the zone between two runs pays nobody twice, and is told.
  @Test func anotherZoneMakesNoOtherLines() throws {
    try Shop.with { (shop: Shop) throws in
      let days = "user,amount,at\nada,1,2027-01-01\nada,2,2027-01-01 18:00\nada,4,\n"
      #expect(try shop.issue(Self.file).counts == [4, 0, 0, 10])
      #expect(try shop.issue(days, name: "days.csv").counts == [3, 0, 0, 7])
      try shop.done("setting set upkeep.time-zone Europe/Rome")
      let again = try shop.issue(days, name: "days.csv")
      #expect(again.code == "batch.between" && again.message.hasPrefix("1 of 3 lines of "), "\(again.errors)")
      #expect(try shop.issue(days, "--keep-going", name: "days.csv").code == "batch.between")
      #expect(try shop.issue(Self.file).code == "batch.between")
      #expect(try shop.coins("ada") == 17)
      #expect(try shop.issue(Self.file, "--zone UTC").counts == [0, 4, 0, 0])
      try shop.verify()
    }
  }

  /// What a line says may be an option of the next file, in the installation's days too.
  @Test func anOptionsDayIsThatOfALine() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("setting set upkeep.time-zone Europe/Rome")
      #expect(try shop.issue("user,amount,expires\nada,5,2027-06-30\n", name: "a.csv").counts == [1, 0, 0, 5])
      let repeated = try shop.issue("user,amount\nada,5\n", "--expires 2027-06-30", name: "b.csv")
      #expect(repeated.exitCode == 5 && repeated.code == "batch.between", "\(repeated.errors)")
      #expect(try shop.issue("user,amount\nada,5\n", "--expires 2027-07-01", name: "b.csv").exitCode == 0)
    }
  }

  /// A day, a time without an offset and one with it are the same line where they say the same moment.
  @Test(arguments: ["2026-11-20T00:00", "2026-11-20 00:00", "2026-11-20T00:00:00+01:00", "2026-11-19T23:00:00Z"])
  func theSameMomentInAnotherFormIsTheSameLine(moment: String) throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("setting set upkeep.time-zone Europe/Rome")
      func file(_ day: String, until end: String) -> String { "user,amount,at,expires\nada,5,\(day),\(end)\n" }
      let day = file("2026-11-20", until: "2028-06-30")
      #expect(try shop.issue(day, "--reason r", name: "a.csv").counts == [1, 0, 0, 5])
      let other = file(moment, until: "2028-07-01T00:00:00+02:00")
      let again = try shop.issue(other, "--reason r", name: "b.csv")
      #expect(again.exitCode == 5 && again.code == "batch.between", "\(again.errors)")
      let mended = try shop.issue(file(moment, until: "2028-06-30"), "--reason r --continue a.csv", name: "a.csv")
      #expect(mended.counts == [0, 1, 0, 0], "\(mended.errors)")
    }
  }

  /// A second person approves days of one zone.
  @Test func anApprovalIsForTheZoneThatItWasAskedIn() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("setting set upkeep.time-zone Europe/Rome")
      try shop.done("setting set coins.approval-above 10")
      let text = "user,amount,expires\nada,500,2028-12-31\n"
      let asked = try shop.issue(text)
      #expect(asked.exitCode == 4, "\(asked.errors)")
      let list = try shop.done("coins approvals")
      #expect(list.split { $0.isWhitespace }.joined(separator: " ").contains("zone Europe/Rome"), "\(list)")
      try shop.done("setting set upkeep.time-zone Pacific/Auckland")
      #expect(try shop.issue(text).exitCode == 4)
      #expect(try shop.done("coins approvals --pending --quiet").split(separator: "\n").count == 2)
    }
  }
}
