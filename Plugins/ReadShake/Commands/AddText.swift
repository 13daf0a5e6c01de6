internal import QixShake

/// `qix read text add`
struct AddText: OldCommand {
  private static let title = OldOption("title", .text, "What it is called when it is shown")

  static let declaration = Declaration(
    "add", "Add a text to read.", roles: [.operator],
    discussion: """
      The file is Markdown in UTF-8. Its words are counted, links' addresses and HTML tags left out; how long reading \
      must take at least is up to each campaign's settings.
      """,
    parameters: [OldPositional("name", .text, ContentName.help), Content.file, title, Content.replace],
    examples: [
      Example("qix read text add vitamins --file vitamins.md --title 'Five a day'", "a new text"),
      Example("qix read text add vitamins --file better.md --replace", "its next edition"),
    ], effect: .changes)

  private let name: String
  private let path: String
  private let title: String?
  private let replaces: Bool
  private let isDryRun: Bool
  private let reason: String?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Content.text)
    try ContentName.check(name)
    path = try arguments.require(Content.file)
    title = arguments[Self.title]
    if let title,
      !(1...200).contains(title.unicodeScalars.count) || title.unicodeScalars.contains(where: \.isForbiddenInTitles)
    {
      throw ReadShakeError.malformedTitle
    }
    replaces = arguments[Content.replace]
    isDryRun = arguments.isDryRun
    reason = arguments.reason
  }

  func run(in context: Context) throws {
    let bytes = try Content.read(path, limit: ReadText.longest, isKept: true, in: context)
    guard let source = SourceText(bytes) else {
      throw ReadShakeError.unreadableText(path, problem: "it isn't UTF-8 text")
    }
    let body = source.lines.joined(separator: "\n").trimmed
    guard !body.unicodeScalars.contains(where: \.isForbiddenInQuestions) else {
      throw ReadShakeError.unreadableText(path, problem: "there are control characters in it")
    }
    guard ReadingTime.words(inMarkdown: body) > 0 else { throw ReadShakeError.emptyText(path) }
    let text = try context.database.write(
      Change("readshake.text-add", subject: name, reason: reason), isDryRun: isDryRun
    ) { connection, _ in
      try TextStore.add(
        name, title: title, body: body, replaces: replaces, at: context.clock.now(), in: connection)
    }
    var document = Document("read.text-add/1")
    text.addFields(to: &document)
    document.field("dry_run", "dry run", .boolean(isDryRun))
    try context.terminal.emit(document)
    context.terminal.note(
      isDryRun
        ? "Nothing was changed." : "Next: `qix read questions import \(name) --file FILE` for the questions about it.")
  }
}

extension Unicode.Scalar {
  /// What doesn't belong on one line.
  var isForbiddenInTitles: Bool { properties.generalCategory == .control || value == 0x2028 || value == 0x2029 }
}
