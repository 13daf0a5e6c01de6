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
        "\(user) has 3 coins available, 5 are wanted", hint: "See what it holds: `qix wallet show \(user)`."),
      Sentence(
        .insufficient(account: .budget("b"), available: 0, wanted: 5), "insufficient", .refused,
        "budget:b has 0 coins available, 5 are wanted", hint: "Put coins into it: `qix budget fund b --amount N`."),
      Sentence(
        .insufficient(account: .issuer, available: 0, wanted: 5), "insufficient", .refused,
        "issuer has 0 coins available, 5 are wanted"),
      Sentence(
        .overflow(account: .redeemed), "overflow", .refused,
        "redeemed would hold more coins than can be counted (9223372036854775807)"),
      Sentence(
        .noBudget("b"), "budget-not-found", .notFound, "there is no budget 'b'",
        hint: "See them with `qix budget list`, or make it: `qix budget create b`."),
      Sentence(
        .budgetExists("b"), "budget-exists", .conflict, "there is a budget 'b' already",
        hint: "See it with `qix budget show b`."),
      Sentence(
        .malformedBudgetName("B"), "budget-name-malformed", .usage,
        "'B' can't be a budget's name: use 1 to 64 lower-case letters, digits, '-' and '_', a letter or digit first"),
      Sentence(
        .noTransfer(id), "transfer-not-found", .notFound, "there is no transfer \(trf)",
        hint: "Look it up in `qix wallet history USER`."),
      Sentence(
        .malformedKey, "key-malformed", .usage,
        "an idempotency key has 1 to 200 characters, none of them a control character"),
      Sentence(
        .keyConflict("k"), "key-conflict", .conflict,
        "the idempotency key 'k' was used before for something else, so nothing was done",
        hint: "Use a new key for a new operation; repeat the very same operation to get its first result."),
      Sentence(
        .wrongAccounts(.redeem, from: .issuer, to: .redeemed), "accounts-do-not-fit", .usage,
        "redeem does not go from issuer to redeemed", hint: "It goes from a user to redeemed."),
      Sentence(
        .notAHold(id), "not-a-hold", .refused, "\(trf) is not a hold",
        hint: "Name the trf_… that `qix coins hold` printed."),
      Sentence(
        .holdResolved(id, by: .timeOut), "hold-resolved", .conflict, "the hold \(trf) was resolved before (time-out)"),
      Sentence(.holdTimedOut(id), "hold-timed-out", .refused, "the hold \(trf) has timed out"),
      Sentence(
        .exceedsHold(id, held: 2, wanted: 3), "exceeds-hold", .refused,
        "the hold \(trf) is for 2 coins, 3 can't be captured"),
      Sentence(
        .notReversible(id, .hold), "not-reversible", .refused, "\(trf) is of kind 'hold', which can't be reversed",
        hint: "Give a hold back with `qix coins void`."),
      Sentence(
        .notReversible(id, .expire), "not-reversible", .refused,
        "\(trf) is of kind 'expire', which can't be reversed", hint: "Issue the coins anew instead."),
      Sentence(
        .exceedsOriginal(id, left: 2, wanted: 3), "exceeds-original", .refused,
        "2 coins of \(trf) are left to reverse, 3 are wanted"),
      Sentence(
        .expiresBeforeItHappened, "expires-too-early", .usage,
        "the coins would expire before the moment at which they are granted"),
    ]
  }
}
