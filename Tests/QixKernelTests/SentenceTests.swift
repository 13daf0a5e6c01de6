import Testing

@testable import QixKernel

/// Literals of sentences, and the parts that faces write their own way.
@Suite struct SentenceTests {
  @Test(
    arguments: [
      ("ends with \(exit: .refused)", "ends with exit code 6"), ("ends with \(exit: nil)", "ends with exit code 0"),
      ("comes \(secret: "code")", "comes from the terminal, from standard input, or from --code-file or --code-fd"),
      ("Give --file FILE. Or - for `-`.", "Give --file FILE. Or - for `-`."),
      ("One.\n\nTwo: -- and --x", "One.\n\nTwo: -- and --x"),
    ] as [(Sentence, String)]) func aLineReadsAsItIsTyped(_ sentence: Sentence, _ text: String)
  {
    #expect(sentence.description == text)
  }

  /// The name of a value belongs to its option, and no other word does.
  @Test func anOptionHasItsArgument() {
    let sentence: Sentence = "give --file FILE, --length PT90S, --to USERs, --all A or --dry-run"
    let found = sentence.parts.compactMap { part in if case .argument(let name) = part { name } else { nil } }
    #expect(found == ["FILE"])
    #expect(sentence.values.map(\.name) == ["option", "option2", "option3", "option4", "option5"])
  }

  @Test func listsHaveNoFullStop() {
    #expect(("Show a wallet." as Sentence).withoutStop == "Show a wallet")
    #expect(("See `qix wallet show`" as Sentence).withoutStop == "See `qix wallet show`")
  }
}
