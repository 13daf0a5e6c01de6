internal import QixShake

/// `qix read text add`
struct AddText: Command {
  static let declaration = Declaration(
    "add", "Add a text to read.", roles: [.operator],
    discussion: """
      The file is Markdown in UTF-8. Its words are counted, links' addresses and HTML tags left out; how long reading \
      must take at least is up to each campaign's settings.
      """,
    examples: [
      Example("qix read text add fruit --file data/examples/fruit.md --title 'Two a day'", "a new text"),
      Example("qix read text add vitamins --file better.md --replace", "its next edition"),
    ],
    answer: """
      read.text-add/1: text text, edition integer?, title text?, words integer, seconds seconds, added time
      """, effect: .changes)

  @Positional("name", .text, ContentName.help) private var name: String
  @Option("file", .file, "The file; - is standard input") private var path: String
  @Option("title", .text, "What it is called when it is shown") private var title: String?
  private let replace = ReplaceFlag()

  func check() throws {
    try ContentName.check(name)
    if let title,
      !(1...200).contains(title.unicodeScalars.count) || title.unicodeScalars.contains(where: \.isForbiddenInTitles)
    {
      throw Failure("readshake.title-malformed", .usage, "a title has 1 to 200 characters on one line")
    }
  }

  func run(in context: Context) throws -> Document {
    let bytes = try Content.read(path, limit: ReadText.longest, isKept: true, in: context)
    guard let source = SourceText(bytes) else {
      throw unreadable("it isn't UTF-8 text")
    }
    let body = source.lines.joined(separator: "\n").trimmed
    guard !body.unicodeScalars.contains(where: \.isForbiddenInQuestions) else {
      throw unreadable("there are control characters in it")
    }
    guard ReadingTime.words(inMarkdown: body) > 0 else {
      throw Failure(
        "readshake.text-empty", .usage, "'\(path)' has no words to read",
        hint: "Give a file in Markdown with the text to read.")
    }
    let text = try context.change("readshake.text-add", subject: name) { connection, _ in
      try TextStore.add(
        name, title: title, body: body, replaces: replace.isGiven, at: context.clock.now(), in: connection)
    }
    var document = text.document("read.text-add/1")
    document.next("`qix read questions import \(name) --file FILE` for the questions about it")
    return document
  }

  private func unreadable(_ problem: String) -> Failure {
    Failure(
      "readshake.text-unreadable", .usage, "'\(path)' can't be taken as a text: \(problem)",
      hint: "Save it as UTF-8 text.")
  }
}

extension Unicode.Scalar {
  /// Whether it breaks or controls a line.
  var isForbiddenInTitles: Bool { properties.generalCategory == .control || value == 0x2028 || value == 0x2029 }
}
