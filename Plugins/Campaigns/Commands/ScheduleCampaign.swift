internal import CampaignsContract
internal import DrawsContract
internal import QixModule

/// `qix campaign schedule`
struct ScheduleCampaign: Command {
  static let declaration = Declaration(
    "schedule", "Move a campaign's start or end.", roles: [.operator],
    discussion: """
      After the start, the start time is fixed. The end can only be moved to a time in the future. Times without an \
      offset are in the campaign's time zone.
      """,
    examples: [
      Example("qix campaign schedule harvest --end 2027-10-31", "until that day is over"),
      Example("qix campaign schedule harvest --start 2027-09-06T08:00 --end 2027-09-12", "both"),
    ],
    answer: AnswerShape("campaign.schedule/1", fields), effect: .changes)

  private static let fields: [Field<(campaign: Campaign, before: Campaign)>] =
    (Campaign.head + Campaign.period).of { $0.campaign } + [
      Field("start_before", .time) { $0.before.start },
      Field("end_before", .time) { $0.before.end },
    ]

  private let campaign = CampaignNamed()
  private let period = PeriodOptions()

  func check() throws {
    guard !period.edit.isEmpty else {
      throw Failure(
        "campaigns.nothing-to-change", .usage, "nothing to change was given",
        hint: "Give --start, --end or another option of this command.")
    }
  }

  func run(in context: Context) throws -> Document {
    let service = try CampaignService(context)
    let now = context.clock.now()
    let found = try context.database.read { try CampaignStore($0).require(self.campaign.reference) }
    let book = found.state == .draft ? nil : try StartCampaign.book(for: found, in: context)
    let (before, campaign) = try context.change("campaigns.schedule") { connection, change in
      let store = CampaignStore(connection)
      let (before, campaign) = try service.changed(
        self.campaign.reference, by: period.edit, for: .schedule, in: connection)
      try Self.check(campaign, after: before, at: now)
      if campaign != before { try store.update(campaign, at: now) }
      // Windows that are there stay; what the campaign has become longer by gets its own.
      if let book, campaign.end > before.end || campaign.start < before.start {
        try book.commit(
          campaign.id, from: max(campaign.start, now), to: campaign.end, length: campaign.drawWindow, in: connection)
      }
      change.subject = "\(campaign.name): \(campaign.start) to \(campaign.end), was \(before.start) to \(before.end)"
      return (before, campaign)
    }
    var document = Document("campaign.schedule/1", Self.fields, of: (campaign: campaign, before: before))
    document.primary = campaign.name
    if let remedy = campaign.remedyForPeriod(at: now) { document.warn("\(remedy)") }
    return document
  }

  /// - Throws: for changes that would rewrite history.
  private static func check(_ campaign: Campaign, after before: Campaign, at now: Timestamp) throws {
    guard before.state != .draft else { return }
    func refuse(_ problem: String) -> Failure {
      Failure(
        "campaigns.period-fixed", .refused, "the period of the campaign '\(before.name)' can't be moved: \(problem)",
        hint: "To end a campaign at once, use `qix campaign end`.")
    }
    if campaign.start != before.start {
      guard before.start > now else { throw refuse("it began at \(before.start)") }
      guard campaign.start > now else { throw refuse("\(campaign.start) is in the past") }
    }
    if campaign.end != before.end {
      guard before.end > now else { throw refuse("it ended at \(before.end)") }
      guard campaign.end > now else { throw refuse("\(campaign.end) is in the past") }
    }
  }
}
