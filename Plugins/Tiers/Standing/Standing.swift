internal import CoinsContract
internal import PicturesContract
internal import QixCalendar
internal import QixModule

/// A user's tier and progress at a moment.
struct Standing: Sendable, Equatable {
  /// Nil below all tiers.
  let tier: Tier?
  /// Earned in the span that the moment is in, and in the one before where that counts.
  let earned: Int64
  let earnedBefore: Int64?
  /// Until before this moment, whatever happens but a reversal; nil where it holds from day to day.
  let holdsUntil: Timestamp?
  /// When the span ends in which coins are counted now; nil where it moves along.
  let spanEnds: Timestamp?
  /// The next tier above, and how many coins are missing to it; nil at the top.
  let next: (tier: Tier, missing: Int64)?

  /// Returns the standing with its tiers in a language.
  func said(in language: Language?) -> Standing {
    Standing(
      tier: tier?.said(in: language), earned: earned, earnedBefore: earnedBefore, holdsUntil: holdsUntil,
      spanEnds: spanEnds, next: next.map { (tier: $0.tier.said(in: language), missing: $0.missing) })
  }

  static func == (left: Self, right: Self) -> Bool {
    left.tier == right.tier && left.earned == right.earned && left.earnedBefore == right.earnedBefore
      && left.holdsUntil == right.holdsUntil && left.spanEnds == right.spanEnds && left.next?.tier == right.next?.tier
      && left.next?.missing == right.next?.missing
  }
}

/// The rule by which users are in tiers: it follows from the ledger alone, so a coin that is taken back takes along what
/// it had led to, and nothing has to be worked out at midnight.
struct Standings {
  let tiers: [Tier]
  let qualification: Qualification
  let zone: TimeZone

  init(in connection: Connection) throws {
    tiers = try TierStore(connection).all()
    qualification = try connection.value(of: TiersModule.period)
    zone = try connection.value(of: TiersModule.timeZone)
  }

  init(tiers: [Tier], qualification: Qualification, zone: TimeZone) {
    (self.tiers, self.qualification, self.zone) = (tiers, qualification, zone)
  }

  /// Returns the standings with their tiers in a language.
  func said(in language: Language?) -> Standings {
    Standings(tiers: tiers.map { $0.said(in: language) }, qualification: qualification, zone: zone)
  }

  /// Returns the standings with the addresses of their tiers' pictures, for readers.
  func shown(with pictures: PictureLinks, in connection: Connection) throws -> Standings {
    let tiers = try tiers.map { tier in
      var shown = tier
      shown.picture = try pictures.address(of: tier.picture, in: connection)
      return shown
    }
    return Standings(tiers: tiers, qualification: qualification, zone: zone)
  }

  /// The highest tier that so many coins lead to.
  func tier(for earned: Int64) -> Tier? { tiers.last { $0.threshold <= earned } }

  /// - Parameter earned: what was earned from the first moment on until before the second.
  func standing(
    at time: Timestamp, earned: (Timestamp, Timestamp) throws -> Int64
  ) rethrows -> Standing {
    let span = qualification.span(of: zone.date(at: time))
    let start = zone.start(of: span.start)
    // A credit at this very moment counts.
    let now = try earned(start, time.advanced(byMicroseconds: 1))
    let before = try qualification.span(before: span).map { try earned(zone.start(of: $0.start), start) }
    let (reached, kept) = (self.tier(for: now), before.flatMap { self.tier(for: $0) })
    let isKept = (kept?.threshold ?? 0) > (reached?.threshold ?? 0)
    let tier = isKept ? kept : reached
    let holding = isKept ? span : qualification.span(after: span)
    let next = tiers.first { $0.threshold > (tier?.threshold ?? 0) }
    return Standing(
      tier: tier, earned: now, earnedBefore: before,
      holdsUntil: tier == nil ? nil : holding.map { zone.start(of: $0.end) },
      spanEnds: qualification.span(before: span) == nil ? nil : zone.start(of: span.end),
      next: next.map { ($0, $0.threshold - now) })
  }

  /// Returns the standing of one user.
  func standing(
    of user: UserID, at time: Timestamp, _ ledger: any CoinLedger, in connection: Connection
  ) throws -> Standing {
    try standing(at: time) { try ledger.earned(by: user, from: $0, until: $1, in: connection) }
  }
}
