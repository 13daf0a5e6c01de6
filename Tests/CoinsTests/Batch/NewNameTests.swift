import QixCommands
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// `--create-users` makes no second wallet for a customer whom somebody has typed with other capital letters.
@Suite struct NewNameTests {
  @Test(arguments: ["", "--dry-run"]) func aCapitalLetterMakesNoSecondWallet(options: String) throws {
    try Shop.with(users: ["C0001"]) { shop in
      let before = try shop.home.contents()
      let refused = try shop.issue("user,amount\nC0001,5\nc0001,5\n", "--create-users \(options)")
      #expect(refused.exitCode == 5 && refused.code == "identity.external-id-case", "\(refused.errors)")
      #expect(refused.message.contains("line 3") && refused.message.contains("'c0001'"), "\(refused.errors)")
      #expect(refused.message.contains("the external id 'C0001' differs"), "\(refused.errors)")
      let applied = try shop.apply("op,to,amount,key\nissue,c0001,5,k\n", "--create-users \(options)")
      #expect(applied.exitCode == 5 && applied.code == "identity.external-id-case", "\(applied.errors)")
      #expect(try shop.home.contents() == before)
    }
  }

  @Test func twoCustomersMayBeMeant() throws {
    try Shop.with(users: ["C0001"]) { shop in
      let exact = try shop.issue("user,amount\nC0001,5\nc0001,6\n", "--create-users=exact")
      #expect(exact.counts == [2, 0, 0, 11] && exact.answer?.usersCreated == 1, "\(exact.errors)")
      // Who is there is found as before.
      let more = try shop.issue("user,amount\nc0001,70\nC0001,80\n", "--create-users", name: "more.csv")
      #expect(more.counts == [2, 0, 0, 150], "\(more.errors)")
      #expect(try [shop.coins("C0001"), shop.coins("c0001")] == [85, 76])
      try shop.verify()
    }
  }

  @Test func twoNewNamesOfAFileAreTold() throws {
    let text = "user,amount\nShop-1,5\n4711,1\nSHOP-1,5\nShop-1,7\n"
    try Shop.with(users: []) { shop in
      let before = try shop.home.contents()
      for options in ["", "--dry-run", "--dry-run --keep-going"] {
        let refused = try shop.issue(text, "--create-users \(options)")
        #expect(refused.exitCode == 5 && refused.message.contains("line 4"), "\(options): \(refused.errors)")
      }
      #expect(try shop.home.contents() == before)
      let others = try shop.issue(text, "--create-users --keep-going")
      #expect(others.counts == [3, 0, 1, 13] && others.answer?.usersCreated == 2, "\(others.errors)")
    }
  }

  /// The database folds A to Z alone, and so does the check of a file.
  @Test func lettersWithAccentsAreLettersOfTheirOwn() throws {
    try Shop.with(users: []) { shop in
      let made = try shop.issue("user,amount\nété,5\nÉté,6\n", "--create-users")
      #expect(made.counts == [2, 0, 0, 11], "\(made.errors)")
      let other = try shop.issue("user,amount\nÉTé,1\n", "--create-users", name: "more.csv")
      #expect(other.exitCode == 5, "\(other.errors)")
    }
  }

  /// A program is refused as an operator is, and isn't told how the other user is called.
  @Test func aProgramLearnsNoName() throws {
    try Shop.with(users: ["Secret-Name"]) { shop in
      try shop.done("token create till --role integrator --output \(shop.home.path)/till")
      let line = ["--as", "\(shop.home.path)/till", "coins", "issue", "--file", "-", "--batch", "b"]
      let file = "user,amount\nsecret-name,5\n"
      let refused = try shop.home.qix(line + ["--create-users"], input: file)
      #expect(refused.exitCode == 5 && refused.errors.contains("another external id differs"), "\(refused)")
      #expect(!(refused.output + refused.errors).contains("Secret-Name"), "\(refused)")
      #expect(try shop.home.qix(line + ["--create-users=exact"], input: file).exitCode == 0)
    }
  }

  /// `exact` takes words for names; what a spreadsheet has damaged is no name in any case.
  @Test func wordsMayBeNames() throws {
    try Shop.with(users: []) { shop in
      for (index, word) in ["NULL", "nan", "-", "Gesamtsumme", "Totale generale"].enumerated() {
        let line = ["coins", "issue", "--file", "-", "--batch", "b-\(index)"]
        let refused = try shop.home.qix(line + ["--create-users"], input: "user,amount\n\(word),5\n")
        #expect(refused.exitCode == 2 && refused.errors.contains("'\(word)' looks like a"), "\(refused)")
        let taken = try shop.home.qix(line + ["--create-users=exact"], input: "user,amount\n\(word),5\n")
        #expect(taken.exitCode == 0, "\(taken)")
      }
      let damaged = try shop.issue("user,amount\n4.9E+11,5\n", "--create-users=exact")
      #expect(damaged.exitCode == 2, "\(damaged.errors)")
    }
  }
}
