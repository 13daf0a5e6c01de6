internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix referral end`
struct EndReferral: OldCommand {
  static let declaration = Declaration(
    "end", "Let nobody be brought by a programme any more.", roles: [.operator],
    discussion: "Who was brought until now can still prove it and is paid for.",
    parameters: [ReferralOf.name], examples: [Example("qix referral end friends", "now, for good")], effect: .changes)

  private let name: String
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(ReferralOf.name)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let programme = try context.database.write(
      Change("referrals.end", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      let store = ProgrammeStore(connection)
      var (number, programme) = try store.require(name)
      if let end = programme.end, end <= now { throw ReferralError.over(name) }
      try store.end(number, at: now)
      programme.end = now
      return programme
    }
    var document = Document("referral.end/1")
    ReferralOf.describe(programme, in: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun { context.terminal.note("Nothing was changed.") }
  }
}
