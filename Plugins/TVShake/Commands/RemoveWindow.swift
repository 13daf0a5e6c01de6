internal import QixShake

/// `qix tv schedule remove`
struct RemoveWindow: Command {
  static let declaration = Declaration(
    "remove", "Remove a broadcast from the schedule.", roles: [.operator],
    discussion: """
      Shakes won in it stay. If an imported file still has the broadcast, it comes back. To keep it out, use \
      STATUS:CANCELLED or EXDATE in the file.
      """,
    examples: [
      Example(
        "win=$(qix tv schedule list --quiet | head -n 1) && qix tv schedule remove \"$win\" --reason 'called off'",
        "one broadcast"),
      Example("qix tv schedule remove win_01j8zzzzzzzzzzzzzzzzzzzzzz --series --dry-run", "see what would be removed"),
    ],
    answer: AnswerShape("tv.schedule.remove/1", fields), effect: .changes)

  private static let fields: [Field<[Window]>] = [
    Field("removed", .count.orNull, "taken out") { $0.count },
    Field("windows", rows: Window.fieldsOnAir) { $0.map { (window: $0, hasCode: false) } },
  ]

  @Positional("window", .named(WindowID.self), "win_…") private var reference: String
  @Flag("series", "Also the other broadcasts of its series that are not over") private var isSeries: Bool

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let removed = try context.change("tvshake.remove") { connection, change in
      let store = WindowStore(connection)
      let window = try store.window(reference)
      change.subject = "\(window.id)"
      var gone = [window]
      if isSeries {
        gone = try store.windows(from: window.source.uid).filter { other in
          other.channel == window.channel && (other.id == window.id || other.end > now)
        }
      }
      // A repeat changes nothing and succeeds: what was wanted is so.
      gone.removeAll { $0.removed != nil }
      for window in gone { try store.remove(window.id, at: now) }
      if !gone.isEmpty { try store.touch() }
      if gone.count > 1 { change.subject += " and \(gone.count - 1) of its series" }
      return gone
    }
    var document = Document("tv.schedule.remove/1", Self.fields, of: removed)
    if !removed.isEmpty { document.primary = removed.map { "\($0.id)" }.joined(separator: "\n") }
    if removed.isEmpty, !context.isDryRun {
      document.note("The broadcast was already removed.")
    } else {
      document.next("`qix tv schedule list`")
    }
    return document
  }
}
