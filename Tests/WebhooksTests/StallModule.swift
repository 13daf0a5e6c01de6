import QixFormats
import QixKernel
import QixModule
import QixShake
import QixStorage

/// A module of a test's own, with a shake that always counts and events of its own.
enum StallModule: ShakeProviding, EventSource {
  static let id = "stall"
  static let summary = "A stall for tests."
  static let requires = ["shakes"]
  static let shakeTypes: [any ShakeType.Type] = [StallShake.self]
  static let eventTypes = [EventType("stall.opened", "A stall was opened.", told)]

  private static let told: [Field<(visitors: Int64, keeper: String)>] = [
    Field("visitors", .integer) { $0.visitors },
    Field("keeper", .text, for: .user) { $0.keeper },
  ]

  static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    EventDetails(told, of: (visitors: 7, keeper: "usr_1"))
  }
}

struct StallShake: ShakeType {
  static let name = "stall"
  static let summary = "Comes by"

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}
