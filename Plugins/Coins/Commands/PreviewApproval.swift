internal import CoinsContract
internal import QixModule

/// `qix coins approval preview`
struct PreviewApproval: Command {
  static let declaration = Declaration(
    "preview", "Show what a request would do now: runs its command as --dry-run, with your own rights.",
    roles: [.operator],
    discussion: """
      You can approve what you may do yourself, so the answer is what the command would say to you. If the command \
      can't go through any more, 'why_not' says why. Nothing is changed.
      """,
    examples: [Example("qix coins approval preview apr_01m7w9tzg3f7fs9hn862jj74bb", "before approving it")],
    answer: AnswerShape("coins.approval.preview/1", fields))

  private typealias Seen = (approval: Approval, at: Timestamp, answer: String?, fault: (any Diagnosable)?)
  private static let fields: [Field<Seen>] = [
    Field("approval", .id) { $0.approval.id },
    Field("state", .text) { $0.approval.state(at: $0.at).name },
    Field("line", .text, "command") { $0.approval.line },
    Field("possible", .boolean) { $0.fault == nil },
    Field("why_not", .text) { $0.fault?.sentence },
    Field("answer", .object) { $0.answer.flatMap(Cell.members(ofJSON:)) },
  ]

  @Positional("approval", .identifier(ApprovalID.self), "The apr_… that waits") private var id: ApprovalID

  func run(in context: Context) throws -> Document {
    var (approval, now) = try context.requestToRun(id)
    guard [.pending, .approved].contains(approval.state(at: now)) else { throw approval.over(at: now) }
    let line = try context.keptLine(of: id).line
    approval.line = line.shown(in: context.commands)
    var (answer, fault): (String?, (any Diagnosable)?) = (nil, nil)
    do {
      answer = try line.run(by: context.principal, isDryRun: true, in: context)
    } catch let error as any Diagnosable
      where [.usage, .notFound, .notAllowed, .conflict, .refused].contains(error.category)
    {
      // For what the caller couldn't do alone either, either of the two has been tried.
      if error.code != "coins.approval-needed" { fault = error }
    }
    return Document("coins.approval.preview/1", Self.fields, of: (approval, now, answer, fault))
  }
}
