package import QixKernel

extension Terminal {
  /// Asks before something that is hard to take back; `--yes` answers.
  /// - Throws: `UsageError` when no person can be asked, `Declined` when the answer is no.
  package func confirm(_ question: String) throws {
    if globals.assumeYes { return }
    try requirePerson(for: "'\(question)' needs an answer", flag: "--yes")
    say(message("\(question.sanitised()) [y/N]") + " ")
    let answer = try standardInput.readLine()
    guard let answer, ["y", "yes"].contains(answer.lowercased()) else {
      if answer == nil { say("\n") }
      throw Declined()
    }
  }

  /// Asks for the name of what will be gone for good; `--yes` doesn't answer this one.
  /// - Parameters:
  ///   - alias: another name of the same, as the command line has called it; it is as good.
  ///   - given: the value of the command's `--confirm NAME`, which answers in the person's place.
  /// - Throws: `UsageError` when no person can be asked or `given` is another name, `Declined` when another is typed.
  package func confirmByTyping(_ name: String, or alias: String? = nil, given: String? = nil) throws {
    let names = alias.map { $0 == name ? [name] : [name, $0] } ?? [name]
    let flag = "--confirm \((alias ?? name).quotedForShell)"
    let forUser = "this can't be undone: confirm it with \(flag)"
    if let given {
      guard names.contains(given) else {
        throw UsageError(
          "--confirm names something else than the command",
          hint: "Give \(flag.sanitised()).", forUser: forUser.sanitised())
      }
      return
    }
    try requirePerson(
      for: "this can't be undone, so the name has to be typed",
      flag: flag, forUser: forUser)
    let wanted = names.map { $0.sanitised() }.joined(separator: " or ")
    say(message("This can't be undone. Type \(wanted) to go on:") + " ")
    guard let answer = try standardInput.readLine() else {
      say("\n")
      throw Declined()
    }
    guard names.contains(answer) else { throw Declined() }
  }

  /// - Parameter need: the part of the sentence that says what for.
  private func requirePerson(for need: String, flag: String, forUser: String? = nil) throws(UsageError) {
    guard !globals.noInput, standardInput.isTerminal, errors.isTerminal else {
      let reason = globals.noInput ? "--no-input forbids to ask" : "there is no terminal to ask on"
      throw UsageError(
        "\(need.sanitised()), and \(reason)", hint: "Give \(flag.sanitised()) to go on.", forUser: forUser?.sanitised())
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
