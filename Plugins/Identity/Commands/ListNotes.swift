internal import IdentityContract
internal import QixModule

/// `qix user note list`
struct ListNotes: Command {
  static let declaration = Declaration(
    "list", "List the notes on a user, the oldest first.", roles: [.operator, .support],
    discussion: """
      The answer shows who made each note, and when. The text is personal data: to show it, give --reveal and \
      --reason.
      """,
    examples: [Example("qix user note list shop-4711 --reveal --reason 'call 4711'", "with their text")],
    answer: "user.note.list/1: notes [note id, at time, by text, text text]", reveals: [.operator, .support])

  private let user = UserNamed()

  func run(in context: Context) throws -> Document {
    let reference = try context.spelledOut(user.reference)
    let profiles = try context.openProfilesIfNeeded(for: [reference])
    let (user, notes) = try context.database.read { connection in
      let user = try UserNamed.find(reference, context.userDirectory, in: connection)
      return (user.id, try profiles?.notes(on: user.id, in: connection) ?? [])
    }
    var document = Document("user.note.list/1")
    document.primary = notes.map { "\($0.id)" }.joined(separator: "\n")
    document.table(
      "notes",
      [
        RowField("note") { .identifier($0.id) },
        RowField("at") { .timestamp($0.at) },
        RowField("by") { .text($0.by) },
        RowField<Note>("text") { .personal($0.text, .text) },
      ], rows: notes)
    try document.reveal(in: context, subject: "\(user) notes")
    if notes.isEmpty { document.note("There are no notes.") }
    return document
  }
}
