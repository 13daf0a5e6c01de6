internal import IdentityContract
package import QixShake

extension ReadShakeModule: UserDataHolding {
  /// Readings move with their answers. Where both had one in the same campaign both stay, one behind the other, and
  /// neither user gets another one.
  package static func merge(
    _ user: UserID, into survivor: UserID, in connection: Connection, context: Context
  ) throws -> [(name: String, count: Int64)] {
    let sessions = try connection.fetchAll(
      "SELECT id, campaign FROM readshake_sessions WHERE user_id = \(user) ORDER BY campaign, sequence"
    ) { (id: try $0["id"] as ReadingID, campaign: try $0["campaign"] as CampaignID) }
    for session in sessions {
      try connection.execute(
        """
        UPDATE readshake_sessions SET user_id = \(survivor), sequence = (
          SELECT coalesce(max(sequence), -1) + 1 FROM readshake_sessions
          WHERE campaign = \(session.campaign) AND user_id = \(survivor))
        WHERE id = \(session.id)
        """)
    }
    return [("readings", Int64(sessions.count))]
  }

  /// Takes away what the user wrote in their own words. Which choices were taken stays, under an id that is nobody's:
  /// without it the results of a questionnaire would change.
  package static func erase(_ user: UserID, in connection: Connection, context: Context) throws {
    try connection.execute(
      "DELETE FROM readshake_words WHERE session IN (SELECT id FROM readshake_sessions WHERE user_id = \(user))")
  }

  /// Each reading with every answer, choices by their texts.
  package static func export(
    _ user: UserID, to writer: inout JSONWriter, in connection: Connection, context: Context
  ) throws {
    let readings = try connection.fetchAll(
      "SELECT \(sql: Reading.columns) FROM readshake_sessions WHERE user_id = \(user) ORDER BY id", Reading.init)
    try writer.array("readings", of: readings) { writer, reading in
      let questionnaire = try QuestionnaireStore.find(reading.questionnaire, in: connection)
      writer.member("reading", text: reading.id)
      writer.member("campaign", text: reading.campaign)
      writer.member("text", try TextStore.find(reading.text, in: connection).name)
      writer.member("questionnaire", questionnaire.name)
      writer.member("opened", text: reading.opened)
      writer.member("submitted", text: reading.submitted)
      let answers = try AnswerStore.all(of: reading.id, in: connection).filter {
        questionnaire.questions.indices.contains($0.place)
      }
      writer.array("answers", of: answers) { writer, answer in
        let question = questionnaire.questions[answer.place]
        writer.member("question", question.text.text)
        writer.member("at", text: answer.at)
        writer.member("answer", question.wording(of: answer))
      }
    }
  }
}

extension Question {
  /// An answer in words that need no table beside them; nil where free text was erased.
  func wording(of answer: KeptAnswer) -> String? {
    if takesWords, answer.words == nil { return nil }
    guard let given = GivenAnswer(answer.answer, words: answer.words, to: self) else { return nil }
    switch (kind, given) {
    case (.single(let choices), .choice(let index)): return choices[index].text.text
    case (.scale(let labels, _), .choice(let index)): return labels[index]
    case (.several(let choices), .choices(let indices)):
      return indices.map { choices[$0].text.text }.joined(separator: " | ")
    case (.ordering(let items), .order(let indices)):
      return indices.map { items[$0].text }.joined(separator: " | ")
    case (.matching(let pairs), .matches(let indices)):
      let options = Self.options(of: pairs), left = pairs.filter { !$0.left.text.isEmpty }
      return zip(left, indices).map { "\($0.left.text) -> \(options[$1])" }.joined(separator: " | ")
    case (_, .truth(let truth)): return truth ? "true" : "false"
    case (_, .number(let number)): return NumberText.text(number)
    case (_, .words(let text)): return text
    default: return nil
    }
  }
}
