internal import MessagesContract
internal import QixModule
internal import QixNetwork
internal import QixPhone

/// `qix message test`
struct TestMessage: Command {
  static let declaration = Declaration(
    "test", "Send a test message now.", roles: [.operator],
    discussion: """
      Shows the output of a sending command. Exit code 0 means that the next hop accepted the message. Only the \
      recipient can confirm that it arrives.
      """,
    examples: [
      Example("qix message test --to +491701234567 --via command", "to a phone, by the configured command"),
      Example("qix message test --to anna@example.com", "by the configured email sender"),
    ],
    answer: AnswerShape("message.test/1", fields), effect: .changes)

  /// A dry run has no message.
  private static let fields: [Field<(message: Identifier<MessageTag>?, to: Cell, sender: SenderName)>] = [
    Field(optional: "message", .id) { $0.message },
    Field("to", .cell(.text)) { $0.to },
    Field("sender", .text) { $0.sender.rawValue },
  ]

  @Option("to", .text, placeholder: "WHOM", "A phone number with its country code, or an email address")
  private var recipient: String
  @Option(
    "via", .choice(of: SenderName.self), placeholder: "SENDER", "command, smtp or http; default: the configured sender")
  private var via: SenderName?
  @Option("text", .text, "The text of the message", default: "This is a test of how qix sends messages.") private
    var text: String

  func run(in context: Context) throws -> Document {
    let isEmail = recipient.contains("@")
    let address = try isEmail ? MailAddress(recipient).text : PhoneNumber(recipient).e164
    let channel = isEmail ? MessageChannel.email : .phone
    var messenger = Messenger(context: context)
    messenger.showsOutput = true
    let delivery = try messenger.prepare(for: channel, via: via)
    var message: Identifier<MessageTag>?
    if !context.isDryRun {
      // A message is recorded before it is sent, without its recipient.
      try context.readAudit.record(
        "messages.test", "\(channel.rawValue) by \(delivery.sender.rawValue)", context.invocation.reason ?? "a test")
      var generator = IdentifierGenerator(random: context.random)
      let id: Identifier<MessageTag> = generator.next(at: context.clock.now())
      try delivery.send(
        Message(channel, to: address, subject: "Test", text: text, purpose: "test", id: "\(id)"))
      message = id
    }
    var document = Document(
      "message.test/1", Self.fields,
      of: (message: message, to: .personal(address, isEmail ? .email : .phone), sender: delivery.sender))
    if let message {
      document.primary = "\(message)"
      document.note("The next hop accepted it.")
    }
    return document
  }
}

/// Marks a message's identifier: `msg_…`.
enum MessageTag: IdentifierTag {
  static let prefix = "msg"
}
