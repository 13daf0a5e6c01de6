internal import IdentityContract
internal import QixFormats
internal import QixKernel
internal import QixTerminal

/// What a directive is made of, as options.
enum DirectiveOptions {
  static let name = OldPositional("directive", .text, "What the directive is called")
  static let link = OldOption("link", .text, placeholder: "LINK", "Where the user came by this deep link")
  static let linkPrefix = OldOption(
    "link-prefix", .text, placeholder: "LINK", "Where the user came by a deep link that begins so")
  static let session = OldOption("session", .text, placeholder: "NAME", "In this session of an event or a show")
  static let place = OldOption("place", .text, placeholder: "NAME", "At this place")
  static let asked = OldOption(
    "asked", .text, placeholder: "TYPE", "Where this type is asked for; none: where no type is")
  static let mode = OldOption("mode", .choice(Mode.allCases.map(\.name)), "For users in this mode or above")
  static let segment = OldOption("segment", .text, placeholder: "NAME", "For users in this segment")
  static let hours = OldOption("hours", .text, placeholder: "FROM-UNTIL", "At these hours: 18:00-23:30; needs --zone")
  static let days = OldOption("days", .text, placeholder: "DAYS", "On these days: sat,sun; needs --zone")
  static let zone = OldOption("zone", .text, placeholder: "ZONE", "Time zone of --hours and --days: Europe/Rome")
  static let campaign = OldOption("campaign", .text, placeholder: "CAMPAIGN", "The shake goes to this campaign")
  static let type = OldOption("type", .text, placeholder: "TYPE", "The shake is one of this type")
  static let nothing = OldOption(
    "nothing", .text, placeholder: "SENTENCE", "There is nothing to win here now, and what the user is told")
  static let hint = OldOption("hint", .text, placeholder: "SENTENCE", "With --nothing: what the user can do about it")
  static let priority = OldOption(
    "priority", .integer(in: Directive.priorities), placeholder: "N", "Of several that hold, the greater one's",
    default: "0")
  static let from = OldOption("from", .timestamp, placeholder: "TIME", "From this moment on")
  static let until = OldOption("until", .timestamp, placeholder: "TIME", "Until before this moment")

  static let parts: [any Parameter] = [
    link, linkPrefix, session, place, asked, mode, segment, hours, days, zone, campaign, type, nothing, hint, priority,
    from, until,
  ]

  /// The directive as a document would have it, so that options and files are held against the same rules.
  static func directive(_ name: String, _ arguments: Arguments) throws -> Directive {
    var when = JSONObject()
    let texts = [("link", link), ("link_prefix", linkPrefix), ("session", session), ("place", place), ("asked", asked)]
    for (key, option) in texts + [("mode", mode), ("segment", segment)] {
      when[key] = arguments[option].map { .string($0) }
    }
    if arguments[hours] != nil || arguments[days] != nil || arguments[zone] != nil {
      var object = JSONObject()
      if let text = arguments[hours] {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { throw UsageError("--hours are written FROM-UNTIL, such as 18:00-23:30") }
        (object["from"], object["until"]) = (.string(parts[0]), .string(parts[1]))
      }
      object["days"] = arguments[days].map { .array($0.split(separator: ",").map { .string(String($0)) }) }
      object["zone"] = arguments[zone].map { .string($0) }
      when["hours"] = .object(object)
    }
    var decision = JSONObject()
    for (key, option) in [("campaign", campaign), ("type", type), ("nothing", nothing), ("hint", hint)] {
      decision[key] = arguments[option].map { .string($0) }
    }
    var object = JSONObject()
    object["name"] = .string(name)
    object["when"] = .object(when)
    object["do"] = .object(decision)
    object["priority"] = arguments[priority].map { .integer($0) }
    object["from"] = arguments[from].map { .string("\($0)") }
    object["until"] = arguments[until].map { .string("\($0)") }
    do throws(DirectiveError) {
      return try Directive(parsing: "\(JSONValue.object(object))")
    } catch {
      guard case .malformed(let faults) = error else { throw error }
      let named = faults.map { DirectiveFault(place: options[$0.place] ?? $0.place, problem: $0.problem) }
      // Of one option several parts can have the same fault.
      throw DirectiveError.malformed(named.enumerated().filter { !named[..<$0].contains($1) }.map(\.element))
    }
  }

  /// What a place of a document is called on the command line.
  private static let options: [String: String] = [
    "name": "DIRECTIVE", "do": "--campaign, --type, --nothing", "do.campaign": "--campaign", "do.type": "--type",
    "do.nothing": "--nothing", "do.hint": "--hint", "priority": "--priority", "from": "--from", "until": "--until",
    "when.link": "--link", "when.link_prefix": "--link-prefix", "when.session": "--session", "when.place": "--place",
    "when.asked": "--asked", "when.mode": "--mode", "when.segment": "--segment", "when.hours.from": "--hours",
    "when.hours.until": "--hours", "when.hours.days": "--days", "when.hours.zone": "--zone",
  ]
}
