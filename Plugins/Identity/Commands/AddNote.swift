internal import IdentityContract
internal import QixModule

/// `qix user note add`
struct AddNote: Command {
  static let declaration = Declaration(
    "add", "Add a note on a user, for other staff.", roles: [.operator, .support],
    discussion: """
      A note is encrypted under the user's own key. Users who ask for their data get it too, and an erasure destroys \
      it. It can't be changed. Others on the machine can see a text on the command line, unless it is given as `-`.
      """,
    examples: [
      Example("qix user note add shop-4711 'calls back on Monday'", "in one line"),
      Example("qix user note add shop-4711 - < note.txt", "hidden from others on the machine"),
    ],
    answer: AnswerShape("user.note.add/1", fields), effect: .changes)

  /// A dry run's note is nil, since its id names nothing.
  private static let fields: [Field<(note: NoteID?, user: UserID)>] = [
    Field(optional: "note", .id) { $0.note },
    Field("user", .id) { $0.user },
  ]

  private let user = UserNamed()
  @Positional("text", .textOrInput, "The note, up to 2,000 characters")
  private var text: String

  func run(in context: Context) throws -> Document {
    let reference = try context.spelledOut(user.reference)
    let text = PlainText.trimmed(try PersonalInput.value(self.text, context.face))
    let profiles = try context.openProfiles()
    let (user, note) = try context.change("identity.note-add") { connection, change in
      let user = try UserNamed.find(reference, context.userDirectory, in: connection)
      guard user.standing != .erased else { throw UserError.erased(user.id) }
      change.subject = "\(user.id)"
      return (user, try profiles.add(text, on: user.id, by: context.database.actor, in: connection))
    }
    let made = context.isDryRun ? nil : note.id
    var document = Document("user.note.add/1", Self.fields, of: (note: made, user: user.id))
    document.primary = made.map { "\($0)" }
    document.next("`qix user note list \(user.id)`")
    return document
  }
}
