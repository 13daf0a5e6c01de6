import Testing

@testable import QixKernel

/// What a user may read of an error.
@Suite struct RefusalTests {
  private let error = Failure(
    "a.b", .refused, "user usr_1 is suspended", hint: "`qix user resume usr_1`", forUser: "your account is suspended")

  @Test func aUserReadsTheSentenceThatIsForThem() {
    let refusal = Refusal(error)
    #expect(refusal == Refusal("a.b", "your account is suspended"))
    #expect(Failure(refusal).forUser == refusal.sentence)
  }

  /// What an error says to staff never gets through, where nobody has thought about users.
  @Test func withoutOneTheyReadNothingOfIt() {
    let refusal = Refusal(Failure("a.c", .refused, "budget 'summer' is empty", hint: "`qix budget fund summer`"))
    #expect(!refusal.sentence.contains("summer") && refusal.hint == nil && refusal.code == "a.c")
  }

  @Test func aSentenceCanBeForEverybody() {
    let error = Failure("a.d", .notAllowed, "the code has expired", hint: "`qix auth otp request`").forEverybody
    #expect(error.forUser == "the code has expired" && error.hint != nil)
  }
}
