internal import QixShake

/// A questionnaire in one edition.
struct Questionnaire: Sendable, Equatable {
  let number: Int64
  let name: String
  let edition: Int64
  let source: QuestionFormat
  let imported: Timestamp
  let removed: Timestamp?
  var questions: [Question] = []

  static let columns = "questionnaire, name, edition, source, imported_at, removed_at"

  init(_ row: Row) throws {
    number = row["questionnaire"]
    name = row["name"]
    edition = row["edition"]
    guard let source = QuestionFormat(rawValue: row["source"]) else {
      throw StorageError.corrupt("a questionnaire has an unknown source")
    }
    self.source = source
    imported = row["imported_at"]
    removed = row["removed_at"]
  }

  /// The points of all right answers together.
  var mostPoints: Int64 { questions.reduce(0) { $1.isScored ? $0 + $1.points : $0 } }
}

/// The questionnaires of the database.
enum QuestionnaireStore {
  static func current(_ name: String, in connection: Connection) throws -> Questionnaire? {
    try edition(nil, of: name, in: connection).flatMap { $0.removed == nil ? $0 : nil }
  }

  static func require(_ name: String, in connection: Connection) throws -> Questionnaire {
    guard let found = try current(name, in: connection) else { throw ReadShakeError.questionnaireNotFound(name) }
    return found
  }

  /// One edition of a questionnaire, or for nil the latest, also of one that was removed.
  /// - Throws: `ReadShakeError.questionnaireNotFound`, or a `Failure` for an edition that there isn't.
  static func require(_ edition: Int64?, of name: String, in connection: Connection) throws -> Questionnaire {
    guard let found = try self.edition(edition, of: name, in: connection) else {
      guard let edition else { throw ReadShakeError.questionnaireNotFound(name) }
      throw Failure(
        "readshake.questionnaire-not-found", .notFound, "the questionnaire '\(name)' has no edition \(edition)",
        hint: "See the latest edition with `qix read questions show NAME`.")
    }
    return found
  }

  /// One edition of a questionnaire, or for nil the latest; nil where there is none.
  static func edition(_ edition: Int64?, of name: String, in connection: Connection) throws -> Questionnaire? {
    let found = try connection.fetchOne(
      """
      SELECT \(sql: Questionnaire.columns) FROM readshake_questionnaires
      WHERE name = \(name) AND (\(edition) IS NULL OR edition = \(edition))
      ORDER BY edition DESC LIMIT 1
      """, Questionnaire.init)
    return try found.map { try filled($0, in: connection) }
  }

  static func find(_ number: Int64, in connection: Connection) throws -> Questionnaire {
    let found = try connection.fetchOne(
      "SELECT \(sql: Questionnaire.columns) FROM readshake_questionnaires WHERE questionnaire = \(number)",
      Questionnaire.init)
    guard let found else { throw StorageError.corrupt("questionnaire \(number) of a reading is not there") }
    return try filled(found, in: connection)
  }

  private static func filled(_ questionnaire: Questionnaire, in connection: Connection) throws -> Questionnaire {
    var questionnaire = questionnaire
    questionnaire.questions = try connection.fetchAll(
      "SELECT content FROM readshake_questions WHERE questionnaire = \(questionnaire.number) ORDER BY place"
    ) { row in
      var decoder = QuestionDecoder(place: .file)
      guard let question = decoder.question(try JSONValue(parsing: row.bytes("content"))), decoder.faults.isEmpty else {
        throw StorageError.corrupt("a question of the questionnaire '\(questionnaire.name)' can't be read")
      }
      return question
    }
    return questionnaire
  }

  /// The latest editions in use, each with how many questions it has; the questions themselves are left out.
  static func all(in connection: Connection) throws -> [(questionnaire: Questionnaire, count: Int64)] {
    try connection.fetchAll(
      """
      SELECT \(sql: Questionnaire.columns),
        (SELECT count(*) FROM readshake_questions AS r
          WHERE r.questionnaire = q.questionnaire AND kind <> 'description') AS count
      FROM readshake_questionnaires AS q WHERE removed_at IS NULL
      AND edition = (SELECT max(edition) FROM readshake_questionnaires WHERE name = q.name) ORDER BY name
      """
    ) { (try Questionnaire($0), $0["count"] as Int64) }
  }

  /// Keeps questions, as the next edition where there is one of that name.
  static func add(
    _ name: String, _ questions: [Question], source: QuestionFormat, replaces: Bool, at time: Timestamp,
    in connection: Connection
  ) throws -> Questionnaire {
    let before = try edition(nil, of: name, in: connection)
    if let before, before.removed == nil, !replaces {
      throw Failure(
        "readshake.questionnaire-exists", .conflict, "the questionnaire '\(name)' already exists",
        hint: "Give --replace for a new edition. Readers who have begun finish their edition.")
    }
    try connection.execute(
      """
      INSERT INTO readshake_questionnaires (name, edition, source, imported_at)
      VALUES (\(name), \((before?.edition ?? 0) + 1), \(source.rawValue), \(time))
      """)
    let number: Int64? = try connection.fetchOne(
      "SELECT max(questionnaire) FROM readshake_questionnaires WHERE name = \(name)")
    for (place, question) in questions.enumerated() {
      try connection.execute(
        """
        INSERT INTO readshake_questions (questionnaire, place, kind, content)
        VALUES (\(number), \(Int64(place)), \(question.kind.name), \(QuestionsJSON.value(question).text()))
        """)
    }
    return try require(name, in: connection)
  }

  static func remove(_ name: String, at time: Timestamp, in connection: Connection) throws -> Questionnaire {
    let found = try require(name, in: connection)
    try connection.execute(
      "UPDATE readshake_questionnaires SET removed_at = \(time) WHERE questionnaire = \(found.number)")
    return found
  }
}
