import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A history is in the order of booking, and says so where that isn't the order in which things happened.
@Suite struct BookedColumnTests {
  /// What was booked late stands where it was booked, so both moments are shown; without such rows there is no column.
  @Test func theHistorySaysWhenSomethingWasBooked() throws {
    try Shop.with { shop in
      func page() throws -> String {
        try shop.home.qix(["wallet", "history", "ada"], isTerminal: true).output
      }
      shop.home.clock.advance(byMicroseconds: 5 * Timestamp.day)
      try shop.done("coins issue --to ada --amount 5")
      #expect(try !page().contains("BOOKED"))
      try shop.done("coins issue --to ada --amount 7 --at 2026-12-24T10:00:00Z")
      let late = try #require(page().split(separator: "\n").first { $0.contains("2026-12-24") })
      #expect(try page().contains("BOOKED") && late.components(separatedBy: "20").count > 2, "\(late)")
      // Programs find it behind what was there before.
      let table = try shop.done("wallet history ada --tsv").split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false)
      }
      let place = try #require(table[0].firstIndex(of: "booked"))
      #expect(table[0][place - 1] == "merged_from" && !table[1][place].isEmpty && table[2][place].isEmpty)
    }
  }

  /// Movements of a merged wallet name the user whose it was.
  @Test func theHistorySaysWhoseWalletItWas() throws {
    try Shop.with { shop in
      try shop.done("coins issue --to ada --amount 5")
      try shop.done("user merge ada --into bo --reason twice")
      #expect(try shop.done("wallet history bo --json").contains("\"merged_from\": \"usr_"))
    }
  }
}
