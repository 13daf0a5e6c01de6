internal import DrawsContract
internal import QixModule

/// `qix draw reveal`
struct RevealWindow: Command {
  static let declaration = Declaration(
    "reveal", "Publish the secret of a window after its end.", roles: [.operator],
    discussion: """
      From then on anyone can compute every drawn number, and nothing more can be drawn in the window. The number of \
      draws and a Merkle root over them are stored with the secret; publish all three. If only the clock shows that \
      the window is over, --reason is required. Revealing can't be undone; a repeat shows the same.
      """,
    examples: [
      Example("qix draw reveal \(WindowNamed.sample)", "after its end"),
      Example("qix draw reveal \(WindowNamed.sample) --json", "what to publish"),
    ],
    answer: AnswerShape("draw.reveal/1", fields), effect: .changes)

  private static let fields: [Field<(window: DrawWindow.Dated, faults: Faults)>] =
    DrawWindow.fields.of { $0.window } + [Field("faults", .count) { $0.faults.count }]

  private let window = WindowNamed()

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let known = try context.database.read { try DrawWindow.find(window.id, in: $0) }
    // A secret that is public already needs no vault.
    guard known.revelation == nil else { return answer(known, Faults(), wasDone: true, in: context) }
    let revealing = Revealing(
      secrets: try context.drawSecrets(), record: try context.service(Draws.record), now: now)
    let (revealed, faults, wasDone) = try context.change("draws.reveal", subject: "\(window.id)") {
      connection, change in
      let result = try revealing.reveal(window.id, reason: context.invocation.neededReason, in: connection)
      if let revelation = result.window.revelation {
        change.subject = "\(window.id): \(revelation.draws) draws, root \(revelation.root)"
      }
      return result
    }
    return answer(revealed, faults, wasDone: wasDone, in: context)
  }

  private func answer(_ revealed: DrawWindow, _ faults: Faults, wasDone: Bool, in context: Context) -> Document {
    var shown = revealed
    // A dry run must not give away what stays secret.
    if context.isDryRun, !wasDone { shown.revelation = nil }
    var document = Document(
      "draw.reveal/1", Self.fields, of: (window: (shown, context.clock.now()), faults: faults))
    document.primary = "\(shown.id)"
    if wasDone {
      document.note("It was revealed before. This is what became public then.")
    } else {
      document.next("publish secret and root, with `qix draw export \(shown.id)` for docs/verify-draw.py")
    }
    if let first = faults.told.first {
      // The promise is kept all the same: holding the secret back would only hide the fault.
      document.warn("\(first); see all faults with `qix draw verify \(window.id)`")
    }
    return document
  }
}
