internal import QixFormats
internal import QixModule

/// The commands as pages make forms of them, `/v1/commands.json`: what each takes, where in a request that goes, and how a
/// command line would say it. A command without an address is there with the reason.
struct CommandForms {
  private let program: Program
  private let routes: RouteTable
  private let teller: Teller

  init(_ program: Program, _ routes: RouteTable, _ wording: Wording) {
    (self.program, self.routes, teller) = (program, routes, wording.describing)
  }

  var value: JSONValue {
    // A form may bring a file.
    let offers = Dictionary(routes.offers.map { ($0.place.text, $0) }) { one, other in one.isForFile ? one : other }
    let commands = program.tree.places.compactMap { place -> JSONValue? in
      guard let address = place.address else { return nil }
      var command: JSONObject = [
        "command": .string(place.path.dropFirst().joined(separator: " ")),
        "summary": .string(teller.text(place.node.summary)), "discussion": .string(teller.text(place.node.discussion)),
        "roles": .array(place.roles.map { .string($0.rawValue) }),
      ]
      if case .failure(let error) = address { command["reason"] = .string(error.reason) }
      if let offer = offers[place.text] { describe(offer, in: &command) }
      return .object(command)
    }
    return ["program": .string(program.name), "commands": .array(commands)]
  }

  private func describe(_ offer: Offer, in command: inout JSONObject) {
    command["method"] = .string(offer.address.method)
    command["path"] = .string(offer.address.path)
    command["effect"] = .string("\(offer.declaration.effect)")
    command["followed"] = .bool(offer.isFollowed)
    let inPath = offer.address.parameters
    let rest = ["GET", "DELETE"].contains(offer.address.method) ? "query" : "body"
    command["parameters"] = .array(
      offer.place.forms.filter(RequestValues.isOpen).map { form in
        let name = RequestValues.name(of: form)
        return parameter(form, name, in: inPath.contains(name) ? "path" : rest)
      })
  }

  private func parameter(_ form: ParameterForm, _ name: String, in place: String) -> JSONValue {
    var parameter: JSONObject = [
      "name": .string(name), "label": .string(form.label), "in": .string(place), "kind": .string(kind(of: form)),
      "help": .string(teller.text(form.meaning)), "required": .bool(form.isRequired || place == "path"),
      "repeated": .bool(form.isRepeated),
    ]
    if !form.placeholder.isEmpty { parameter["placeholder"] = .string(form.placeholder) }
    if case .choices(let words) = form.completion { parameter["choices"] = .array(words.map { .string($0) }) }
    if let text = form.defaultText { parameter["default"] = .string(text) }
    if let word = form.word { parameter["word"] = .string(word) }
    if let purpose = Self.purpose(of: form) { parameter["purpose"] = .string(purpose) }
    return .object(parameter)
  }

  /// What a form shows for it: a box to tick, a field for text, one for a secret, one for a file, lines of a batch.
  private func kind(of form: ParameterForm) -> String {
    if form.kind == .flag { return "flag" }
    if form.secret != nil { return "secret" }
    if form.purpose == .lines { return "lines" }
    return form.completion == .file ? "file" : "text"
  }

  private static func purpose(of form: ParameterForm) -> String? {
    switch form.purpose {
    case .key: "key"
    case .rows: "rows"
    case .cursor: "cursor"
    case .dryRun: "dry-run"
    case .formatOfLines: "format-of-lines"
    case .results: "results"
    case .personal: "personal"
    case .eventTypes, .lines, .secret, .cookie, nil: nil
    }
  }
}
