import Foundation
import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A spreadsheet's file that isn't UTF-8: the names in it are those of customers, and aren't guessed at.
@Suite struct EncodingTests {
  @Test func windows1252IsReadWhereItIsSaid() throws {
    try Shop.with(users: []) { shop in
      let text = "user,amount\nJosé,5\nMüller,6\n"
      let path = try shop.file("grants.csv", Array(try #require(text.data(using: .windowsCP1252))))
      let before = try shop.home.contents()
      for options in ["", "--dry-run", "--keep-going"] {
        let refused = try shop.home.qix("coins issue --file \(path) --create-users \(options)")
        #expect(refused.exitCode == 2 && refused.errors.contains("line 2, column 4"), "\(refused)")
        #expect(refused.errors.contains("reads like Windows-1252"), "\(refused)")
        guard options != "--keep-going" else { continue }
        #expect(refused.errors.contains("Give --encoding windows-1252"), "\(refused)")
        #expect(try shop.home.contents() == before)
      }
      let done = try shop.batch("coins issue --file \(path) --create-users --encoding windows-1252")
      #expect(done.counts == [2, 0, 0, 11], "\(done.errors)")
      #expect(try shop.coins("José") == 5)
      // Saved again as UTF-8 it has the same lines.
      #expect(try shop.issue(text).message.hasPrefix("all 2 lines of "))
      let twice = try shop.batch("coins issue --file \(path) --encoding windows-1252")
      #expect(twice.exitCode == 2 && twice.message.contains("this is UTF-8 text"), "\(twice.errors)")
    }
  }

  @Test func anEncodingIsThatOfAFile() throws {
    try Shop.with { shop in
      let outcome = try shop.home.qix("coins issue --to ada --amount 5 --encoding windows-1252")
      #expect(outcome.exitCode == 2 && outcome.errors.contains("--encoding is only for a batch"), "\(outcome)")
    }
  }
}
