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
    answer: AnswerShape("user.note.list/1", "notes", rows: fields), reveals: [.operator, .support])

  private static let fields: [Field<Note>] = [
    Field("note", .id) { $0.id },
    Field("at", .time) { $0.at },
    Field("by", .text) { $0.by },
    Field("text", .personal(.text)) { $0.text },
  ]

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
    document.table("notes", Self.fields, rows: notes)
    try document.reveal(in: context, subject: "\(user) notes")
    if notes.isEmpty { document.note("There are no notes.") }
    return document
  }
}
