internal import IdentityContract
internal import QixModule

/// The parts of a directive as options.
struct DirectiveOptions {
  @Option("link", .text, placeholder: "LINK", "If the user came by this deep link") private var link: String?
  @Option("link-prefix", .text, placeholder: "LINK", "If the user came by a deep link with this beginning")
  private var linkPrefix: String?
  @Option("session", .text, placeholder: "NAME", "In this session of an event or a show") private var session: String?
  @Option("place", .text, placeholder: "NAME", "At this place") private var place: String?
  @Option("asked", .text, placeholder: "TYPE", "If this type is asked for; none: if no type is")
  private var asked: String?
  @Option("mode", .choice(Mode.allCases.map(\.name)), "For users with this account level or above") private var mode:
    String?
  @Option("segment", .text, placeholder: "NAME", "For users in this segment") private var segment: String?
  @Option("hours", .text, placeholder: "FROM-UNTIL", "At these hours: 18:00-23:30; needs --zone")
  private var hours: String?
  @Option("days", .text, placeholder: "DAYS", "On these days: sat,sun; needs --zone") private var days: String?
  @Option("zone", .text, placeholder: "ZONE", "Time zone of --hours and --days: Europe/Rome") private var zone: String?
  @Option("campaign", .text, placeholder: "CAMPAIGN", "The shake goes to this campaign") private var campaign: String?
  @Option("type", .text, placeholder: "TYPE", "The shake is one of this type") private var type: String?
  @Option(
    "nothing", .text, placeholder: "SENTENCE", "Nothing can be won; the user sees this sentence")
  private var nothing: String?
  @Option("hint", .text, placeholder: "SENTENCE", "With --nothing: what the user can do")
  private var hint: String?
  @Option(
    "priority", .integer(in: Directive.priorities), placeholder: "N",
    "If several directives match, the highest priority wins",
    default: "0")
  private var priority: Int64
  @Option("from", .start, "From this time on") private var from: Timestamp?
  @Option("until", .end, "Until this time; a day counts until its end") private var until: Timestamp?

  /// Whether any was given that has no default.
  var isGiven: Bool {
    let slots = [
      $link, $linkPrefix, $session, $place, $asked, $mode, $segment, $hours, $days, $zone, $campaign, $type, $nothing,
      $hint, $from, $until,
    ]
    return slots.firstGiven != nil
  }

  /// The directive as a document would have it, so that options and files are held against the same rules.
  func directive(_ name: String) throws -> Directive {
    var when = JSONObject()
    let texts = [
      ("link", link), ("link_prefix", linkPrefix), ("session", session), ("place", place), ("asked", asked),
      ("mode", mode), ("segment", segment),
    ]
    for (key, text) in texts { when[key] = text.map { .string($0) } }
    if hours != nil || days != nil || zone != nil {
      var object = JSONObject()
      if let hours {
        let parts = hours.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw UsageError("write --hours as FROM-UNTIL, such as 18:00-23:30") }
        (object["from"], object["until"]) = (.string(parts[0]), .string(parts[1]))
      }
      object["days"] = days.map { .array($0.split(separator: ",").map { .string(String($0)) }) }
      object["zone"] = zone.map { .string($0) }
      when["hours"] = .object(object)
    }
    var decision = JSONObject()
    for (key, text) in [("campaign", campaign), ("type", type), ("nothing", nothing), ("hint", hint)] {
      decision[key] = text.map { .string($0) }
    }
    var object = JSONObject()
    object["name"] = .string(name)
    object["when"] = .object(when)
    object["do"] = .object(decision)
    object["priority"] = .integer(priority)
    object["from"] = from.map { .string("\($0)") }
    object["until"] = until.map { .string("\($0)") }
    do throws(DirectiveError) {
      return try Directive(parsing: "\(JSONValue.object(object))")
    } catch {
      guard case .malformed(let faults) = error else { throw error }
      let named = faults.map { DirectiveFault(place: Self.options[$0.place] ?? $0.place, problem: $0.problem) }
      // Of one option several parts can have the same fault.
      throw DirectiveError.malformed(named.enumerated().filter { !named[..<$0].contains($1) }.map(\.element))
    }
  }

  /// The options for the places of a document.
  private static let options: [String: String] = [
    "name": "DIRECTIVE", "do": "--campaign, --type, --nothing", "do.campaign": "--campaign", "do.type": "--type",
    "do.nothing": "--nothing", "do.hint": "--hint", "priority": "--priority", "from": "--from", "until": "--until",
    "when.link": "--link", "when.link_prefix": "--link-prefix", "when.session": "--session", "when.place": "--place",
    "when.asked": "--asked", "when.mode": "--mode", "when.segment": "--segment", "when.hours.from": "--hours",
    "when.hours.until": "--hours", "when.hours.days": "--days", "when.hours.zone": "--zone",
  ]
}
