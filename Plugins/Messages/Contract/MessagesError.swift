package import QixKernel

/// Why a message was not sent. No sentence has the recipient or the text in it.
package enum MessagesError: Diagnosable, Equatable {
  /// No sender is set for a channel.
  case noSender(MessageChannel)
  case wrongChannel(SenderName, MessageChannel)
  /// A sender lacks a setting.
  case incomplete(SenderName, setting: String)
  case commandMissing(String)
  case commandFailed(exitCode: Int32)
  case commandKilled(signal: Int32)
  case commandTimedOut(seconds: Int64)
  case malformed(String)

  package var category: ErrorCategory {
    switch self {
    case .malformed: .usage
    case .commandFailed(let code): code == 75 ? .busy : .failed
    case .commandTimedOut: .busy
    default: .failed
    }
  }

  package var code: String {
    switch self {
    case .noSender: "messages.no-sender"
    case .wrongChannel: "messages.wrong-channel"
    case .incomplete: "messages.incomplete"
    case .commandMissing: "messages.command-missing"
    case .commandFailed, .commandKilled: "messages.command-failed"
    case .commandTimedOut: "messages.command-timed-out"
    case .malformed: "messages.malformed"
    }
  }

  package var description: String {
    switch self {
    case .noSender(let channel): "nothing is set up that sends to \(channel.noun)"
    case .wrongChannel(let sender, let channel): "\(sender.rawValue) can't send to \(channel.noun)"
    case .incomplete(let sender, let setting): "\(sender.rawValue) can't send: setting '\(setting)' is empty"
    case .commandMissing(let path): "the sending command '\(path)' is not a program that can be run"
    case .commandFailed(let code): "the sending command ended with exit code \(code)"
    case .commandKilled(let signal): "the sending command was ended by signal \(signal)"
    case .commandTimedOut(let seconds): "the sending command did not end within \(seconds) s and was stopped"
    case .malformed(let problem): "the message can't be sent: \(problem)"
    }
  }

  package var hint: String? {
    switch self {
    case .noSender(let channel):
      "Name one: `qix setting set messages.\(channel.rawValue)-via command`; `qix message senders` shows which are ready."
    case .wrongChannel: "`qix message senders` shows which sender reaches what."
    case .incomplete(_, let setting): "Set it: `qix setting set \(setting) VALUE`."
    case .commandMissing: "Give the program's whole path in messages.command."
    case .commandFailed, .commandKilled, .commandTimedOut:
      "Try it with `qix message test`, which shows what the command says."
    case .malformed: nil
    }
  }
}

extension MessageChannel {
  package var noun: String {
    switch self {
    case .phone: "phone numbers"
    case .email: "email addresses"
    }
  }
}
