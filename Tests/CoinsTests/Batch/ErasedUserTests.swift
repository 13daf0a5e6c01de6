import Foundation
import QixCommands
import QixKernel
import QixTerminal
import QixTesting
import Testing

/// A file is given again after one of its users was erased: their name leads to nobody by now.
@Suite struct ErasedUserTests {
  private static let keyed = "user,amount,key\nada,10,g-1\nbo,20,g-2\nada,10,g-3\n"
  private static let plain = "user,amount\nada,10\nbo,20\nada,10\n"

  private static func erase(_ user: String, _ shop: Shop) throws {
    let id = try shop.done("user show \(user) --quiet").trimmingCharacters(in: .newlines)
    try shop.done("user erase \(user) --confirm \(id)")
  }

  @Test(arguments: [keyed, plain], ["", "--create-users", "--keep-going", "--dry-run", "--create-users --keep-going"])
  func whatWasBookedIsThereAlready(file: String, options: String) throws {
    try Shop.with { shop in
      #expect(try shop.issue(file).counts == [3, 0, 0, 40])
      try Self.erase("ada", shop)
      let users = try shop.home.count("identity_users")
      let again = try shop.issue(file, options)
      #expect(again.exitCode == 0, "\(again.errors)")
      #expect(again.counts == [0, 3, 0, 0])
      // Nobody is made under the erased user's name.
      #expect(try shop.home.count("identity_users") == users)
      #expect(try shop.rows("SELECT external_id FROM identity_users WHERE external_id = 'ada'").isEmpty)
      try shop.verify()
    }
  }

  /// The file has grown meanwhile: a new line for the erased user is that line's fault, also where it says what a line
  /// says that was done.
  @Test(arguments: [keyed + "ada,10,g-4\nbo,5,g-5\n", plain + "ada,10\nbo,5\n"])
  func aNewLineIsRefusedForItself(grown: String) throws {
    try Shop.with { shop in
      #expect(try shop.issue(grown.hasPrefix("user,amount,key") ? Self.keyed : Self.plain).counts == [3, 0, 0, 40])
      try Self.erase("ada", shop)
      let whole = try shop.issue(grown)
      #expect(
        whole.exitCode == 3 && whole.message.contains("line 5") && whole.message.contains("there is no user 'ada'"))
      #expect(try shop.coins("bo") == 20, "the file is checked before the first coin moves")
      #expect(try shop.issue(grown, "--keep-going --continue grants.csv").counts == [1, 3, 1, 5])
      #expect(try shop.coins("bo") == 25)
      try shop.verify()
    }
  }

  /// A name that is nobody's is no erased user's, where the line isn't the one that was done.
  @Test func anotherAmountIsAnotherLine() throws {
    try Shop.with { shop in
      #expect(try shop.issue(Self.plain).counts == [3, 0, 0, 40])
      try Self.erase("ada", shop)
      let other = try shop.issue("user,amount\nada,11\nbo,20\nada,10\n")
      #expect(other.exitCode == 3 && other.message.contains("line 2"))
    }
  }

  @Test func operationsAreKnownToo() throws {
    try Shop.with { shop in
      let file = "op,from,to,amount\nissue,,ada,10\ntransfer,ada,bo,4\nredeem,ada,,6\n"
      #expect(try shop.apply(file).counts == [3, 0, 0, 20])
      try Self.erase("ada", shop)
      #expect(try shop.apply(file).counts == [0, 3, 0, 0])
    }
  }
}
