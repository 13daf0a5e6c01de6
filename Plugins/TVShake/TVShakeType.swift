internal import QixCalendar
package import QixShake

/// Shaking while a programme is on.
package struct TVShakeType: ShakeType {
  package static let name = "tv"
  package static let summary = "shakes while a programme is on"

  enum CodeUse: String, CaseIterable { case none, optional, required }

  package static let settings = [
    ShakeSetting(
      "channels", .list(of: .text(most: 256), most: 50), "the channels on which it counts",
      isRequired: true),
    ShakeSetting("programme", .text(most: 800), "the programme in which it counts (default: any)"),
    ShakeSetting("before", .period, "how long before a broadcast's start it counts, such as PT30S; at most P1D"),
    ShakeSetting("after", .period, "how long after its end it counts, such as PT2M; at most P1D"),
    ShakeSetting(
      "code", .choice(CodeUse.allCases.map(\.rawValue)), "whether the code on the screen is required", default: "none"),
    ShakeSetting("tries", .integer(1...100), "how many wrong codes a user may give in a broadcast", default: 5),
  ]

  package static let evidence = [
    EvidenceField("code", .text(most: 64), "the code on the screen"),
    EvidenceField("channel", .text(most: 256), "the channel the user watches, if there are several"),
  ]

  private let channels: [String]
  private let programme: String?
  private let codeUse: CodeUse
  private let tries: Int64
  /// Microseconds.
  private let before: Int64
  private let after: Int64
  let cache: AirtimeCache

  package init(_ settings: ShakeSettings) {
    var channels: [String] = []
    for case let name? in (settings["channels"].array ?? []).map(\.string) where !channels.contains(name) {
      channels.append(name)
    }
    self.channels = channels
    programme = settings.text("programme")
    codeUse = settings.text("code").flatMap(CodeUse.init) ?? .none
    tries = settings.integer("tries") ?? 5
    before = Self.length(settings.period("before"))
    after = Self.length(settings.period("after"))
    cache = AirtimeCache(channels: channels, programme: programme, before: before, after: after)
  }

  /// Microseconds; more than can be for a period of months, which have no length.
  private static func length(_ period: Period?) -> Int64 {
    guard let period else { return 0 }
    guard period.months == 0, period.days <= 1 else { return .max / 4 }
    return period.days * Timestamp.day + period.microseconds
  }

  /// Only wrong codes are written down.
  package var writes: Bool { codeUse != .none }

  package func faults(in connection: Connection) throws -> [String] {
    var faults: [String] = []
    if channels.isEmpty { faults.append("channels is empty") }
    if before > Timestamp.day { faults.append("before is longer than a day") }
    if after > Timestamp.day { faults.append("after is longer than a day") }
    let store = WindowStore(connection)
    let unknown = try channels.filter { try !store.hasChannel($0) }
    let known = unknown.isEmpty ? [] : try store.channels()
    for channel in unknown {
      faults.append(
        "the schedule has no channel '\(channel)'; add it with `qix tv schedule import` or `qix tv schedule add`"
          + Suggestion.clause(for: channel, among: known))
    }
    if let programme, unknown.isEmpty, try !channels.contains(where: { try store.hasProgramme(programme, on: $0) }) {
      faults.append("these channels have no programme '\(programme)'")
    }
    return faults
  }

  package func verify(_ attempt: Attempt, in connection: Connection) throws -> Verdict {
    let channel = attempt.evidence.text("channel")
    if let channel, !channels.contains(channel) {
      return .refused(
        Refusal(
          "tvshake.other-channel", "shaking doesn't count on that channel",
          hint: "It counts on: \(channels.joined(separator: ", "))."))
    }
    let airtime = try cache.airtime(around: attempt.at, in: connection)
    guard let hit = airtime.find(at: attempt.at, channel: channel) else {
      return .refused(outside(airtime.next(after: attempt.at, channel: channel)))
    }
    return try codeUse == .none
      ? .accepted(proof(hit, at: attempt.at)) : verify(attempt, hit, in: connection)
  }

  private func outside(_ next: Airtime.Slot?) -> Refusal {
    Refusal(
      "tvshake.outside-window", "no programme that counts is on now",
      hint: next.map { slot in
        "Next: \(slot.window.programme) on \(slot.window.channel), \(Window.wallText(slot.window.start, in: slot.zone)) "
          + "(\(slot.window.zone))."
      })
  }

  private func proof(_ hit: Airtime.Hit, at time: Timestamp, hasCode: Bool? = nil) -> Proof {
    let window = hit.slot.window
    // Downwards, so that half a second too early is -1.
    let elapsed = (time.microseconds - window.start.microseconds).quotientAndRemainder(dividingBy: 1_000_000)
    var facts = JSONObject()
    facts["channel"] = .string(window.channel)
    facts["programme"] = .string(window.programme)
    facts["window"] = .string("\(window.id)")
    facts["phase"] = .string(hit.phase.rawValue)
    facts["seconds"] = .integer(elapsed.remainder < 0 ? elapsed.quotient - 1 : elapsed.quotient)
    if let hasCode { facts["code"] = .bool(hasCode) }
    return Proof(facts: facts, use: SingleUse(.user, hit.slot.use))
  }
}

extension TVShakeType {
  /// With a code. A wrong one leaves the shake open, for what is written stays then and is taken back with a refusal: so
  /// each is counted, and whoever has used up the tries is refused before anything is compared.
  private func verify(_ attempt: Attempt, _ hit: Airtime.Hit, in connection: Connection) throws -> Verdict {
    let window = hit.slot.window
    guard let code = hit.slot.code else {
      guard codeUse == .required else { return .accepted(proof(hit, at: attempt.at, hasCode: false)) }
      return .refused(
        Refusal(
          "tvshake.code-unset", "this broadcast has no code yet",
          hint: "Try again when it is on the screen."))
    }
    let given = attempt.evidence.text("code")
    if given == nil, codeUse == .optional { return .accepted(proof(hit, at: attempt.at, hasCode: false)) }
    let spent = try WrongCodes.count(of: attempt.user, in: window.id, connection)
    guard spent < tries else {
      return .refused(
        Refusal(
          "tvshake.code-wrong", "you gave too many wrong codes in this broadcast",
          hint: """
            Try again in the next one.
            """)
      )
    }
    guard let given else {
      return .needsMore(step(.keyed("tvshake.code", "enter the code on the screen"), hit, left: tries - spent))
    }
    guard let given = ScreenCode(given), given.matches(code) else {
      try WrongCodes.add(for: attempt.user, in: window.id, at: attempt.at, connection)
      let left = tries - spent - 1
      return .needsMore(
        step(
          left > 0
            ? .keyed("tvshake.code.wrong", "that is not the code on the screen")
            : .keyed("tvshake.code.last", "that was the last wrong code"), hit, left: left))
    }
    return .accepted(proof(hit, at: attempt.at, hasCode: true))
  }

  private func step(_ sentence: Sentence, _ hit: Airtime.Hit, left: Int64) -> NextStep {
    var fields = JSONObject()
    fields["window"] = .string("\(hit.slot.window.id)")
    fields["tries"] = .integer(left)
    return NextStep(
      "code", sentence, fields: fields, until: hit.slot.window.end.advanced(byMicroseconds: after))
  }
}
