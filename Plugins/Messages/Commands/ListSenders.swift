internal import MessagesContract
internal import QixModule

/// `qix message senders`
struct ListSenders: Command {
  static let declaration = Declaration(
    "senders", "List the senders of messages, and whether they are set up.", roles: [.operator, .integrator, .auditor],
    examples: [
      Example("qix message senders", "which senders are ready and used")
    ],
    answer: "message.senders/2: senders [sender text, used_for text*, ready boolean, missing text?]")

  func run(in context: Context) throws -> Document {
    let settings = try context.database.read { try SenderSettings($0) }
    @Sendable func fault(_ sender: SenderName) -> MessagesError? {
      do throws(MessagesError) {
        try settings.check(sender, for: .email)
        return nil
      } catch {
        return error
      }
    }
    var document = Document("message.senders/2")
    document.table(
      "senders",
      [
        RowField("sender") { .text($0.rawValue) },
        RowField("used_for") { sender in
          .texts(MessageChannel.allCases.filter { settings.sender(of: $0) == sender }.map(\.rawValue))
        },
        RowField("ready") { .boolean(fault($0) == nil) },
        RowField<SenderName>("missing") { .text(fault($0)?.description) },
      ], rows: SenderName.allCases)
    document.note("Test one with `qix message test --to ADDRESS --via SENDER`.")
    return document
  }
}
