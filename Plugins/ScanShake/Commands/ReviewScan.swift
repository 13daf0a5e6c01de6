internal import QixShake

/// `qix scan review`
struct ReviewScan: OldCommand {
  private static let verdict = OldOption(
    "verdict", .choice([Scan.Review.right.name, Scan.Review.wrong.name]), placeholder: "VERDICT",
    "Whether the scan is right or wrong", isRequired: true)

  static let declaration = Declaration(
    "review", "Decide about a scan that was flagged.", roles: [.operator, .support],
    discussion: """
      A photo that looks like one of a screen counts and waits for somebody to look at who scanned what. What is found to \
      be wrong is taken back by hand, with `qix coins reverse`.
      """,
    parameters: [ShowScan.shake, verdict],
    examples: [
      Example(
        "qix scan review shk_01j8zzzzzzzzzzzzzzzzzzzzzz --verdict wrong --reason 'forty scans of one film'", "fraud"),
      Example("qix scan review shk_01j8zzzzzzzzzzzzzzzzzzzzzz --verdict right", "a glossy pack"),
    ], effect: .changes)

  private let shake: ShakeID
  private let verdict: Scan.Review
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    shake = try arguments.require(ShowScan.shake)
    verdict = try arguments.require(Self.verdict) == Scan.Review.right.name ? .right : .wrong
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let scan = try context.database.write(
      Change("scanshake.review", subject: "\(shake) \(verdict.name)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      guard try Scan.require(shake, in: connection).review == .waiting else {
        throw ScanShakeError.reviewed("\(shake)")
      }
      try connection.run(
        "UPDATE scanshake_scans SET review = ?2 WHERE shake = ?1", .id(shake), .integer(verdict.rawValue))
      return try Scan.require(shake, in: connection)
    }
    var document = Document("scan.review/1")
    document.primary = "\(shake)"
    document.field("shake", "shake", .identifier("\(shake)"))
    document.field("review", "review", .text(scan.review.name))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed."
        : verdict == .wrong
          ? "Next: `qix shake show \(shake)` names its transfer; `qix coins reverse TRANSFER` takes it back."
          : "Next: `qix scan list --review waiting`.")
  }
}
