internal import CampaignsContract
internal import QixShake

/// The subject of results and answers: a campaign or a questionnaire.
struct ResultsSubject {
  private enum Kind: String, CaseIterable, Sendable { case campaign, questionnaire }

  @Positional("subject", .named(CampaignID.self), "A campaign (name or cmp_…) or a questionnaire") private var name:
    String
  @Option("of", .choice(of: Kind.self), placeholder: "KIND", "Which of the two, if both have that name")
  private var kind: Kind?
  @Option(
    "questionnaire", .text, placeholder: "NAME", "Which questionnaire, if the campaign has changed it")
  private var wanted: String?
  private let edition = EditionOption()

  /// - Throws: `Failure` where it is neither, or could be both.
  func report(in connection: Connection, _ context: Context) throws -> ResultsReport {
    let campaign = kind == .questionnaire ? nil : try context.service(Campaigns.directory).find(name, in: connection)
    let hasQuestionnaire =
      try kind != .campaign && QuestionnaireStore.edition(nil, of: name, in: connection) != nil
    if campaign != nil, hasQuestionnaire {
      throw Failure(
        "readshake.name-ambiguous", .usage, "'\(name)' is both a campaign and a questionnaire",
        hint: "Say which with --of campaign or --of questionnaire.")
    }
    guard let campaign else {
      guard hasQuestionnaire else {
        throw Failure(
          "readshake.not-found", .notFound, "'\(name)' is neither a campaign nor a questionnaire",
          hint: "`qix campaign list` lists campaigns. `qix read questions list` lists questionnaires.")
      }
      return try ResultsReport(of: wanted ?? name, edition: edition.number, campaign: nil, in: connection)
    }
    let names = try ResultsReport.names(of: campaign.id, in: connection)
    let set = campaign.types.first { $0.type == ReadShakeType.name }?.settings["questionnaire"]?.string
    guard let questionnaire = wanted ?? set ?? names.first else {
      throw Failure(
        "readshake.not-found", .notFound, "the campaign '\(name)' has no questionnaire",
        hint: "Set a questionnaire in its settings of the shake 'read'.")
    }
    return try ResultsReport(of: questionnaire, edition: edition.number, campaign: campaign.id, in: connection)
  }
}
