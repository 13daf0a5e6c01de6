internal import QixCrypto
internal import QixShake

/// `qix tv code set`
struct SetCode: Command {
  static let declaration = Declaration(
    "set", "Set the code that is shown on the screen in a broadcast.", roles: [.operator],
    discussion: """
      A code has 4 to 32 letters of A to Z and digits; small letters count as capitals, blanks and hyphens as nothing. \
      Until the broadcast it is a secret, so it is read from the terminal, from standard input, or from --code-file or \
      --code-fd. Another one takes the place of the first at once.
      """,
    examples: [
      Example(
        "win=$(qix tv schedule list --quiet | head -n 1) && qix tv code set \"$win\" --random --quiet",
        "makes one, and prints it alone"),
      Example("qix tv code set win_01j8zzzzzzzzzzzzzzzzzzzzzz --code-file code.txt", "from a file"),
    ],
    answer: """
      tv.code.set/1: window id, channel text, programme text, starts time, ends time, local text, zone text, removed
      integer?, has_code boolean, code text?
      """, effect: .changes)

  @Positional("window", .named(WindowID.self), "win_…") private var reference: String
  @Flag("random", "Make one up, of six letters and digits, and print it") private var isRandom: Bool
  @Flag("none", "Have no code any more") private var clears: Bool
  private let given = SecretOption(SecretInput("code", "the code", label: "Code", limit: 64))

  func check() throws {
    guard [isRandom, clears, try given.source().isNamed].count(where: { $0 }) <= 1 else {
      throw UsageError("--random, --none and a code of your own can't go together", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let window = try context.database.read { try WindowStore($0).window(reference) }
    let code = try code(in: context)
    try context.change("tvshake.set-code", subject: "\(window.id)") { connection, _ in
      guard try WindowStore(connection).window(reference).removed == nil else {
        throw Failure(
          "tvshake.window-removed", .conflict, "the broadcast \(window.id) was taken out of the schedule",
          hint: "Add it again: `qix tv schedule add`, or import the schedule that has it.")
      }
      let store = CodeStore(connection)
      if let code { try store.set(code, of: window.id, at: now) } else { try store.clear(window.id) }
    }
    var document = Document("tv.code.set/1")
    // A code that was made up is shown this once; one that was given is known.
    document.primary = isRandom && !context.isDryRun ? code?.text : "\(window.id)"
    document.fields(Window.facts, of: window)
    document.field("has_code", "has a code", .boolean(code != nil))
    document.field("code", .text(isRandom && !context.isDryRun ? code?.text : nil))
    if window.end <= now { document.warn("The broadcast is over.") }
    document.next("set code = \"required\" for the tv shake of a campaign")
    return document
  }

  /// Nil for none.
  private func code(in context: Context) throws -> ScreenCode? {
    if clears { return nil }
    if isRandom { return .random(from: context.random) }
    let secret = try context.face.secret(given.source())
    let text = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    guard let code = ScreenCode(text) else {
      throw Failure(
        "tvshake.code-malformed", .usage, "a code has 4 to 32 letters of A to Z and digits",
        hint: "Blanks and hyphens between them are ignored; --random makes one.")
    }
    return code
  }
}
