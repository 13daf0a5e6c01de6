internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The description of the interface (OpenAPI 3.1), out of the declarations of the commands.
struct OpenAPI {
  private let program: Program
  private let offers: [Offer]

  init(_ program: Program, _ routes: RouteTable) {
    self.program = program
    offers = routes.offers.sorted { ($0.address.path, $0.address.method) < ($1.address.path, $1.address.method) }
  }

  var value: JSONValue {
    var paths = JSONObject()
    for offer in offers {
      var item = paths[offer.address.path]?.object ?? JSONObject()
      item[offer.address.method.lowercased()] = operation(offer)
      paths[offer.address.path] = .object(item)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": .string(program.name), "version": .string(program.version),
        "description": .string(
          "The commands of \(program.name) over HTTP: the same rights, keys and answers. "
            + "An error is a problem of RFC 9457 with a stable code."),
      ],
      "servers": [["url": "/"]],
      "security": [["token": []]],
      "paths": .object(paths),
      "components": [
        "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
        "schemas": .object(schemas),
        "responses": [
          "Problem": [
            "description": "What is wrong",
            "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
          ]
        ],
      ],
    ]
  }

  private static let problem: JSONValue = [
    "type": "object",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "code": ["type": "string", "description": "Stable, for programs: coins.insufficient"],
      "detail": ["type": "string"], "hint": ["type": "string"],
    ],
  ]

  private var schemas: JSONObject {
    var schemas = JSONObject()
    schemas["Problem"] = Self.problem
    for offer in offers {
      for schema in offer.declaration.answerSchemas {
        schemas[Self.key(schema.name)] = try? JSONValue(parsing: schema.json)
      }
    }
    return schemas
  }

  /// The name of an answer where only letters, digits, dots and dashes can be: `wallet.show.1`.
  private static func key(_ schema: String) -> String { String(schema.map { $0 == "/" ? "." : $0 }) }

  private func operation(_ offer: Offer) -> JSONValue {
    let words = offer.place.path.dropFirst()
    let forms = offer.place.forms.filter(RequestValues.isOpen)
    let inPath = offer.address.parameters
    func isInPath(_ form: ParameterForm) -> Bool { inPath.contains(RequestValues.name(of: form)) }
    var parameters: [JSONValue] = forms.filter(isInPath).map { Self.parameter($0, in: "path") }
    let rest = forms.filter { !isInPath($0) }
    let isRead = offer.address.method == "GET"
    if isRead || offer.address.method == "DELETE" {
      parameters += rest.filter { $0.completion != .file || $0.kind == .flag }.map { Self.parameter($0, in: "query") }
    }
    if RequestValues.key(forms) != nil {
      parameters.append([
        "name": "Idempotency-Key", "in": "header", "schema": ["type": "string"],
        "description": "The same key and body give the first answer; with another body it is a conflict.",
      ])
    }
    let roles = offer.place.roles.map(\.rawValue)
    var operation: JSONObject = [
      "operationId": .string(words.joined(separator: ".")),
      "tags": [.string(words.first ?? "")],
      "summary": .string(offer.place.node.summary),
      "description": .string(
        [offer.place.node.discussion, "For \(roles.joined(separator: ", "))."].filter { !$0.isEmpty }
          .joined(separator: "\n\n")),
      "parameters": .array(parameters),
      "responses": .object(responses(offer)),
      "x-command": .string(offer.place.text),
      "x-roles": .array(roles.map { .string($0) }),
    ]
    if !isRead, offer.address.method != "DELETE" { operation["requestBody"] = Self.body(rest) }
    return .object(operation)
  }

  private func responses(_ offer: Offer) -> JSONObject {
    let answers = offer.declaration.answerSchemas.map { schema -> JSONValue in
      ["$ref": .string("#/components/schemas/\(Self.key(schema.name))")]
    }
    let schema: JSONValue = answers.count == 1 ? answers[0] : ["oneOf": .array(answers)]
    var content: JSONObject = ["application/json": ["schema": answers.isEmpty ? [:] : schema]]
    if RequestValues.batch(offer.place.forms) != nil { content["application/x-ndjson"] = [:] }
    return [
      "200": ["description": "Done", "content": .object(content)],
      "default": ["$ref": "#/components/responses/Problem"],
    ]
  }

  private static func parameter(_ form: ParameterForm, in place: String) -> JSONValue {
    [
      "name": .string(RequestValues.name(of: form)), "in": .string(place),
      "required": .bool(place == "path" || form.isRequired), "description": .string(form.help),
      "schema": schema(of: form),
    ]
  }

  private static func schema(of form: ParameterForm) -> JSONValue {
    if form.kind == .flag { return ["type": "boolean"] }
    var one: JSONObject = ["type": "string"]
    if case .choices(let words) = form.completion { one["enum"] = .array(words.map { .string($0) }) }
    if form.secret == .file {
      one = ["type": "string", "format": "password"]
    } else if form.completion == .file {
      one = ["type": ["object", "array"]]
    }
    if let text = form.defaultText { one["default"] = .string(text) }
    return form.isRepeated ? ["type": "array", "items": .object(one)] : .object(one)
  }

  private static func body(_ forms: [ParameterForm]) -> JSONValue {
    var properties = JSONObject()
    for form in forms {
      // Numbers may be written as such.
      var schema = schema(of: form)
      if case .object(var object) = schema, object["type"] == "string", object["enum"] == nil {
        object["type"] = ["string", "integer", "number"]
        schema = .object(object)
      }
      if case .object(var object) = schema {
        object["description"] = .string(form.help)
        schema = .object(object)
      }
      properties[RequestValues.name(of: form)] = schema
    }
    var object: JSONObject = ["type": "object", "properties": .object(properties), "additionalProperties": false]
    let required = forms.filter(\.isRequired).map { JSONValue.string(RequestValues.name(of: $0)) }
    if !required.isEmpty { object["required"] = .array(required) }
    var content: JSONObject = ["application/json": ["schema": .object(object)]]
    if RequestValues.batch(forms) != nil {
      content["text/csv"] = ["schema": ["type": "string"]]
      content["application/x-ndjson"] = ["schema": ["type": "string"]]
    }
    return ["required": .bool(!required.isEmpty), "content": .object(content)]
  }
}
