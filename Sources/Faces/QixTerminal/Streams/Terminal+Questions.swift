internal import QixCommands
internal import QixKernel

extension Terminal {
  /// Asks before something that is hard to take back; `--yes` answers.
  /// - Throws: `UsageError` when no person can be asked, `Declined` when the answer is no.
  package func confirm(_ question: String) throws {
    if globals.assumeYes { return }
    if let reason = noPerson {
      throw UsageError("'\(question.sanitised())' needs an answer, and \(reason)", hint: "Give --yes to go on.")
    }
    say(message("\(question.sanitised()) [y/N]") + " ")
    let answer = try standardInput.readLine()
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      if answer == nil { say("\n") }
      throw Declined()
    }
  }

  package func confirmByTyping(_ name: String, or alias: String?, given: String?, yesAnswers: Bool) throws {
    if yesAnswers, globals.assumeYes { return }
    let confirmation = Confirmation(name, or: alias)
    if let given { return try confirmation.check(given) }
    if let reason = noPerson { throw confirmation.unasked(reason) }
    let wanted = confirmation.names.map { $0.sanitised() }.joined(separator: " or ")
    say(message("This can't be undone. Type \(wanted) to go on:") + " ")
    guard let answer = try standardInput.readLine() else {
      say("\n")
      throw Declined()
    }
    guard confirmation.names.contains(answer) else { throw Declined() }
  }

  /// Why no person can be asked; nil where one can.
  private var noPerson: Sentence? {
    guard !hasPerson else { return nil }
    return globals.noInput ? "--no-input forbids to ask" : "there is no terminal to ask on"
  }
}
