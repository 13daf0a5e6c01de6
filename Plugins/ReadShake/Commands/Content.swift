internal import CampaignsContract
internal import QixShake

/// What several commands about texts and questionnaires have in common.
enum Content {
  static let text = OldPositional("name", .text, "The text's name")
  static let questionnaire = OldPositional("name", .text, "The questionnaire's name")
  static let file = OldOption("file", .file, "The file; - is standard input", isRequired: true)
  static let replace = OldFlag("replace", "Make it the next edition of one that is in use")
  static let strict = OldFlag("strict", "Refuse where something would not be kept as it is")
  static let format = OldOption(
    "format", .choice(of: QuestionFormat.self),
    "What the file is written in; else found out from its name, for .txt from what is in it")

  /// - Parameter isKept: whether what stands in it can be read by others afterwards.
  /// - Throws: `InputError`; `ContentWithheld` where a token names a file to keep: its holder would read with the rights
  ///   of the home's owner whatever they like.
  static func read(_ path: String, limit: Int, isKept: Bool, in context: Context) throws -> [UInt8] {
    let terminal = context.terminal
    let input = try isKept ? terminal.keptInput(from: path, option: "--file") : terminal.input(from: path)
    return try input.readToEnd(limit: limit)
  }

  /// A questionnaire or text that a running campaign needs isn't taken away from under it.
  static func requireUnused(_ name: String, setting: String, in connection: Connection, _ context: Context) throws {
    let directory: any CampaignDirectory
    do {
      directory = try context.service(Campaigns.directory)
    } catch ServiceError.missing {
      return
    }
    let users = try directory.running(in: connection).filter { campaign in
      campaign.types.contains { $0.type == ReadShakeType.name && $0.settings[setting]?.string == name }
    }
    if !users.isEmpty { throw ReadShakeError.inUse(name, campaigns: users.map(\.name)) }
  }

  static let noteColumns = [
    Column("place", "WHERE"), Column("weight", "WEIGHT"), Column("sentence", "WHAT", confidential: .content),
  ]

  static func row(_ note: QuestionNote) -> [Cell] {
    [.text("\(note.place)"), .text(note.weight.rawValue), .text(note.sentence)]
  }

  /// Writes a document of record, or to standard output.
  /// - Parameters:
  ///   - replaces: whether it takes the place of a file that is there.
  ///   - isPrivate: whether its owner alone may read it.
  /// - Throws: `StorageError.fileExists`, which is a conflict; what else `NewFile` and the terminal throw.
  static func write(_ text: String, to path: String?, replacing replaces: Bool, isPrivate: Bool, in terminal: Terminal)
    throws
  {
    guard let path, path != "-" else { return try terminal.write(text) }
    try NewFile.write(text, to: path, mode: isPrivate ? 0o600 : 0o644, replacing: replaces)
  }
}

extension ReadText {
  var cells: [Cell] {
    [
      .text(name), .integer(edition), title.map(Cell.text) ?? .missing, .integer(words),
      .integer(ReadingTime(words: words, wordsPerMinute: ReadingTime.standardWordsPerMinute, fraction: 1).seconds),
      .timestamp(added),
    ]
  }

  static let tableColumns = [
    Column("text", "TEXT"), Column("edition", "EDITION", alignment: .trailing), Column("title", "TITLE"),
    Column("words", "WORDS", alignment: .trailing), Column("seconds", "SECONDS", alignment: .trailing),
    Column("added", "ADDED"),
  ]

  func addFields(to document: inout Document) {
    document.primary = name
    for (column, cell) in zip(Self.tableColumns, cells) { document.field(column.key, column.title.lowercased(), cell) }
  }
}
