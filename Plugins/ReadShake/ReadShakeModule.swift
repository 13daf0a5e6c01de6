package import QixShake

/// The Read shake: coins for reading a text and answering questions.
package enum ReadShakeModule: Migrating, CommandProviding, ShakeProviding {
  package static let id = "readshake"
  package static let summary = "The Read shake: coins for reading a text and answering questions."
  package static let requires = ["shakes"]

  package static let migrations = [
    Migration("v1_create_readshake", sql: PackageResources.v1_create_readshake_sql)
  ]

  package static let shakeTypes: [any ShakeType.Type] = [ReadShakeType.self]

  package static var commands: [CommandNode] {
    [
      .group(
        CommandGroup(
          "read", "Manage texts to read, the questions about them, and the answers.",
          [
            .group(
              CommandGroup(
                "text", "Texts to read.",
                [
                  .command(AddText.self), .command(ShowText.self), .command(ListTexts.self), .command(RemoveText.self),
                ])),
            .group(
              CommandGroup(
                "questions", "Questionnaires.",
                [
                  .command(ImportQuestions.self), .command(CheckQuestions.self), .command(ShowQuestionnaire.self),
                  .command(ListQuestionnaires.self), .command(ExportQuestions.self),
                  .command(RemoveQuestionnaire.self),
                ])),
            .command(ResultsCommand.self),
            .group(CommandGroup("answers", "Submitted answers.", [.command(ExportAnswers.self)])),
          ])),
      .group(CommandGroup("shake", "Send shakes, and inspect their outcomes.", [.command(ShakeReadCommand.self)])),
    ]
  }
}

extension ReadShakeModule: RowReading {
  package static func readRows(in connection: Connection) throws {
    let numbers: [Int64] = try connection.fetchAll("SELECT questionnaire FROM readshake_questionnaires")
    for number in numbers { _ = try QuestionnaireStore.find(number, in: connection) }
  }
}
