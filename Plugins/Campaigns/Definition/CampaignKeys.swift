/// The keys of a campaign's file.
enum CampaignKeys {
  static let name = "name"
  static let brand = "brand"
  static let title = "title"
  static let texts = "texts"
  static let picture = "picture"
  static let start = "start"
  static let end = "end"
  static let timeZone = "time-zone"
  static let shakes = "shakes"
  static let audience = "audience"
  static let caps = "caps"
  static let pace = "pace"
  static let award = "award"
  static let multiplier = "multiplier"
  static let expires = "expires"
  static let drawWindow = "draw-window"
  static let priority = "priority"

  static let all = [
    name, brand, title, texts, picture, start, end, timeZone, shakes, audience, caps, pace, award, multiplier,
    expires, drawWindow, priority,
  ]

  enum Audience {
    static let minimumMode = "minimum-mode"
    static let segment = "segment"
    static let conditions = "conditions"
    static let all = [minimumMode, segment, conditions]
  }

  enum Pace {
    static let cooldown = "cooldown"
    static let perMinute = "per-minute"
    static let usersPerDevice = "users-per-device"
    static let all = [cooldown, perMinute, usersPerDevice]
  }

  enum Award {
    static let fixed = "fixed"
    static let perUnit = "per-unit"
    static let table = "table"
    static let weighted = "weighted"
    static let jackpot = "jackpot"
    static let all = [fixed, perUnit, table, weighted, jackpot]
    /// The most prizes, or rows of a table, that an award has.
    static let mostRows = 1_000
  }
}
