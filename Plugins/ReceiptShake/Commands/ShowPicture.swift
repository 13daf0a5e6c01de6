internal import QixShake

/// `qix receipt picture`
struct ShowPicture: Command {
  static let declaration = Declaration(
    "picture", "Show the picture of a receipt that is or was pending review, as PNG.",
    roles: [.operator, .support],
    discussion: """
      What is on a receipt is personal. So this needs --reveal and --reason, and is written to the audit log. The \
      picture is in shades of grey. `qix receipt review show` tells where on it each field was read. Pictures are \
      deleted after some days: `qix setting show receiptshake.keep-pictures`.
      """,
    examples: [
      Example(
        "qix receipt picture rct_01m7w9tzg3f7fs9hn862jj74bb --reveal --reason 'review queue' > receipt.png",
        "into a file")
    ],
    answer: AnswerShape(file: .png), reveals: [.operator, .support])

  private let receipt = ReceiptNamed()

  func run(in context: Context) throws -> FileAnswer {
    guard context.invocation.reveals else {
      throw UsageError(
        "what is on a receipt is personal: its picture needs --reveal",
        hint: "Add --reveal --reason TEXT. The audit log keeps who looked.")
    }
    try context.requireRevealOfAll()
    let page = try ReceiptPage(receipt.id, context)
    let picture = try page.requirePicture()
    try context.reveal(subject: "\(page.record.id)")
    return FileAnswer(.png, name: "\(page.record.id).png", picture)
  }
}

extension ReceiptPage {
  /// - Throws: `ReceiptShakeError.gone` if the user was erased, `receiptshake.picture-gone`.
  func requirePicture() throws -> [UInt8] {
    guard receipt != nil else { throw ReceiptShakeError.gone(record.id) }
    guard let picture else {
      throw Failure(
        "receiptshake.picture-gone", .notFound, "the picture of receipt \(record.id) is not stored",
        hint: "Pictures of receipts in review are kept for a limited time. "
          + "`qix setting show receiptshake.keep-pictures` shows how long.")
    }
    return picture
  }
}
