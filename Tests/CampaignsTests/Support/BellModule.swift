import CampaignsContract
import DrawsContract
import QixKernel
import QixShake
import QixStorage
import Synchronization

/// A module with types of shake for tests: one that is content with everything that fits, one that is hard to please.
enum BellModule: ShakeProviding {
  static let id = "bell"
  static let summary = "Shakes that tests ring."
  static let shakeTypes: [any ShakeType.Type] = [BellShake.self, FussyShake.self]
}

struct BellShake: ShakeType {
  static let name = "bell"
  static let summary = "Rings a bell"
  static let settings = [
    ShakeSetting("tone", .choice(["high", "low"]), "which bell", default: "high"),
    ShakeSetting("times", .integer(1...9), "how often it rings"),
    ShakeSetting("pause", .period, "between two rings"),
    ShakeSetting("words", .text(most: 20), "what is sung to it"),
    ShakeSetting("names", .list(of: .text(most: 20), most: 3), "who rings"),
  ]

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(QixShake.Proof()) }
}

struct FussyShake: ShakeType {
  static let name = "fussy"
  static let summary = "Finds fault with its schedule"
  static let settings = [ShakeSetting("schedule", .text(most: 20), "a schedule that is there", isRequired: true)]

  private let schedule: String?

  init(_ settings: ShakeSettings) { schedule = settings.text("schedule") }

  func faults(in connection: Connection) throws -> [String] {
    schedule == "gone" ? ["there is no schedule 'gone'"] : []
  }

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(QixShake.Proof()) }
}

/// Stands in for the module that runs shakes: says what happened.
enum ActivityModule: ServiceProviding {
  static let id = "activity"
  static let summary = "Says what happened in campaigns."

  static func provide(to services: inout Services) {
    services.register(Campaigns.activity) { _ in TestActivity() }
  }
}

struct TestActivity: CampaignActivity {
  func summary(of campaign: CampaignID, in connection: Connection) throws -> ActivitySummary {
    var summary = ActivitySummary()
    (summary.shakes, summary.accepted, summary.won) = (200, 120, 30)
    (summary.users, summary.takers, summary.winners, summary.coins) = (90, 60, 25, 300)
    summary.refused = [("shakes.cooldown", 20), ("campaigns.attempts-per-user", 60)]
    let start = Timestamp(microseconds: 1_800_003_600_000_000)
    summary.hours = [
      (start, 150, 20, 200), (start.advanced(byMicroseconds: 10_800_000_000), 50, 10, 100),
    ]
    return summary
  }
}

/// Stands in for the module that draws: keeps what it was asked to commit to.
enum LotModule: ServiceProviding {
  static let id = "lot"
  static let summary = "Commits to draws."

  static func provide(to services: inout Services) {
    services.register(Draws.book) { _ in TestBook() }
  }
}

struct TestBook: DrawBook {
  struct Commitment: Equatable {
    let campaign: CampaignID
    let start: Timestamp
    let end: Timestamp
    let length: Period?
  }

  /// Of all tests that run at once; each looks for its campaign's.
  static let commitments = Mutex<[Commitment]>([])

  func commit(
    _ campaign: CampaignID, from start: Timestamp, to end: Timestamp, length: Period?, in connection: Connection
  ) throws {
    Self.commitments.withLock { $0.append(Commitment(campaign: campaign, start: start, end: end, length: length)) }
  }

  func number(
    below bound: UInt64, for shake: ShakeID, of campaign: CampaignID, at: Timestamp, in connection: Connection
  ) throws -> DrawnNumber { preconditionFailure("nothing is drawn in these tests") }
}
