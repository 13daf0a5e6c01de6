internal import QixCrypto
internal import QixShake

/// `qix tv code set`
struct SetCode: OldCommand {
  private static let code = SecretInput("code", "the code", label: "Code", limit: 64)
  private static let random = OldFlag("random", "Make one up, of six letters and digits, and print it")
  private static let none = OldFlag("none", "Have no code any more")

  static let declaration = Declaration(
    "set", "Set the code that is shown on the screen in a broadcast.", roles: [.operator],
    discussion: """
      A code has 4 to 32 letters of A to Z and digits; small letters count as capitals, blanks and hyphens as nothing. \
      Until the broadcast it is a secret, so it is read from the terminal, from standard input, or from --code-file or \
      --code-fd. Another one takes the place of the first at once.
      """,
    parameters: [ScheduleOptions.window, random, none] + code.parameters,
    examples: [
      Example("qix tv code set win_01j8zzzzzzzzzzzzzzzzzzzzzz --random --quiet", "makes one, and prints it alone"),
      Example("qix tv code set win_01j8zzzzzzzzzzzzzzzzzzzzzz --code-file code.txt", "from a file"),
    ], effect: .changes)

  private let reference: String
  private let isRandom: Bool
  private let clears: Bool
  private let source: SecretSource
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    reference = try arguments.require(ScheduleOptions.window)
    isRandom = arguments[Self.random]
    clears = arguments[Self.none]
    source = try arguments.source(of: Self.code)
    isDryRun = arguments.isDryRun
    reason = arguments.reason
    guard [isRandom, clears, source.isNamed].count(where: { $0 }) <= 1 else {
      throw UsageError("--random, --none and a code of your own can't go together", hint: "Give one of them.")
    }
  }

  func run(in context: Context) throws {
    let now = context.clock.now()
    let window = try context.database.read { try WindowStore($0).window(reference) }
    let code = try code(in: context)
    try context.database.write(
      Change("tvshake.set-code", subject: "\(window.id)", reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      guard try WindowStore(connection).window(reference).removed == nil else {
        throw TVShakeError.removedWindow(window.id)
      }
      let store = CodeStore(connection)
      if let code { try store.set(code, of: window.id, at: now) } else { try store.clear(window.id) }
    }
    var document = Document("tv.code.set/1")
    // A code that was made up is shown this once; one that was given is known.
    document.primary = isRandom && !isDryRun ? code?.text : "\(window.id)"
    window.describe(in: &document)
    document.field("has_code", "has a code", .boolean(code != nil))
    document.field("code", "code", isRandom && !isDryRun ? code.map { .text($0.text) } ?? .missing : .missing)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    if window.end <= now { context.terminal.warn("The broadcast is over.") }
    context.terminal.note(
      isDryRun ? "Nothing was changed." : "Next: set code = \"required\" for the tv shake of a campaign.")
  }

  /// Nil for none.
  private func code(in context: Context) throws -> ScreenCode? {
    if clears { return nil }
    if isRandom { return .random(from: context.random) }
    let secret = try context.terminal.secret(source)
    let text = secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    guard let code = ScreenCode(text) else { throw TVShakeError.malformedCode }
    return code
  }
}
