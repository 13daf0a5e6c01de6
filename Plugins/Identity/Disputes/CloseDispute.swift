internal import IdentityContract
internal import QixModule

/// `qix dispute close`
struct CloseDispute: Command {
  static let declaration = Declaration(
    "close", "Answer a dispute, and close it.", roles: [.operator, .support],
    discussion: """
      The user sees the answer. It can't be changed. Take coins back or end sessions first: `qix coins reverse`, `qix \
      voucher restore`, `qix session end`.
      """,
    examples: [
      Example(
        "trf=$(qix wallet history shop-4711 --quiet | head -n 1) && dsp=$(qix dispute open \"$trf\" --quiet) && "
          + "qix dispute close \"$dsp\" --answer 'We have given the 5 coins back.'", "a transfer, answered at once"),
      Example("qix dispute close dsp_01m7w9tzg3f7fs9hn862jj74bb --answer 'We have ended it.'", "a sign-in"),
    ],
    answer: AnswerShape("dispute.close/1", Dispute.fields), effect: .changes)

  @Positional("dispute", .identifier(DisputeID.self), "A dsp_… of `qix dispute list`") private var id: DisputeID
  @Option(
    "answer", .text.serving(.personal), placeholder: "TEXT", "The answer that the user reads, up to 500 characters")
  private var answer: String

  func check() throws(UsageError) {
    guard Dispute.takes(answer) else {
      throw UsageError("--answer has 1 to \(Dispute.longest) characters, without hidden ones")
    }
  }

  func run(in context: Context) throws -> Document {
    let profiles = try context.openProfiles()
    let dispute = try context.change("identity.dispute-close") { connection, change in
      guard let dispute = try Dispute.find(id, in: connection) else {
        throw Failure(
          "identity.dispute-not-found", .notFound, "there is no dispute \(id)",
          hint: "List them with `qix dispute list`.")
      }
      if let closed = dispute.closed {
        throw Failure(
          "identity.dispute-closed", .conflict, "the dispute \(id) was closed at \(closed)",
          hint: "See its answer with `qix dispute list --user \(dispute.user) --reveal`.")
      }
      let answer = try profiles.add(
        PlainText.trimmed(answer), on: dispute.user, by: context.database.actor, in: connection)
      try connection.execute(
        """
        UPDATE identity_disputes SET closed_at = \(context.clock.now()), answer = \(answer.id) WHERE dispute = \(id)
        """)
      try connection.tell("dispute.closed", of: id, user: dispute.user)
      change.subject = "\(dispute.user) \(dispute.subject) \(id)"
      return try Dispute.find(id, in: connection) ?? dispute
    }
    var document = Document("dispute.close/1", Dispute.fields, of: dispute)
    document.primary = "\(dispute.id)"
    return document
  }
}
