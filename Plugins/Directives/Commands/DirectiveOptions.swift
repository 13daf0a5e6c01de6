internal import DirectivesContract
internal import QixModule

/// The parts of a directive as options.
struct DirectiveOptions {
  private let condition = ContextOptions(asks: true)
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
    let slots = condition.slots + [$campaign, $type, $nothing, $hint, $from, $until]
    return slots.firstGiven != nil
  }

  /// The directive as a document would have it, so that options and files are held against the same rules.
  func directive(_ name: String) throws -> Directive {
    var when = JSONObject()
    try condition.put(into: &when, removes: false)
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
      let named = faults.map { DirectiveFault(place: Self.option(for: $0.place), problem: $0.problem) }
      // Of one option several parts can have the same fault.
      throw DirectiveError.malformed(named.enumerated().filter { !named[..<$0].contains($1) }.map(\.element))
    }
  }

  /// The option for a place of a document, such as `when.hours.zone`.
  private static func option(for place: String) -> String {
    let steps = place.split { $0 == "." || $0 == "[" }.map(String.init)
    if steps.first == "when" { return ContextOptions.option(for: steps.dropFirst()) ?? place }
    return options[place] ?? place
  }

  private static let options: [String: String] = [
    "name": "DIRECTIVE", "do": "--campaign, --type, --nothing", "do.campaign": "--campaign", "do.type": "--type",
    "do.nothing": "--nothing", "do.hint": "--hint", "priority": "--priority", "from": "--from", "until": "--until",
  ]
}
