package import CoinsContract
package import IdentityContract
package import QixCommands
package import QixDefinitions
package import QixKernel
package import QixShake

/// A brand's event: who may take part, by which shakes, until when, and what can be won.
package struct Campaign: Sendable, Equatable {
  package let id: CampaignID
  /// The name in commands and files, for ever: `summer-2027`. Lower-case letters, digits, '-' and '_', 1 to 55.
  package let name: String
  package var brand: String
  package var title: String
  /// The title in further languages; nil for the one title in all.
  package var texts: InLanguages<Words>?
  /// Its picture, as `PictureLinks` reads it; nil for none.
  package var picture: String?
  package var state: State
  /// From this moment on.
  package var start: Timestamp
  /// Until before this one.
  package var end: Timestamp
  /// IANA name; days of caps and reports are its days.
  package var timeZone: String
  /// The types of shake it takes, by name, with the settings of each.
  package var types: [ShakeUse]
  package var audience: Audience
  package var caps: Caps
  package var pace: Pace
  package var award: Award
  /// The multiplier of awards, by its module's name: `tier`; nil for awards as they are.
  package var multiplier: String?
  /// When coins that are won expire; nil for never.
  package var expires: Expiry?
  /// The time that the secret of a draw stays secret; nil for the whole campaign in one window.
  package var drawWindow: Period?
  /// The rank among campaigns that a shake fits: the greatest gets it.
  package var priority: Int64

  /// The budget account that pays: a name of the ledger's.
  package var budget: String { "campaign-\(name)" }

  package enum State: Int64, Sendable, CaseIterable {
    /// Being made; can be changed, takes no shakes.
    case draft = 1
    /// Takes shakes within its period.
    case running
    case paused
    /// Over for good.
    case ended
  }

  /// A type of shake in a campaign.
  package struct ShakeUse: Sendable, Equatable {
    package var type: String
    package var settings: JSONObject
    package init(type: String, settings: JSONObject) { (self.type, self.settings) = (type, settings) }
  }

  package struct Audience: Sendable, Equatable {
    package var minimumMode: Mode
    /// The name of a segment of users; nil for everybody.
    package var segment: String?
    /// Conditions that users must meet besides, all of them (`UserCondition`): `tier:gold`.
    package var conditions: [String]
    package init(minimumMode: Mode = .trial, segment: String? = nil, conditions: [String] = []) {
      (self.minimumMode, self.segment, self.conditions) = (minimumMode, segment, conditions)
    }
  }

  /// The most there can be. Attempts are shakes that were accepted, whether or not they won; nil for no limit.
  package struct Caps: Sendable, Equatable {
    package var attemptsPerUser: Int64?
    package var attemptsPerUserAndDay: Int64?
    package var winsPerUser: Int64?
    package var coinsPerUser: Int64?
    package var coinsPerDay: Int64?
    package var wins: Int64?
    package init(
      attemptsPerUser: Int64? = nil, attemptsPerUserAndDay: Int64? = nil, winsPerUser: Int64? = nil,
      coinsPerUser: Int64? = nil, coinsPerDay: Int64? = nil, wins: Int64? = nil
    ) {
      self.attemptsPerUser = attemptsPerUser
      self.attemptsPerUserAndDay = attemptsPerUserAndDay
      self.winsPerUser = winsPerUser
      self.coinsPerUser = coinsPerUser
      self.coinsPerDay = coinsPerDay
      self.wins = wins
    }
  }

  /// The greatest pace of shakes, accepted or refused.
  package struct Pace: Sendable, Equatable {
    /// Between two of a user's shakes, in microseconds; 0 for none.
    package var cooldown: Int64
    /// Shakes of a user in a minute, with bursts up to that many; nil for no limit.
    package var perMinute: Int64?
    /// Users that one device may shake for in a day; nil for no limit.
    package var usersPerDevice: Int64?
    package init(cooldown: Int64 = 0, perMinute: Int64? = nil, usersPerDevice: Int64? = nil) {
      (self.cooldown, self.perMinute, self.usersPerDevice) = (cooldown, perMinute, usersPerDevice)
    }
  }

  package init(
    id: CampaignID, name: String, brand: String, title: String, texts: InLanguages<Words>? = nil,
    picture: String? = nil, state: State, start: Timestamp, end: Timestamp, timeZone: String, types: [ShakeUse],
    audience: Audience, caps: Caps, pace: Pace, award: Award, expires: Expiry?, drawWindow: Period?, priority: Int64,
    multiplier: String? = nil
  ) {
    self.id = id
    self.name = name
    self.brand = brand
    self.title = title
    self.texts = texts
    self.picture = picture
    self.state = state
    self.start = start
    self.end = end
    self.timeZone = timeZone
    self.types = types
    self.audience = audience
    self.caps = caps
    self.pace = pace
    self.award = award
    self.expires = expires
    self.drawWindow = drawWindow
    self.priority = priority
    self.multiplier = multiplier
  }
}

extension Campaign {
  /// Returns the campaign with its texts in a language; as it is where nothing is written in it.
  package func said(in language: Language?) -> Campaign {
    var said = self
    if let words = texts?.found(in: language) { said.title = words.title }
    return said
  }
}

extension Campaign.State {
  package var name: String {
    switch self {
    case .draft: "draft"
    case .running: "running"
    case .paused: "paused"
    case .ended: "ended"
    }
  }
}
