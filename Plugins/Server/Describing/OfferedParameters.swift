internal import QixFormats
internal import QixModule

/// What a request takes, as OpenAPI describes it: in its path, its query, its head and its body.
struct OfferedParameters {
  private let offer: Offer
  private let teller: Teller
  private let inPath: [ParameterForm]
  private let rest: [ParameterForm]
  private let examples: [GivenExample]
  private var hasBody: Bool { !["GET", "DELETE"].contains(offer.address.method) }

  init(_ offer: Offer, _ teller: Teller) {
    (self.offer, self.teller) = (offer, teller)
    let forms = offer.place.forms.filter(RequestValues.isOpen)
    let names = offer.address.parameters
    inPath = forms.filter { names.contains(RequestValues.name(of: $0)) }
    rest = forms.filter { !names.contains(RequestValues.name(of: $0)) }
    // What stands in files an example doesn't say.
    examples = offer.place.givenExamples.filter { !$0.values.contains { Self.isFile($0.form) } }
  }

  /// Names of what customers may give; what names a user is `me` for them, or left out.
  var ofCustomers: [String] {
    (inPath + rest).filter { $0.isForCustomers(offer.declaration.givenByCustomers) }.map(RequestValues.name)
  }

  /// Parameters of the path, the query and the head.
  var described: [JSONValue] {
    var all = inPath.map { parameter($0, in: "path") }
    if !hasBody { all += rest.filter { !Self.isFile($0) }.map { parameter($0, in: "query") } }
    if offer.declaration.effect == .changes {
      all.append(
        Self.header(
          "Idempotency-Key",
          offer.key != nil
            ? "Required, except in a dry run or a batch. The same key and values return the first answer."
            : "Within a day, the same request with this key is done once, and gets the first answer again."))
    }
    if offer.address.method == "GET" { all.append(Self.header("If-None-Match", "The ETag of an earlier answer")) }
    if offer.listing != nil {
      all.append(Self.header("Last-Event-ID", "For streams: the id of the last event received"))
    }
    return all
  }

  /// The body, by the types in which it may come; nil where there is none.
  var body: JSONValue? {
    guard hasBody else { return nil }
    let needed = rest.filter(isNeeded).map(RequestValues.name)
    var json = self.content(rest, needed, isForm: false)
    let bodies = exampleBodies
    if !bodies.members.isEmpty { json["examples"] = .object(bodies) }
    var content: JSONObject = ["application/json": .object(json)]
    if rest.contains(where: Self.isUpload) {
      content["multipart/form-data"] = .object(self.content(rest, needed, isForm: true))
    }
    if RequestValues.batch(rest) != nil {
      for type in ["text/csv", "application/x-ndjson"] { content[type] = ["schema": ["type": "string"]] }
    }
    return ["required": .bool(!needed.isEmpty), "content": .object(content)]
  }

  /// The bodies that do what examples of the command line do, where they give anything.
  private var exampleBodies: JSONObject {
    var bodies = JSONObject()
    for example in examples {
      var body = JSONObject()
      for (form, text) in example.values where rest.contains(where: { $0.label == form.label }) && form !== offer.key {
        let name = RequestValues.name(of: form)
        if form.kind == .flag {
          body[name] = text.isEmpty ? true : .string(text)
        } else if form.isRepeated {
          body[name] = .array((body[name]?.array ?? []) + [.string(text)])
        } else {
          body[name] = .string(text)
        }
      }
      guard !body.members.isEmpty else { continue }
      bodies["example-\(bodies.members.count + 1)"] = [
        "summary": .string(teller.text(example.explanation)), "value": .object(body),
      ]
    }
    return bodies
  }

  /// What the first example that gives it gives.
  private func example(of form: ParameterForm) -> String? {
    examples.lazy.compactMap { $0.values.first { $0.form.label == form.label }?.text }.first { !$0.isEmpty }
  }

  /// Whether everybody has to give it: customers may leave out what names themselves, and what is not for them.
  private func isNeeded(_ form: ParameterForm) -> Bool {
    guard form.isRequired else { return false }
    return !offer.place.roles.contains(.user)
      || !form.isOfUser && form.isForCustomers(offer.declaration.givenByCustomers)
  }

  /// Whether it takes what stands in a file of the command line.
  private static func isFile(_ form: ParameterForm) -> Bool { form.completion == .file && form.kind != .flag }
  private static func isUpload(_ form: ParameterForm) -> Bool { isFile(form) && form.secret == nil }

  private static func header(_ name: String, _ help: String) -> JSONValue {
    ["name": .string(name), "in": "header", "schema": ["type": "string"], "description": .string(help)]
  }

  private func parameter(_ form: ParameterForm, in place: String) -> JSONValue {
    var parameter: JSONObject = [
      "name": .string(RequestValues.name(of: form)), "in": .string(place),
      "required": .bool(place == "path" || isNeeded(form)), "description": .string(teller.text(form.meaning)),
      "schema": .object(Self.schema(of: form, isForm: true)),
    ]
    if form.kind != .flag, !form.isRepeated, let text = example(of: form) { parameter["example"] = .string(text) }
    return .object(parameter)
  }

  private func content(_ forms: [ParameterForm], _ needed: [String], isForm: Bool) -> JSONObject {
    var properties = JSONObject()
    for form in forms {
      var schema = Self.schema(of: form, isForm: isForm)
      schema["description"] = .string(teller.text(form.meaning))
      properties[RequestValues.name(of: form)] = .object(schema)
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
    if !needed.isEmpty { object["required"] = .array(needed.map { .string($0) }) }
    return ["schema": .object(object)]
  }

  /// - Parameter isForm: everything is text there, and files stand for themselves; in JSON numbers may be written as such,
  ///   and what a file would have is a value.
  private static func schema(of form: ParameterForm, isForm: Bool) -> JSONObject {
    if let word = form.word {
      return [
        "type": isForm ? "string" : ["boolean", "string"],
        "enum": isForm ? ["true", "false", .string(word)] : [true, false, .string(word)],
      ]
    }
    if form.listing != nil { return ["type": isForm ? "string" : ["boolean", "string"]] }
    if form.kind == .flag { return ["type": "boolean"] }
    var one: JSONObject = ["type": isForm ? "string" : ["string", "integer", "number"]]
    if case .choices(let words) = form.completion {
      one = ["type": "string", "enum": .array(words.map { .string($0) })]
    }
    if form.secret == .file {
      one = ["type": "string", "format": "password"]
    } else if isFile(form) {
      one =
        isForm ? ["type": "string", "contentMediaType": "application/octet-stream"] : ["type": ["object", "array"]]
    }
    if let text = form.defaultText { one["default"] = .string(text) }
    return form.isRepeated ? ["type": "array", "items": .object(one)] : one
  }
}
