import CoinsContract
import QixKernel
import QixStorage
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
      try till.openBudget("spring")
      #expect(throws: CoinsError.budgetExists("spring")) { try till.openBudget("spring") }
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

  @Test(arguments: Sentence.all)
  func isSaidInWords(_ sentence: Sentence) {
    #expect(sentence.error.description == sentence.text)
    #expect(sentence.error.code == "coins.\(sentence.code)")
    #expect(sentence.error.category == sentence.category)
    #expect(sentence.error.hint == sentence.hint)
  }

  struct Sentence: Sendable, CustomTestStringConvertible {
    let error: CoinsError
    let code: String
    let category: ErrorCategory
    let text: String
    let hint: String?
    var testDescription: String { code }

    init(_ error: CoinsError, _ code: String, _ category: ErrorCategory, _ text: String, hint: String? = nil) {
      (self.error, self.code, self.category, self.text, self.hint) = (error, code, category, text, hint)
    }

    private static let id = TransferID(high: 0, low: 1)
    private static let user = "usr_0000000000e000000000000001"
    private static let trf = "trf_00000000000000000000000001"

    static let all = [
      Sentence(
        .insufficient(account: .user(1), available: 3, wanted: 5), "insufficient", .refused,
        "\(user) has 3 coins available, 5 are needed", hint: "See what is in the wallet with `qix wallet show \(user)`."
      ),
      Sentence(
        .insufficient(account: .budget("b"), available: 0, wanted: 5), "insufficient", .refused,
        "budget:b has 0 coins available, 5 are needed",
        hint: "Put coins into it with `qix budget fund b --amount N`."),
      Sentence(
        .insufficient(account: .issuer, available: 1, wanted: 5), "insufficient", .refused,
        "issuer has 1 coin available, 5 are needed"),
      Sentence(
        .overflow(account: .redeemed), "overflow", .refused,
        "redeemed would hold more than 9223372036854775807 coins, the most that can be counted"),
      Sentence(
        .noBudget("b"), "budget-not-found", .notFound, "there is no budget 'b'",
        hint: "See which there are with `qix budget list`, or make this one with `qix budget create b`."),
      Sentence(
        .budgetExists("b"), "budget-exists", .conflict, "there is a budget 'b' already",
        hint: "See it with `qix budget show b`."),
      Sentence(
        .malformedBudgetName("B"), "budget-name-malformed", .usage,
        "'B' can't be a budget's name: use 1 to 64 lower-case letters, digits, '-' and '_', "
          + "beginning with a letter or digit"),
      Sentence(
        .noTransfer(id), "transfer-not-found", .notFound, "there is no transfer \(trf)",
        hint: "Find its id in `qix wallet history USER`."),
      Sentence(
        .malformedKey, "key-malformed", .usage,
        "the idempotency key is empty, longer than 200 characters, or has a control character in it",
        hint: "Write 1 to 200 characters, such as order-981."),
      Sentence(
        .keyConflict("k"), "key-conflict", .conflict,
        "the idempotency key 'k' was used before for an operation that differs from this one, so nothing was done",
        hint: "Give a new operation a new key. To see the first result again, repeat that operation unchanged."),
      Sentence(
        .wrongAccounts(.redeem, from: .issuer, to: .redeemed), "accounts-do-not-fit", .usage,
        "the operation 'redeem' can't go from issuer to redeemed", hint: "It goes from a user to 'redeemed'."),
      Sentence(
        .notAHold(id), "not-a-hold", .refused, "\(trf) is not a hold",
        hint: "Name the trf_… that `qix coins hold` printed."),
      Sentence(
        .holdResolved(id, by: .timeOut), "hold-resolved", .conflict,
        "the hold \(trf) is over: it was resolved before, by a time-out",
        hint: "See what became of it with `qix coins show \(trf)`."),
      Sentence(
        .holdTimedOut(id), "hold-timed-out", .refused, "the hold \(trf) has timed out",
        hint: "Its coins are free again; reserve them anew with `qix coins hold`."),
      Sentence(
        .exceedsHold(id, held: 2, wanted: 3), "exceeds-hold", .refused,
        "the hold \(trf) is for 2 coins, so 3 can't be captured",
        hint: "Capture 2 or fewer; the rest is free again."),
      Sentence(
        .notReversible(id, .hold), "not-reversible", .refused, "\(trf) is of kind 'hold', which can't be reversed",
        hint: "Give back what it holds with `qix coins void \(trf)`."),
      Sentence(
        .notReversible(id, .expire), "not-reversible", .refused,
        "\(trf) is of kind 'expire', which can't be reversed", hint: "Issue the coins anew instead."),
      Sentence(
        .exceedsOriginal(id, left: 2, wanted: 3), "exceeds-original", .refused,
        "of \(trf) only 2 coins can still be reversed, not 3", hint: "Reverse 2 or fewer."),
      Sentence(
        .exceedsOriginal(id, left: 0, wanted: 1), "exceeds-original", .refused,
        "\(trf) has been reversed completely before", hint: "See its reversals with `qix coins show \(trf)`."),
      Sentence(
        .expiresBeforeItHappened, "expires-too-early", .usage,
        "the expiry, or the time-out of a hold, is not later than the moment at which the operation happens",
        hint: "Name a later expiry; where the operation has a time of its own, compare the two."),
    ]
  }
}
