internal import QixShake

/// `qix scan review`
struct ReviewScan: Command {
  static let declaration = Declaration(
    "review", "Decide a flagged scan.", roles: [.operator, .support],
    discussion: """
      A photo that looks like one of a screen counts, and is pending review. If the scan is wrong, take the coins back \
      with `qix coins reverse`. --again corrects a verdict, and needs --reason.
      """,
    examples: [
      Example(
        "qix scan review shk_01j8zzzzzzzzzzzzzzzzzzzzzz --verdict wrong --reason 'forty scans of one film'", "fraud"),
      Example("qix scan review shk_01j8zzzzzzzzzzzzzzzzzzzzzz --verdict right", "a glossy pack"),
    ],
    answer: AnswerShape("scan.review/1", fields), effect: .changes)

  private static let fields: [Field<Scan>] = [
    Field("shake", .id) { $0.shake },
    Field("review", .text) { $0.review.name },
  ]

  private let subject = ScanNamed()
  @Option(
    "verdict", .choice([.right, .wrong], named: \.name), placeholder: "VERDICT", "Whether the scan is right or wrong")
  private var verdict: Scan.Review
  @Flag("again", "Correct an earlier verdict; needs --reason") private var isAgain: Bool

  func run(in context: Context) throws -> Document {
    let shake = subject.shake
    if isAgain, context.invocation.neededReason == nil {
      throw UsageError("--again needs a reason", hint: "Add --reason TEXT; the audit log keeps it.")
    }
    let scan = try context.change("scanshake.review", subject: "\(shake) \(verdict.name)") { connection, _ in
      let review = try Scan.require(shake, in: connection).review
      guard review == .waiting || isAgain && review != .none else {
        throw Failure(
          "scanshake.reviewed", .conflict, "the scan \(shake) is not pending review",
          hint: """
            `qix scan list --review waiting` shows pending scans. To correct a verdict, add --again --reason TEXT.
            """)
      }
      try connection.execute("UPDATE scanshake_scans SET review = \(verdict.rawValue) WHERE shake = \(shake)")
      return try Scan.require(shake, in: connection)
    }
    var document = Document("scan.review/1", Self.fields, of: scan)
    document.primary = "\(shake)"
    document.next(
      verdict == .wrong
        ? "`qix shake show \(shake)` names its transfer; `qix coins reverse TRANSFER` takes it back"
        : "`qix scan list --review waiting`")
    return document
  }
}
