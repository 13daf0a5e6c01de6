internal import QixShake
internal import VaultContract

/// Hearing music that carries a mark. What the recording holds was found before the shake, by the lens; here it is held
/// against the event's slots, the campaign's rules and what has counted already.
struct StadiumShake: ShakeType {
  static let name = "stadium"
  static let summary = "records stadium music that carries an inaudible watermark"

  enum Once: String, CaseIterable { case slot, event }

  static let settings = [
    ShakeSetting(
      "once", .choice(Once.allCases.map(\.rawValue)),
      "how often a user wins in an event: once per slot, or once in all", default: "slot"),
    ShakeSetting(
      "late", .integer(0...3), "how many slots a recording may be late, or its clock early", default: 1),
    ShakeSetting(
      "within", .integer(10...1_000_000),
      "how many metres from the event it counts; the user's position is then required"),
    ShakeSetting(
      "speed", .integer(1...10_000),
      "the user's fastest speed between two recordings with positions, in km/h", default: 300),
  ]

  static let evidence = [
    EvidenceField("latitude", .number(-90...90), "the user's latitude, degrees north"),
    EvidenceField("longitude", .number(-180...180), "the user's longitude, degrees east"),
  ]

  static let sights = [
    SightField(
      "audio", operation: HearOperation.name,
      "a recording of the last seconds, up to five minutes: WAV, FLAC, Ogg (Vorbis, Opus) or MP3", isRequired: true)
  ]

  let terms: HearingTerms

  init(_ settings: ShakeSettings) { terms = HearingTerms(settings) }

  static let needsVault = true

  func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    try .deciding { .accepted(try HearingService(terms: terms, attempt: attempt, connection: connection).hear()) }
  }
}
