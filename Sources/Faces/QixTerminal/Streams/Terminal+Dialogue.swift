package import QixCommands

/// Talking with a person, question after question.
extension Terminal {
  /// Whether a person can be asked: there is a terminal to ask and to answer on, and `--no-input` wasn't given.
  package var hasPerson: Bool { !globals.noInput && standardInput.isTerminal && errors.isTerminal }

  /// Puts a question and waits for a line.
  /// - Returns: nil at the end of the input (Ctrl-D).
  /// - Throws: `InputError.interrupted` for Ctrl-C, where `catchInterruption` was called.
  package func ask(_ question: String) throws(InputError) -> String? {
    say(question.sanitised(keepingLines: true))
    let answer = try standardInput.readLine()
    if answer == nil { say("\n") }
    return answer
  }

  /// Hands on what was written so far, and waits until the person leaves the pager where it has the screen.
  package func endPage() throws(OutputError) {
    do {
      try output.finish()
    } catch .pagerClosed {
      // Leaving before the last line is the person's right.
    }
  }
}
