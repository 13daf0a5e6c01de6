internal import MessagesContract
internal import QixModule

/// `qix message senders`
struct ListSenders: Command {
  static let declaration = Declaration(
    "senders", "List the senders of messages, and whether they are set up.", roles: [.operator, .integrator, .auditor],
    examples: [
      Example("qix message senders", "which senders are ready and used")
    ],
    answer: AnswerShape("message.senders/2", "senders", rows: fields))

  private static let fields: [Field<(sender: SenderName, settings: SenderSettings)>] = [
    Field("sender", .text) { $0.sender.rawValue },
    Field("used_for", .texts()) { row in
      MessageChannel.allCases.filter { row.settings.sender(of: $0) == row.sender }.map(\.rawValue)
    },
    Field("ready", .boolean) { fault($0.sender, $0.settings) == nil },
    Field("missing", .text) { fault($0.sender, $0.settings)?.description },
  ]

  private static func fault(_ sender: SenderName, _ settings: SenderSettings) -> MessagesError? {
    do throws(MessagesError) {
      try settings.check(sender, for: .email)
      return nil
    } catch {
      return error
    }
  }

  func run(in context: Context) throws -> Document {
    let settings = try context.database.read { try SenderSettings($0) }
    var document = Document("message.senders/2")
    document.table("senders", Self.fields, rows: SenderName.allCases.map { (sender: $0, settings: settings) })
    document.note("Test one with `qix message test --to ADDRESS --via SENDER`.")
    return document
  }
}
