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
  static let eventTypes = ["stall.opened"]

  static func events(_ ids: [EventID], in connection: Connection) throws -> [OutboxEvent] {
    ids.map { id in
      OutboxEvent(
        id: id, type: "stall.opened", at: Timestamp(microseconds: 0),
        [.init("visitors", 7), .init("keeper", .string("usr_1"), confidential: .user)])
    }
  }
}

struct StallShake: ShakeType {
  static let name = "stall"
  static let summary = "Comes by"

  init(_ settings: ShakeSettings) {}

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict { .accepted(Proof()) }
}
