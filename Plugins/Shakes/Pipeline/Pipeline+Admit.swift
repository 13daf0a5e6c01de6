internal import CampaignsContract
internal import IdentityContract
internal import QixShake

extension Pipeline {
  /// Asks every rule that can be asked before the evidence is looked at.
  func admit(_ shake: ResolvedShake, _ person: Person) throws -> Admission {
    var admission = Admission()
    admission.refusal = try refusal(shake, person, &admission)
    return admission
  }

  private func refusal(_ shake: ResolvedShake, _ person: Person, _ admission: inout Admission) throws -> Refusal? {
    let campaign = shake.campaign.campaign
    if let refusal = Self.refusal(campaign, at: shake.at) { return refusal }
    if asksForStanding, let refusal = try standing(of: shake.user) { return refusal }
    // What belongs to a shake that is under way is no shake of its own.
    if shake.pending == nil, let refusal = keepPace(shake, &admission) { return refusal }
    if let refusal = try refusal(of: person, by: shake.campaign, at: shake.at) { return refusal }
    let allowance = Allowance(
      campaign.caps, user: shake.before.tally, all: shake.campaign.counts.totals, on: shake.day)
    if let cap = allowance.reached { return cap.refusal }
    admission.allowed = allowance.coins
    return try useDevice(shake, &admission)
  }

  /// Why a campaign isn't open to a user, whatever they have done in it; nil where it is.
  func refusal(of person: Person, by kept: KeptCampaign, at time: Timestamp) throws -> Refusal? {
    let (user, audience) = (person.user, kept.campaign.audience)
    if person.mode < audience.minimumMode {
      return Refusal(UserError.modeTooLow(user, person.mode, needs: audience.minimumMode))
    }
    guard try isInvited(user, to: kept.campaign) else {
      return Refusal("shakes.not-invited", "this campaign is not open to your account")
    }
    if let unmet = try kept.conditions?.unmet(by: user, at: time, in: connection, context: tools.context) {
      return unmet
    }
    // Who was promised more isn't paid less: the shake can be made when the module is back.
    return kept.lacksMultiplier ? Self.multiplierOff : nil
  }

  /// Whether a user is in the segment that a campaign is for.
  func isInvited(_ user: UserID, to campaign: Campaign) throws -> Bool {
    try campaign.audience.segment.map { try tools.campaigns.isMember(user, of: $0, in: connection) } ?? true
  }

  static let multiplierOff = Refusal(
    "shakes.multiplier-off", "we can't work out the coins of this campaign right now", hint: "Try again later.")

  /// Why a campaign takes no shakes at a moment; nil where it does.
  static func refusal(_ campaign: Campaign, at time: Timestamp) -> Refusal? {
    switch campaign.state {
    case .running: break
    case .draft: return Refusal("shakes.not-started", "this campaign has not started yet")
    case .paused: return Refusal("shakes.paused", "this campaign is paused", hint: "Try again later.")
    case .ended: return Refusal("shakes.over", "this campaign is over")
    }
    if time < campaign.start { return Refusal("shakes.not-started", "this campaign has not started yet") }
    if time >= campaign.end { return Refusal("shakes.over", "this campaign is over") }
    return nil
  }

  func standing(of user: UserID) throws -> Refusal? {
    do {
      try tools.policy.requireActive(user, in: connection)
      return nil
    } catch let error as any Diagnosable where error.category == .refused {
      return Refusal(error)
    }
  }

  /// Cooldown, and velocity by the generic cell rate algorithm (ITU-T I.371): one moment tells how much of the pace is
  /// used up. A shake that comes too soon uses up nothing, or who is impatient would wait for ever.
  ///
  /// A moment that lies further ahead than the rule could have put it tells of a clock that was put back, and doesn't
  /// count: nobody waits a day for that.
  private func keepPace(_ shake: ResolvedShake, _ admission: inout Admission) -> Refusal? {
    let pace = shake.campaign.campaign.pace
    let now = shake.at.microseconds
    if pace.cooldown > 0, let last = shake.before.lastAt?.microseconds {
      let (elapsed, isFar) = now.subtractingReportingOverflow(last)
      if !isFar, elapsed < pace.cooldown, elapsed > -pace.cooldown {
        return Refusal(
          "shakes.cooldown", "you shook only a short time ago",
          hint: "Try again in \(Self.seconds(pace.cooldown - max(0, elapsed)), "second").")
      }
    }
    if let perMinute = pace.perMinute, perMinute > 0 {
      let (arrival, gap) = Self.arrival(shake, perMinute)
      let early = arrival - now - gap * (perMinute - 1)
      guard early <= 0 else {
        return Refusal(
          "shakes.too-fast", "you are shaking too fast", hint: "Try again in \(Self.seconds(early), "second").")
      }
      admission.arrival = Timestamp(microseconds: arrival + gap)
    }
    admission.keepsPace = true
    return nil
  }

  /// A shake of several steps uses up the pace when it counts: its steps are no shakes, and one that was refused can be
  /// gone on with. Else whoever takes steps would never have to wait.
  func usePace(_ shake: ResolvedShake, _ admission: inout Admission) {
    guard shake.pending != nil else { return }
    admission.keepsPace = true
    guard let perMinute = shake.campaign.campaign.pace.perMinute, perMinute > 0 else { return }
    let (arrival, gap) = Self.arrival(shake, perMinute)
    admission.arrival = Timestamp(microseconds: arrival + gap)
  }

  /// Until when the pace is used up, now or later, and how much of it a shake takes; microseconds.
  private static func arrival(_ shake: ResolvedShake, _ perMinute: Int64) -> (arrival: Int64, gap: Int64) {
    let minute: Int64 = 60_000_000
    let gap = max(1, minute / perMinute)
    let now = shake.at.microseconds
    let kept = shake.before.arrival?.microseconds ?? now
    return (kept > now && kept - now <= minute + gap ? kept : now, gap)
  }

  private static func seconds(_ microseconds: Int64) -> Int64 { max(1, (microseconds - 1) / 1_000_000 + 1) }

  /// How many users a device may shake for in a day.
  private func useDevice(_ shake: ResolvedShake, _ admission: inout Admission) throws -> Refusal? {
    guard let most = shake.campaign.campaign.pace.usersPerDevice, let device = shake.request.context.device,
      let secrets = tools.secrets
    else { return nil }
    // A key that is made now is a row that stays with the shake.
    let hash = try deviceKey.hash("\(shake.campaign.campaign.id)/\(device)", secrets, in: connection)
    let isKnown =
      try connection.has(
        """
        SELECT 1 FROM shakes_devices
        WHERE campaign = \(shake.campaign.campaign.id) AND day = \(shake.day) AND device = \(hash)
          AND user_id = \(shake.user)
        """)
    if isKnown { return nil }
    let others =
      try connection.fetchOne(
        """
        SELECT count(*) FROM
          (SELECT 1 FROM shakes_devices
            WHERE campaign = \(shake.campaign.campaign.id) AND day = \(shake.day) AND device = \(hash)
            LIMIT \(most)) AS users
        """) ?? 0
    guard others < most else {
      return Refusal(
        "shakes.device-shared", "too many people have used this device today", hint: "Use your own device.")
    }
    admission.newDevice = hash
    return nil
  }
}
