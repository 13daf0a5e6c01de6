internal import DrawsContract
internal import QixModule

/// `qix draw export`
struct ExportWindow: Command {
  static let declaration = Declaration(
    "export", "Export a window and its draws, for others to check.", roles: [.operator, .auditor],
    discussion: """
      JSON Lines: the window, then each draw by its shake's id. docs/verify-draw.py checks the file with only Python. \
      docs/draws.md describes the fields. No user is named.
      """,
    examples: [
      Example(
        "drw=$(qix draw list --quiet | head -n 1) && qix draw export \"$drw\" > draws.jsonl",
        "to publish after the window")
    ])

  private let window = WindowNamed()

  func run(in context: Context) throws -> Printed {
    let record = try context.service(Draws.record)
    try context.database.read { connection in
      try WindowExport.write(
        DrawWindow.find(window.id, in: connection), record: record, to: context.face, in: connection)
    }
    return Printed()
  }
}
