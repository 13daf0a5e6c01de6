internal import MessagesContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix message senders`
struct ListSenders: OldCommand {
  static let declaration = Declaration(
    "senders", "List what can send messages, and whether it is set up.", roles: [.operator, .integrator, .auditor],
    examples: [
      Example("qix message senders", "which are ready, and which are used")
    ])

  init(_ arguments: Arguments) throws {}

  func run(in context: Context) throws {
    let settings = try context.database.read { try SenderSettings($0) }
    var document = Document("message.senders/2")
    document.table(
      "senders",
      columns: [
        Column("sender", "SENDER"), Column("used_for", "USED FOR"), Column("ready", "READY"),
        Column("missing", "MISSING"),
      ],
      rows: SenderName.allCases.map { sender in
        let used = MessageChannel.allCases.filter { settings.sender(of: $0) == sender }.map(\.rawValue)
        var fault: MessagesError?
        do throws(MessagesError) { try settings.check(sender, for: .email) } catch { fault = error }
        return [
          .text(sender.rawValue), .texts(used), .boolean(fault == nil),
          fault.map { .text($0.description) } ?? .missing,
        ]
      })
    try context.terminal.emit(document)
    context.terminal.note("Try one: `qix message test --to ADDRESS --via SENDER`.")
  }
}
