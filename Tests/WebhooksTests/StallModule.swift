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
  static let eventTypes = [EventType("stall.opened", "A stall was opened.", "visitors integer, keeper text?")]

  static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails? {
    EventDetails([CellMember("visitors", .integer(7)), CellMember("keeper", .confidential(.user, .text("usr_1")))])
  }
}

struct StallShake: ShakeType {
  static let name = "stall"
  static let summary = "Comes by"

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}
