import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// What a program with an integrator's token may hold: a user's coins to be spent, a budget's coins to be given.
@Suite struct ProgramHoldTests {
  @Test func aProgramMovesNoUsersCoinsToAnother() throws {
    try Shop.with { (shop: Shop) throws in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      let till = "--as \(shop.home.path)/till"
      try shop.done("coins issue --to ada --amount 50")
      try shop.done("budget create july --amount 100")
      func refused(_ line: String) throws {
        let outcome = try shop.home.qix("\(till) \(line)")
        #expect(outcome.exitCode == 4 && outcome.errors.contains("needs an operator"), "\(outcome)")
      }
      func id(_ line: String) throws -> String { try shop.done("\(line) --quiet").filter { $0 != "\n" } }

      try refused("coins hold --from ada --to bo --amount 5")
      // One that an operator, or a version that let programs do so, has made.
      let open = try id("coins hold --from ada --to bo --amount 5")
      try refused("coins capture \(open)")
      #expect(try shop.coins("bo") == 0)
      try shop.done("\(till) coins void \(open)")

      let spent = try id("\(till) coins hold --from ada --amount 5")
      try shop.done("\(till) coins capture \(spent)")
      let given = try id("\(till) coins hold --from budget:july --to bo --amount 7")
      try shop.done("\(till) coins capture \(given)")
      #expect(try shop.coins("ada") == 45 && shop.coins("bo") == 7)
      let operators = try id("coins hold --from ada --to bo --amount 5")
      try shop.done("coins capture \(operators)")
      #expect(try shop.coins("bo") == 12)
      try shop.verify()
    }
  }
}
