internal import QixCrypto
internal import QixShake

/// `qix tv code set`
struct SetCode: Command {
  static let declaration = Declaration(
    "set", "Set the code shown on screen during a broadcast.", roles: [.operator],
    discussion: """
      A code has 4 to 32 letters A to Z and digits. Case, blanks and hyphens don't matter. Before the broadcast the \
      code is secret, so qix reads it \(secret: "code"). A new code replaces the old one at once.
      """,
    examples: [
      Example(
        "win=$(qix tv schedule list --quiet | head -n 1) && qix tv code set \"$win\" --random --quiet",
        "makes a code, and prints only the code"),
      Example("qix tv code set win_01j8zzzzzzzzzzzzzzzzzzzzzz --code-file code.txt", "from a file"),
    ],
    answer: AnswerShape("tv.code.set/1", fields), effect: .changes)

  /// `made`: the code, if it was made up here.
  private static let fields: [Field<(window: Window, hasCode: Bool, made: String?)>] =
    Window.factsOnAir.of { $0.window } + [
      Field("has_code", .boolean, "has a code") { $0.hasCode },
      Field("code", .text) { $0.made },
    ]

  @Positional("window", .named(WindowID.self), "win_…") private var reference: String
  @Flag("random", "Make and print a random code of six letters and digits") private var isRandom: Bool
  @Flag("none", "Remove the code") private var clears: Bool
  private let given = SecretOption(SecretInput("code", "the code", label: "Code", limit: 64))

  func check() throws {
    guard [isRandom, clears, try given.source().isNamed].count(where: { $0 }) <= 1 else {
      throw UsageError("--random, --none and your own code can't be combined", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws -> Document {
    let now = context.clock.now()
    let window = try context.database.read { try WindowStore($0).window(reference) }
    let code = try code(in: context)
    try context.change("tvshake.set-code", subject: "\(window.id)") { connection, _ in
      guard try WindowStore(connection).window(reference).removed == nil else {
        throw Failure(
          "tvshake.window-removed", .conflict, "the broadcast \(window.id) was removed from the schedule",
          hint: "Add it again with `qix tv schedule add`, or import a schedule that has it.")
      }
      let store = CodeStore(connection)
      if let code { try store.set(code, of: window.id, at: now) } else { try store.clear(window.id) }
    }
    // A code that was made up is shown this once; one that was given is known.
    let made = isRandom && !context.isDryRun ? code?.text : nil
    var document = Document("tv.code.set/1", Self.fields, of: (window: window, hasCode: code != nil, made: made))
    document.primary = made ?? "\(window.id)"
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
        "tvshake.code-malformed", .usage, "a code has 4 to 32 letters A to Z and digits",
        hint: "Blanks and hyphens are ignored. --random makes a code.")
    }
    return code
  }
}
