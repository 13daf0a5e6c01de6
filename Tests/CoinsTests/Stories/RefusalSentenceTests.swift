import CoinsContract
import QixKernel
import Testing

/// What is said of each refusal, to people and to programs.
@Suite struct RefusalSentenceTests {
  @Test(arguments: Sentence.all)
  func isSaidInWords(_ sentence: Sentence) {
    #expect(sentence.error.description == sentence.text)
    #expect(sentence.error.code == "coins.\(sentence.code)")
    #expect(sentence.error.category == sentence.category)
    #expect(sentence.error.hint?.description == sentence.hint)
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
        .outOfStock(shelf: "reward-tea", left: 3, wanted: 5), "out-of-stock", .refused,
        "only 3 items are left of the stock 'reward-tea', not 5"),
      Sentence(
        .outOfStock(shelf: "reward-tea", left: 0, wanted: 1), "out-of-stock", .refused,
        "nothing is left of the stock 'reward-tea'"),
      Sentence(
        .overflow(account: .redeemed), "overflow", .refused,
        "redeemed would hold more than 9223372036854775807, the largest possible number"),
      Sentence(
        .noBudget("b"), "budget-not-found", .notFound, "there is no budget 'b'",
        hint: """
          A campaign's budget is named campaign-NAME. An operator lists the budgets with `qix budget list`. An \
          operator makes this one with `qix budget create b`.
          """),
      Sentence(
        .budgetExists("b"), "budget-exists", .conflict, "budget 'b' already exists",
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
        "the idempotency key is empty, longer than 200 characters, or has a control character",
        hint: "Write 1 to 200 characters, such as order-981."),
      Sentence(
        .keyConflict("k"), "key-conflict", .conflict,
        "the idempotency key 'k' was used before for another operation, so nothing was done",
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
        hint: "Its coins are free again. Make a new hold."),
      Sentence(
        .exceedsHold(id, held: 2, wanted: 3), "exceeds-hold", .refused,
        "the hold \(trf) is for 2, so 3 can't be captured",
        hint: "Capture 2 or fewer. The others are then free again."),
      Sentence(
        .notReversible(id, .hold), "not-reversible", .refused, "\(trf) is of kind 'hold', which can't be reversed",
        hint: "Give back what it holds with `qix coins void \(trf)`."),
      Sentence(
        .notReversible(id, .expire), "not-reversible", .refused,
        "\(trf) is of kind 'expire', which can't be reversed", hint: "Issue the coins again instead."),
      Sentence(
        .exceedsOriginal(id, left: 2, wanted: 3), "exceeds-original", .refused,
        "only 2 of \(trf) can still be reversed, not 3", hint: "Reverse 2 or fewer."),
      Sentence(
        .exceedsOriginal(id, left: 0, wanted: 1), "exceeds-original", .refused,
        "\(trf) has been reversed completely before", hint: "See its reversals with `qix coins show \(trf)`."),
      Sentence(
        .expiresBeforeItHappened, "expires-too-early", .usage,
        "the expiry, or the hold's time-out, is not later than the operation itself",
        hint: "Give a later expiry. If the operation has a time of its own, compare the two."),
      Sentence(
        .expiryIsKept(id), "expiry-kept", .usage, "\(trf) holds coins of a user, which keep their expiry",
        hint: "Leave the expiry out. It is only for holds on budgets."),
      Sentence(
        .owned(id, TransferClaim(owner: "the redemption rdm_1", instead: "Use the other command.")), "transfer-owned",
        .conflict, "\(trf) belongs to the redemption rdm_1 and can't be changed on its own",
        hint: "Use the other command."),
    ]
  }
}
