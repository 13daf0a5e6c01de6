internal import MessagesContract
internal import QixModule

/// Hands the message to a program of the operator's: as one line of JSON on its standard input, never as an argument,
/// which everybody on the machine could read.
struct CommandDelivery: MessageDelivery {
  let sender = SenderName.command
  private let words: [String]
  private let seconds: Int64
  private let showsOutput: Bool

  init(_ settings: SenderSettings, showsOutput: Bool) {
    words = settings.isInShell ? ["/bin/sh", "-c", settings.command.joined(separator: " ")] : settings.command
    seconds = settings.seconds
    self.showsOutput = showsOutput
  }

  func send(_ message: Message) throws {
    try message.check()
    switch try ChildProcess.run(words, input: message.json, seconds: seconds, showsOutput: showsOutput) {
    case .exited(0): return
    case .exited(let code):
      throw Failure(
        "messages.command-failed", code == 75 ? .busy : .failed, "the sending command ended with exit code \(code)",
        hint: "Run `qix message test` to see the command's output.")
    case .killed(let signal):
      throw Failure(
        "messages.command-failed", .failed, "the sending command was ended by signal \(signal)",
        hint: "Run `qix message test` to see the command's output.")
    case .timedOut:
      throw Failure(
        "messages.command-timed-out", .busy, "the sending command did not end within \(seconds) s and was stopped",
        hint: "Run `qix message test` to see the command's output.")
    }
  }
}
