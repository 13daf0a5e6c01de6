internal import IdentityContract
package import QixCommands
package import QixFormats
internal import QixKernel

/// A condition as options, each of which says what a key of a file says.
package struct ContextOptions: Sendable {
  @Option private var link: String?
  @Option private var linkPrefix: String?
  @Option private var session: String?
  @Option private var place: String?
  private let asked: Option<String?>?
  @Option private var mode: String?
  @Option private var segment: String?
  @Option private var conditions: [String]
  @Option private var hours: String?
  @Option private var days: String?
  @Option private var zone: String?

  /// The value that removes a part.
  package static let none = "none"

  /// - Parameter asks: whether it may depend on the type of shake that is asked for.
  package init(asks: Bool) {
    _link = Option("link", .text, placeholder: "LINK", "If the user came by this deep link")
    _linkPrefix = Option(
      "link-prefix", .text, placeholder: "LINK", "If the user came by a deep link with this beginning")
    _session = Option("session", .text, placeholder: "NAME", "In this session of an event or a show")
    _place = Option("place", .text, placeholder: "NAME", "At this place")
    asked =
      asks
      ? Option("asked", .text, placeholder: "TYPE", "If this type is asked for; none: if no type is") : nil
    let modes = Mode.allCases.map(\.name) + (asks ? [] : [Self.none])
    _mode = Option("mode", .choice(modes), "For users with this account level or above")
    _segment = Option("segment", .text, placeholder: "NAME", "For users in this segment")
    _conditions = Option(
      "condition", .text, placeholder: "CONDITION",
      "A further condition, such as tier:gold; users must meet all of them")
    _hours = Option("hours", .text, placeholder: "FROM-UNTIL", "At these hours: 18:00-23:30; needs --zone")
    _days = Option("days", .text, placeholder: "DAYS", "On these days: sat,sun; needs --zone")
    _zone = Option("zone", .text, placeholder: "ZONE", "Time zone of --hours and --days: Europe/Rome")
  }

  /// The options themselves, to find out whether any is given.
  package var slots: [ParameterSlot] {
    [$link, $linkPrefix, $session, $place] + (asked.map { [$0.projectedValue] } ?? [])
      + [$mode, $segment, $conditions, $hours, $days, $zone]
  }

  /// Puts what they say into a condition as a file has it, so that both are read by the same rules.
  /// - Parameter removes: whether the word `none` takes a part away.
  /// - Throws: `UsageError` if --hours is not FROM-UNTIL.
  package func put(into when: inout JSONObject, removes: Bool) throws(UsageError) {
    typealias Key = ContextCondition.Key
    func isGone(_ text: String) -> Bool { removes && text == Self.none }
    let texts = [
      (Key.link, link), (Key.prefix, linkPrefix), (Key.session, session), (Key.place, place),
      (Key.asked, asked?.wrappedValue), (Key.mode, mode), (Key.segment, segment),
    ]
    for case (let key, let text?) in texts { when[key] = isGone(text) ? nil : .string(text) }
    if !conditions.isEmpty {
      let named = conditions.filter { !isGone($0) }
      when[Key.conditions] = named.isEmpty ? nil : .array(named.map { .string($0) })
    }
    if let hours, isGone(hours) {
      when[Key.hours] = nil
      return
    }
    guard hours != nil || days != nil || zone != nil else { return }
    var object = when[Key.hours]?.object ?? JSONObject()
    if let hours {
      let parts = hours.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw UsageError("write --hours as FROM-UNTIL, such as 18:00-23:30") }
      (object[Key.from], object[Key.until]) = (.string(parts[0]), .string(parts[1]))
    }
    if let days {
      object[Key.days] =
        isGone(days) ? nil : .array(days.split(separator: ",").map { .string(String($0)) })
    }
    if let zone { object[Key.zone] = .string(zone) }
    when[Key.hours] = .object(object)
  }

  /// The option for a part of a condition, such as `hours`, `from`; nil for a part that has none.
  package static func option(for steps: some Collection<String>) -> String? {
    typealias Key = ContextCondition.Key
    switch steps.first {
    case Key.hours?:
      let inner = steps.dropFirst().first
      return inner == Key.days || inner == Key.zone ? inner.map { "--\($0)" } : "--hours"
    case Key.conditions?: return "--condition"
    case Key.prefix?: return "--link-prefix"
    case Key.link?, Key.session?, Key.place?, Key.asked?, Key.mode?, Key.segment?: return steps.first.map { "--\($0)" }
    default: return nil
    }
  }
}
