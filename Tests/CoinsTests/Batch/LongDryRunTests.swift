import QixTesting
import Testing

@testable import Coins

/// A dry run of a long file is taken back in parts, so that nobody waits for the whole of it, and says what one piece
/// would say: users who are made in several parts are made once, and a budget is as empty as the parts before leave it.
@Suite struct LongDryRunTests {
  @Test func partsSayWhatOnePieceWould() throws {
    let lines = Batch<GrantLines>.trialSize + 7_232
    let (users, coins) = (lines / 2, lines - 5_000)
    try Shop.with { shop in
      try shop.done("budget create few --amount \(coins)")
      let text = "user,amount\n" + (0..<lines).map { "c-\($0 % users),1\n" }.joined()
      let path = try shop.file("grants.csv", text)
      let before = try shop.home.contents()
      let tried = try shop.batch("coins issue --file \(path) --from budget:few --create-users --dry-run")
      #expect(tried.counts == [Int64(coins), 0, 5_000, Int64(coins)])
      #expect(tried.answer?.usersCreated == Int64(users) && tried.exitCode == 6, "\(tried.errors)")
      #expect(try shop.home.contents() == before)
      let done = try shop.batch("coins issue --file \(path) --from budget:few --create-users --keep-going")
      #expect(done.counts == tried.counts && done.answer?.usersCreated == Int64(users), "\(done.errors)")
      try shop.verify()
    }
  }
}
