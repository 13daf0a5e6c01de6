internal import DrawsContract
internal import QixKernel
internal import QixStorage
internal import QixTerminal

/// `qix draw reveal`
struct RevealWindow: OldCommand {
  static let declaration = Declaration(
    "reveal", "Make the secret of a window public, once it is over.", roles: [.operator],
    discussion: """
      From then on anybody can compute every number that was drawn, and nothing is drawn in the window any more. Kept \
      with the secret are the number of draws and a Merkle root over them; publish all three. Where nothing but the \
      clock says that the window is over, it takes --reason. It can't be taken back; a repeat shows the same.
      """,
    parameters: [WindowNamed.window],
    examples: [
      Example("qix draw reveal \(WindowNamed.sample)", "once it is over"),
      Example("qix draw reveal \(WindowNamed.sample) --json", "what to publish"),
    ], effect: .changes)

  private let window: DrawWindowID
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    window = try arguments.require(WindowNamed.window)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let known = try context.database.read { try DrawWindow.find(window, in: $0) }
    // What is public already needs no vault.
    guard known.revelation == nil else { return try answer(known, Faults(), wasDone: true, in: context) }
    let revealing = Revealing(
      secrets: try context.drawSecrets(), record: try context.service(Draws.record), now: now)
    let (revealed, faults, wasDone) = try context.database.write(
      Change("draws.reveal", subject: "\(window)", reason: reason), isDryRun: isDryRun
    ) { connection, change in
      let result = try revealing.reveal(window, reason: reason, in: connection)
      if let revelation = result.window.revelation {
        change.subject = "\(window): \(revelation.draws) draws, root \(revelation.root)"
      }
      return result
    }
    try answer(revealed, faults, wasDone: wasDone, in: context)
    if let first = faults.told.first {
      // What was promised is kept all the same: holding the secret back would only hide the fault.
      context.terminal.warn("\(first); see all of it with `qix draw verify \(window)`")
    }
  }

  private func answer(_ revealed: DrawWindow, _ faults: Faults, wasDone: Bool, in context: Context) throws {
    var shown = revealed
    // A dry run must not give away what stays secret.
    if isDryRun, !wasDone { shown.revelation = nil }
    var document = Document("draw.reveal/1")
    document.primary = "\(shown.id)"
    shown.describe(at: context.clock.now(), in: &document)
    document.field("faults", "faults", .integer(Int64(faults.count)))
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if isDryRun {
      context.terminal.note("Nothing was changed.")
    } else if wasDone {
      context.terminal.note("It was revealed before; this is what became public then.")
    } else {
      context.terminal.note("Publish secret and root. Next: `qix draw export \(shown.id)` for docs/verify-draw.py.")
    }
  }
}
