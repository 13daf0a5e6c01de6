internal import CampaignsContract
internal import QixShake

/// `--replace`, of the commands that add a text or questionnaire.
struct ReplaceFlag {
  @Flag("replace", "Add a new edition under a name in use") var isGiven: Bool
}

/// `--strict`, of the commands that read or write a file of questions.
struct StrictFlag {
  @Flag("strict", "Refuse if something would not be kept as it is") var isGiven: Bool
}

/// `--format`, of the commands that read a file of questions.
struct FormatOption {
  @Option(
    "format", .choice(of: QuestionFormat.self),
    "The file's format; default: from its name, or from its content for .txt")
  private var format: QuestionFormat?

  func format(of path: String, _ bytes: [UInt8]) -> QuestionFormat {
    format ?? QuestionFormat(path: path, bytes: bytes)
  }
}

/// `--edition`, of the commands that show a questionnaire.
struct EditionOption {
  @Option("edition", .integer(in: 1...1_000_000), "The edition; default: the latest") var number: Int64?
}

/// Helpers of the commands about texts and questionnaires.
enum Content {
  /// - Parameter isKept: whether what stands in it can be read by others afterwards.
  /// - Throws: `InputError`; `ContentWithheld` where a token names a file to keep: its holder would read with the rights
  ///   of the home's owner whatever they like.
  static func read(_ path: String, limit: Int, isKept: Bool, in context: Context) throws -> [UInt8] {
    let face = context.face
    let input = try isKept ? face.keptInput(from: path, option: "--file") : face.input(from: path)
    return try input.readToEnd(limit: limit)
  }

  /// A questionnaire or text that a running campaign needs isn't taken away from under it.
  static func requireUnused(_ name: String, setting: String, in connection: Connection, _ context: Context) throws {
    let users = try context.service(Campaigns.directory).running(in: connection).filter { campaign in
      campaign.types.contains { $0.type == ReadShakeType.name && $0.settings[setting]?.string == name }
    }
    if !users.isEmpty {
      throw Failure(
        "readshake.in-use", .refused, "'\(name)' is in use by \(users.map(\.name).joined(separator: ", "))",
        hint: "End these campaigns first, or replace '\(name)' in their settings.")
    }
  }

  /// Lines below the sentence of an error, the first twenty.
  static func list(_ lines: [String]) -> String {
    ":" + lines.prefix(20).map { "\n  \($0)" }.joined() + (lines.count > 20 ? "\n  and \(lines.count - 20) more" : "")
  }

  /// Writes a document of record, or to standard output.
  /// - Parameters:
  ///   - replaces: whether the text may replace an existing file.
  ///   - isPrivate: whether only the file's owner may read it.
  /// - Throws: `StorageError.fileExists`, which is a conflict; what else `NewFile` and the face throw.
  static func write(_ text: String, to path: String?, replacing replaces: Bool, isPrivate: Bool, in face: any Face)
    throws
  {
    guard let path, path != "-" else { return try face.write(text) }
    try NewFile.write(text, to: path, mode: isPrivate ? 0o600 : 0o644, replacing: replaces)
  }
}

/// A finding in a file of questions: a fault or a note.
struct QuestionFinding: Sendable {
  let place: QuestionPlace
  let weight: String
  let sentence: String

  init(_ fault: QuestionFault) { (place, weight, sentence) = (fault.place, "fault", fault.sentence) }
  init(_ note: QuestionNote) { (place, weight, sentence) = (note.place, note.weight.rawValue, note.sentence) }

  static let fields: [Field<QuestionFinding>] = [
    Field("place", .text, "WHERE") { "\($0.place)" },
    Field("weight", .text) { $0.weight },
    Field("sentence", .text, "WHAT", for: .content) { $0.sentence },
  ]
}

extension Questionnaire {
  /// Its name and edition.
  static let fields: [Field<Questionnaire>] = [
    Field("questionnaire", .text.orNull) { $0.name },
    Field("edition", .integer.orNull) { $0.edition },
  ]
}

extension ReadText {
  static let fields: [Field<ReadText>] = [
    Field("text", .text) { $0.name },
    Field("edition", .integer.orNull) { $0.edition },
    Field("title", .text) { $0.title },
    Field("words", .integer) { $0.words },
    Field("seconds", .seconds) {
      ReadingTime(words: $0.words, wordsPerMinute: ReadingTime.standardWordsPerMinute, fraction: 1).seconds
    },
    Field("added", .time) { $0.added },
  ]

  func document(_ schema: String) -> Document {
    var document = Document(schema, Self.fields, of: self)
    document.primary = name
    return document
  }
}
