internal import CampaignsContract
internal import CoinsContract
internal import IdentityContract
internal import QixCalendar
internal import QixShake

/// A campaign as the pipeline keeps it: with its types made, its day known and what is counted of it.
final class KeptCampaign {
  let campaign: Campaign
  let zone: TimeZone
  let types: [KeptType]
  /// The budget that pays, made into a name once.
  let budget: String
  /// Conditions that users must meet; nil where nothing is asked.
  let conditions: UserConditions.Asked?
  /// The multiplier of awards, the campaign's own or one that reaches every campaign; nil where they have none, or its
  /// module is off.
  let multiplier: (any AwardMultiplying.Type)?
  /// The gifts that can be won.
  let gifts: [Award.Gift]
  /// Whether awards are multiplied by what no enabled module brings.
  let lacksMultiplier: Bool
  var counts: CampaignCounts
  private var today: (start: Timestamp, end: Timestamp, number: Int64)?
  /// Shakes that are decided together win coins that expire together.
  private var lastExpiry: (start: Timestamp, end: Timestamp)?

  /// - Parameter everywhere: the multiplier of campaigns that name none.
  init(
    _ campaign: Campaign, types: [KeptType], counts: CampaignCounts, everywhere: (any AwardMultiplying.Type)?,
    _ tools: PipelineTools
  ) throws {
    self.campaign = campaign
    let asked = campaign.audience.conditions
    conditions = asked.isEmpty ? nil : tools.conditions.asked(for: asked)
    multiplier = campaign.multiplier.map { tools.multipliers[$0] } ?? everywhere
    lacksMultiplier = campaign.multiplier != nil && multiplier == nil
    gifts = campaign.award.gifts
    self.types = types
    self.counts = counts
    zone = try TimeZone(identifier: campaign.timeZone)
    budget = campaign.budget
  }

  /// The day of the campaign's zone, as `Tally` counts days.
  func day(at time: Timestamp) -> Int64 {
    if let today, today.start <= time, time < today.end { return today.number }
    let date = zone.date(at: time)
    let number = date.daysSinceEpoch
    let (start, end) = (zone.start(of: date), zone.start(of: CalendarDate(daysSinceEpoch: number + 1)))
    // A day that a zone left out has no start of its own.
    if start <= time, time < end { today = (start, end, number) }
    return number
  }

  /// When coins that are paid at a moment expire: a period is counted by the campaign's clock.
  func expiry(at time: Timestamp) -> Expiry? {
    guard case .after(let period)? = campaign.expires else { return campaign.expires }
    if let lastExpiry, lastExpiry.start == time { return .at(lastExpiry.end) }
    let end = zone.adding(period, to: time)
    lastExpiry = (time, end)
    return .at(end)
  }

  func takes(at time: Timestamp) -> Bool {
    campaign.state == .running && campaign.start <= time && time < campaign.end
  }

  func type(named name: String) -> KeptType? { types.first { $0.name == name } }
}

/// A type with one campaign's settings.
final class KeptType {
  let name: String
  let type: any ShakeType.Type
  let value: any ShakeType
  let settings: ShakeSettings
  let writes: Bool
  /// Whether it was prepared, or needs no preparation.
  let isReady: Bool
  /// Whether any shake of it needs more in this campaign: without, nobody looks for such.
  var hasPending: Bool

  init(
    _ type: any ShakeType.Type, _ settings: ShakeSettings, in campaign: CampaignID, _ tools: PipelineTools,
    hasPending: Bool
  ) {
    self.type = type
    self.settings = settings
    name = type.name
    let ready = tools.prepared(type, settings, in: campaign)
    value = ready ?? type.init(settings)
    writes = value.writes
    isReady = ready != nil || !(value is any PreparedShakeType)
    self.hasPending = hasPending
  }
}

/// The campaigns, as long as none of them changes.
struct CampaignCache {
  private var version: Int64?
  private var byID: [CampaignID: KeptCampaign] = [:]
  private var byReference: [String: CampaignID] = [:]
  private var running: [KeptCampaign]?
  /// The reference asked for last: most shakes of a moment are for one campaign.
  private var latest: (reference: String, campaign: KeptCampaign)?

  /// All that is kept.
  var kept: some Collection<KeptCampaign> { byID.values }

  mutating func forget() { self = CampaignCache() }

  /// Forgets what is no longer so.
  mutating func refresh(_ tools: PipelineTools, in connection: Connection) throws {
    let current = try tools.campaigns.version(in: connection)
    if version != current { self = CampaignCache() }
    version = current
  }

  /// One that was looked at before.
  mutating func known(_ reference: String) -> KeptCampaign? {
    if let latest, latest.reference == reference { return latest.campaign }
    guard let found = byReference[reference].flatMap({ byID[$0] }) else { return nil }
    latest = (reference, found)
    return found
  }

  mutating func find(_ reference: String, _ tools: PipelineTools, in connection: Connection) throws -> KeptCampaign? {
    if let kept = known(reference) { return kept }
    guard let campaign = try tools.campaigns.find(reference, in: connection) else { return nil }
    byReference[reference] = campaign.id
    return try keep(campaign, tools, in: connection)
  }

  /// Those in the state `running`, the one that a shake goes to first at the front.
  mutating func allRunning(_ tools: PipelineTools, in connection: Connection) throws -> [KeptCampaign] {
    if let running { return running }
    let found = try tools.campaigns.running(in: connection).map { try keep($0, tools, in: connection) }
    running = found
    return found
  }

  private mutating func keep(_ campaign: Campaign, _ tools: PipelineTools, in connection: Connection) throws
    -> KeptCampaign
  {
    if let kept = byID[campaign.id] { return kept }
    var types: [KeptType] = []
    for use in campaign.types {
      // A type whose module is switched off is taken by nobody.
      guard let type = tools.types[use.type] else { continue }
      var faults: [(name: String, problem: String)] = []
      let settings = ShakeSettings(use.settings, for: type.settings, faults: &faults)
      if let fault = faults.first {
        throw ShakesError.settings(
          type: use.type, campaign: campaign.name, problem: "'\(fault.name)': \(fault.problem)")
      }
      types.append(
        KeptType(
          type, settings, in: campaign.id, tools,
          hasPending: try Pending.isAny(of: use.type, in: campaign.id, in: connection)))
    }
    let kept = try KeptCampaign(
      campaign, types: types, counts: try CampaignCounts(of: campaign, in: connection),
      everywhere: try AwardMultipliers.everywhere(among: tools.multipliers, in: connection), tools)
    byID[campaign.id] = kept
    return kept
  }
}
