package import QixKernel

/// `--confirm NAME`, of commands whose effect can't be taken back.
package struct ConfirmOption: Sendable {
  @Option private var name: String?

  package init(_ help: Sentence = "Its name, instead of typing it") {
    _name = Option("confirm", .text, placeholder: "NAME", help)
  }

  /// Asks for the name of what will be gone, unless the option answers; a dry run doesn't ask.
  /// - Parameter yesAnswers: whether `--yes` answers, too.
  /// - Throws: what `Face.confirmByTyping` throws.
  package func require(_ name: String, yesAnswers: Bool = true, in context: Context) throws {
    guard !context.isDryRun else { return }
    try context.face.confirmByTyping(name, or: nil, given: self.name, yesAnswers: yesAnswers)
  }
}
