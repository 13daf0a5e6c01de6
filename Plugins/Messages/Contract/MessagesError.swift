package import QixKernel

/// Errors of senders and messages, found before anything is sent. No sentence has the recipient or the text in it.
package enum MessagesError: Failing, Equatable {
  /// No sender is set for a channel.
  case noSender(MessageChannel)
  case wrongChannel(SenderName, MessageChannel)
  /// A sender lacks a setting.
  case incomplete(SenderName, setting: String)
  case commandMissing(String)
  case malformed(String)

  package var failure: Failure {
    switch self {
    case .noSender(let channel):
      Failure(
        "messages.no-sender", .elsewhere, "no sender is set up for \(channel.noun)",
        hint:
          "Choose one with `qix setting set messages.\(channel.rawValue)-via command`. "
          + "`qix message senders` lists the senders."
      )
    case .wrongChannel(let sender, let channel):
      Failure(
        "messages.wrong-channel", .failed, "\(sender.rawValue) can't send to \(channel.noun)",
        hint: "`qix message senders` shows what each sender is used for.")
    case .incomplete(let sender, let setting):
      Failure(
        "messages.incomplete", .elsewhere, "\(sender.rawValue) can't send: the setting '\(setting)' is empty",
        hint: "Set it with `qix setting set \(setting) VALUE`.")
    case .commandMissing(let path):
      Failure(
        "messages.command-missing", .failed, "the sending command '\(path)' is not an executable program",
        hint: "Give the program's absolute path in messages.command.")
    case .malformed(let problem):
      Failure("messages.malformed", .usage, "the message can't be sent: \(problem)")
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
