internal import CampaignsContract
internal import QixShake

/// What results and answers are wanted of: a campaign or a questionnaire.
struct ResultsSubject {
  private enum Kind: String, CaseIterable, Sendable { case campaign, questionnaire }

  private static let name = OldPositional("subject", .text, "A campaign (name or cmp_…) or a questionnaire")
  private static let kind = OldOption(
    "of", .choice(of: Kind.self), placeholder: "KIND", "Which of the two, where both have that name")
  private static let questionnaire = OldOption(
    "questionnaire", .text, placeholder: "NAME", "Of a campaign that has changed its questionnaire, this one")

  static var parameters: [any Parameter] { [name, kind, questionnaire, ShowQuestionnaire.edition] }

  let name: String
  private let kind: Kind?
  private let wanted: String?
  let edition: Int64?

  init(_ arguments: Arguments) throws {
    name = try arguments.require(Self.name)
    kind = arguments[Self.kind]
    wanted = arguments[Self.questionnaire]
    edition = arguments[ShowQuestionnaire.edition]
  }

  /// - Throws: `ReadShakeError` where it is neither, or could be both.
  func report(in connection: Connection, _ context: Context) throws -> ResultsReport {
    let campaign = kind == .questionnaire ? nil : try find(in: connection, context)
    let hasQuestionnaire =
      try kind != .campaign && QuestionnaireStore.edition(nil, of: name, in: connection) != nil
    if campaign != nil, hasQuestionnaire { throw ReadShakeError.ambiguous(name) }
    guard let campaign else {
      guard hasQuestionnaire else { throw ReadShakeError.neither(name) }
      return try ResultsReport(of: wanted ?? name, edition: edition, campaign: nil, in: connection)
    }
    let names = try ResultsReport.names(of: campaign.id, in: connection)
    let set = campaign.types.first { $0.type == ReadShakeType.name }?.settings["questionnaire"]?.string
    guard let questionnaire = wanted ?? set ?? names.first else { throw ReadShakeError.noReading(name) }
    return try ResultsReport(of: questionnaire, edition: edition, campaign: campaign.id, in: connection)
  }

  private func find(in connection: Connection, _ context: Context) throws -> Campaign? {
    do {
      return try context.service(Campaigns.directory).find(name, in: connection)
    } catch ServiceError.missing {
      return nil
    }
  }
}
