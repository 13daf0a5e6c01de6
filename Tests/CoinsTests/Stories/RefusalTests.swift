import CoinsContract
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// Every refusal: how it comes about, that nothing moves, and what is said of it.
@Suite struct RefusalTests {
  @Test func insufficientCoins() throws {
    try Till.with { till in
      try till.openBudget("spring")
      try till.post(.issue(10, to: .user(1)))
      for (from, available) in [(.user(1), 10), (.user(2), 0)] as [(AccountReference, Int64)] {
        let refusal = CoinsError.insufficient(account: from, available: available, wanted: 11)
        try expectRefused(refusal, .redeem(11, from: from), at: till)
        try expectRefused(refusal, .transfer(11, from: from, to: .user(3)), at: till)
        try expectRefused(refusal, .hold(11, from: from), at: till)
      }
      try expectRefused(
        .insufficient(account: .budget("spring"), available: 0, wanted: 1),
        .issue(1, from: .budget("spring"), to: .user(1)), at: till)
      try till.verify()
    }
  }

  @Test func moreThanCanBeCounted() throws {
    try Till.with { till in
      try till.post(.issue(.max, to: .user(1)))
      // Every coin comes from the issuer, whose own limit comes first: only a damaged balance gets here.
      try till.another().write("UPDATE coins_accounts SET posted = 0 WHERE account = 1")
      try expectRefused(.overflow(account: .user(1)), .issue(1, to: .user(1)), at: till)
      try expectRefused(.overflow(account: .user(1)), .import(.max, to: .user(1)), at: till)
    }
  }

  @Test func aBudgetThatIsNotThere() throws {
    try Till.with { till in
      try till.openBudget("spring")
      try expectRefused(.noBudget("autumn"), .fund(1, to: .budget("autumn")), at: till)
      try expectRefused(.noBudget("autumn"), .issue(1, from: .budget("autumn"), to: .user(1)), at: till)
      try expectRefused(
        .noBudget("autumn"), .transfer(1, from: .budget("spring"), to: .budget("autumn")), at: till)
    }
  }

  @Test func aBudgetThatIsThereAlready() throws {
    try Till.with { till in
      #expect(try till.openBudget("spring"))
      #expect(try !till.openBudget("spring"))
      let again = try till.home.qix("budget create spring")
      #expect(again.exitCode == 5 && again.output.isEmpty)
      #expect(again.errors.hasPrefix("qix: budget 'spring' already exists\n"), "\(again.errors)")
      #expect(try till.count("coins_accounts") == 4)
    }
  }

  @Test(arguments: ["a", "0", "a-b_c", "spring-2027", String(repeating: "b", count: 64)])
  func aBudgetName(_ name: String) throws {
    try Till.with { till in
      try till.openBudget(name)
      try till.post(.fund(1, to: .budget(name)))
      #expect(try till.balance(.budget(name)).posted == 1)
    }
  }

  @Test(arguments: ["", " ", "Spring", "a b", "-a", "_a", "ä", "a\n", "a:b", "a/b", String(repeating: "b", count: 65)])
  func aMalformedBudgetName(_ name: String) throws {
    try Till.with { till in
      #expect(throws: CoinsError.malformedBudgetName(name)) { try till.openBudget(name) }
      let accounts = try till.count("coins_accounts")
      #expect(accounts == 3)
    }
  }

  @Test func aTransferThatIsNotThere() throws {
    try Till.with { till in
      let nobody = TransferID(high: 1, low: 2)
      for operation in [.capture(nobody), .void(nobody), .reverse(nobody)] as [CoinsContract.Operation] {
        try expectRefused(.noTransfer(nobody), operation, at: till)
      }
    }
  }

  @Test func accountsThatDoNotFit() throws {
    try Till.with { till in
      try till.openBudget("spring")
      try till.post(.issue(10, to: .user(1)))
      let wrong: [CoinsContract.Operation] = [
        .issue(1, from: .user(1), to: .user(2)), .issue(1, from: .redeemed, to: .user(1)),
        .issue(1, to: .budget("spring")), .issue(1, to: .redeemed), .import(1, to: .budget("spring")),
        .fund(1, to: .user(1)), .transfer(1, from: .user(1), to: .user(1)),
        .transfer(1, from: .user(1), to: .budget("spring")), .transfer(1, from: .budget("spring"), to: .user(1)),
        .transfer(1, from: .issuer, to: .user(1)), .transfer(1, from: .expired, to: .user(1)),
        .redeem(1, from: .budget("spring")), .redeem(1, from: .issuer), .hold(1, from: .issuer, to: .user(1)),
        .hold(1, from: .user(1), to: .user(1)), .hold(1, from: .user(1), to: .expired),
        .hold(1, from: .user(1), to: .budget("spring")), .hold(1, from: .budget("spring"), to: .redeemed),
        .expire(1, from: .user(1)),
      ]
      for operation in wrong {
        let (from, to) = (try #require(operation.from), try #require(operation.to))
        try expectRefused(.wrongAccounts(operation.kind, from: from, to: to), operation, at: till)
      }
    }
  }

  @Test func whatIsNotAHoldOrNoLonger() throws {
    try Till.with { till in
      let issue = try till.post(.issue(10, to: .user(1))).transfer
      let hold = try till.post(.hold(4, from: .user(1))).transfer
      try expectRefused(.notAHold(issue), .capture(issue), at: till)
      try expectRefused(.notAHold(issue), .void(issue), at: till)
      try expectRefused(.exceedsHold(hold, held: 4, wanted: 5), .capture(hold, amount: 5), at: till)
      try till.post(.capture(hold, amount: 1))
      try expectRefused(.holdResolved(hold, by: .capture), .capture(hold), at: till)
      try expectRefused(.holdResolved(hold, by: .capture), .void(hold), at: till)
      let other = try till.post(.hold(4, from: .user(1))).transfer
      try till.post(.void(other))
      try expectRefused(.holdResolved(other, by: .void), .capture(other), at: till)
    }
  }

  @Test func whatCannotBeReversed() throws {
    try Till.with { till in
      let issue = try till.post(.issue(10, to: .user(1), expires: .at(till.days(1)))).transfer
      let hold = try till.post(.hold(4, from: .user(1))).transfer
      let void = try till.post(.void(hold)).transfer
      let reversal = try till.post(.reverse(issue, amount: 3)).transfer
      for (id, kind) in [(hold, .hold), (void, .void), (reversal, .reverse)] as [(TransferID, TransferKind)] {
        try expectRefused(.notReversible(id, kind), .reverse(id), at: till)
      }
      try expectRefused(.exceedsOriginal(issue, left: 7, wanted: 8), .reverse(issue, amount: 8), at: till)
      try till.post(.reverse(issue))
      try expectRefused(.exceedsOriginal(issue, left: 0, wanted: 1), .reverse(issue), at: till)
    }
  }

  @Test func coinsThatExpireBeforeTheyAreGranted() throws {
    try Till.with { till in
      for time in [till.now, till.days(-1)] {
        try expectRefused(.expiresBeforeItHappened, .issue(1, to: .user(1), expires: .at(time)), at: till)
      }
      var late = CoinsContract.Operation.issue(1, to: .user(1), expires: .at(till.days(2)))
      late.at = till.days(2)
      try expectRefused(.expiresBeforeItHappened, late, at: till)
      late.at = till.days(1)
      #expect(try till.post(late).amount == 1)
    }
  }
}
