internal import QixShake

/// A campaign's terms for recordings.
struct HearingTerms: Sendable {
  let once: StadiumShake.Once
  /// Slots.
  let late: Int64
  /// Metres; nil for anywhere.
  let within: Double?
  /// Metres a second.
  let speed: Double

  init(_ settings: ShakeSettings) {
    once = settings.text("once").flatMap(StadiumShake.Once.init) ?? .slot
    late = settings.integer("late") ?? 1
    within = settings.integer("within").map(Double.init)
    speed = Double(settings.integer("speed") ?? 300) / 3.6
  }
}
