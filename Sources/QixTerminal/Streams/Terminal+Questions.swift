package import QixKernel

extension Terminal {
  /// Asks before something that is hard to take back; `--yes` answers.
  /// - Throws: `UsageError` when nobody can be asked, `Declined` when the answer is no.
  package func confirm(_ question: String) throws {
    if globals.assumeYes { return }
    try requirePerson(for: question, flag: "--yes")
    say("\(question.sanitised()) [y/N] ")
    let answer = try standardInput.readLine()
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      if answer == nil { say("\n") }
      throw Declined()
    }
  }

  /// Asks for the name of what will be gone for good; `--yes` doesn't answer this one.
  /// - Parameter given: the value of the command's `--confirm NAME`, which answers in the person's place.
  /// - Throws: `UsageError` when nobody can be asked or `given` is another name, `Declined` when another is typed.
  package func confirmByTyping(_ name: String, given: String? = nil) throws {
    if let given {
      guard given == name else {
        throw UsageError("--confirm names something else than what would be deleted", hint: "Give --confirm '\(name)'.")
      }
      return
    }
    try requirePerson(for: "this can't be undone", flag: "--confirm '\(name)'")
    say("This can't be undone. Type \(name.sanitised()) to go on: ")
    guard try standardInput.readLine() == name else { throw Declined() }
  }

  private func requirePerson(for question: String, flag: String) throws(UsageError) {
    guard !globals.noInput, standardInput.isTerminal, errors.isTerminal else {
      let reason = globals.noInput ? "--no-input forbids to ask" : "there is no terminal to ask on"
      throw UsageError("\(question.sanitised()) needs an answer, and \(reason)", hint: "Give \(flag) to go on.")
    }
  }
}

/// The person answered no. Nothing was changed.
package struct Declined: Diagnosable, Equatable {
  package init() {}
  package var category: ErrorCategory { .interrupted }
  package var code: String { "declined" }
  package var description: String { "stopped; nothing was changed" }
}
