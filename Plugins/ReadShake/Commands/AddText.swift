internal import QixShake

/// `qix read text add`
struct AddText: Command {
  static let declaration = Declaration(
    "add", "Add a text to read.", roles: [.operator],
    discussion: """
      The file is Markdown in UTF-8. Its words are counted, without link addresses and HTML tags. Each campaign's \
      settings decide the minimum reading time.
      """,
    examples: [
      Example("qix read text add fruit --file data/examples/fruit.md --title 'Two a day'", "a new text"),
      Example("qix read text add vitamins --file better.md --replace", "a new edition"),
    ],
    answer: AnswerShape("read.text-add/1", ReadText.fields), effect: .changes)

  @Positional("name", .text, ContentName.help) private var name: String
  @Option("file", .file, "The file") private var path: String
  @Option("title", .text, "The title that users see") private var title: String?
  private let replace = ReplaceFlag()

  func check() throws {
    try ContentName.check(name)
    if let title,
      !(1...200).contains(title.unicodeScalars.count) || title.unicodeScalars.contains(where: \.isForbiddenInTitles)
    {
      throw Failure("readshake.title-malformed", .usage, "a title must have 1 to 200 characters on one line")
    }
  }

  func run(in context: Context) throws -> Document {
    let bytes = try Content.read(path, limit: ReadText.longest, isKept: true, in: context)
    guard let source = SourceText(bytes) else {
      throw unreadable("it isn't UTF-8 text")
    }
    let body = source.lines.joined(separator: "\n").trimmed
    guard !body.unicodeScalars.contains(where: \.isForbiddenInQuestions) else {
      throw unreadable("it contains control characters")
    }
    guard ReadingTime.words(inMarkdown: body) > 0 else {
      throw Failure(
        "readshake.text-empty", .usage, "'\(path)' has no words to read",
        hint: "Give a Markdown file with the text to read.")
    }
    let text = try context.change("readshake.text-add", subject: name) { connection, _ in
      try TextStore.add(
        name, title: title, body: body, replaces: replace.isGiven, at: context.clock.now(), in: connection)
    }
    var document = text.document("read.text-add/1")
    document.next("`qix read questions import \(name) --file FILE` imports its questions")
    return document
  }

  private func unreadable(_ problem: String) -> Failure {
    Failure(
      "readshake.text-unreadable", .usage, "'\(path)' can't be read as text: \(problem)",
      hint: "Save it as UTF-8 text.")
  }
}

extension Unicode.Scalar {
  /// Whether it breaks or controls a line.
  var isForbiddenInTitles: Bool { properties.generalCategory == .control || value == 0x2028 || value == 0x2029 }
}
