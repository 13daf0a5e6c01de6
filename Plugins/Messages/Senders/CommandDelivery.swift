internal import MessagesContract

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
    case .exited(let code): throw MessagesError.commandFailed(exitCode: code)
    case .killed(let signal): throw MessagesError.commandKilled(signal: signal)
    case .timedOut: throw MessagesError.commandTimedOut(seconds: seconds)
    }
  }
}
