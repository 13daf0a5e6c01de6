internal import QixCalendar
internal import QixShake

/// A broadcast as a file or an operator announces it, checked.
struct Broadcast: Sendable, Equatable {
  let channel: String
  let programme: String
  let start: Timestamp
  let end: Timestamp
  let zone: String
  let source: Window.Source

  /// The fault that keeps a name from being a channel's, which campaigns name; nil for none.
  static func problem(withChannel name: String) -> String? { ExactName.problem(with: name, most: longestChannel) }

  /// The fault that keeps a title from being a programme's; nil for none.
  static func problem(withTitle name: String, most: Int = longestProgramme) -> String? {
    if name.isEmpty { return "it is empty" }
    if name.unicodeScalars.count > most { return "it is longer than \(most) characters" }
    let isControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return isControl ? "it has control characters in it" : nil
  }

  static let longestChannel = 64
  static let longestProgramme = 200
}

extension CalendarOccurrence {
  /// - Parameter channel: of all events; nil for what each says itself: X-QIX-CHANNEL, LOCATION, the first of CATEGORIES.
  /// - Throws: `CalendarFault`
  func broadcast(on channel: String?) throws(CalendarFault) -> Broadcast {
    guard let channel = channel ?? self.channel ?? location ?? category else {
      throw CalendarFault(
        line, "tvshake.no-channel", "the event has no channel",
        hint: "Give --channel, or add X-QIX-CHANNEL, LOCATION or CATEGORIES to the event.")
    }
    guard let programme = summary else {
      throw CalendarFault(line, "tvshake.no-programme", "the event has no SUMMARY for the programme")
    }
    if let problem = Broadcast.problem(withChannel: channel) {
      throw CalendarFault(line, "tvshake.name", "the channel's name can't be kept: \(problem)")
    }
    if let problem = Broadcast.problem(withTitle: programme) {
      throw CalendarFault(line, "tvshake.name", "the programme's name can't be kept: \(problem)")
    }
    return Broadcast(
      channel: channel, programme: programme, start: start, end: end,
      // A zone that only the file knows can't be looked up once the file is gone.
      zone: zone.isOfSystem ? zone.identifier : TimeZone.utc.identifier,
      source: Window.Source(uid: uid, instance: instance, sequence: sequence))
  }
}
