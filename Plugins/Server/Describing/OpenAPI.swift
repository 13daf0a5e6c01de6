internal import QixFormats
internal import QixHTTP
internal import QixModule

/// The description of the interface (OpenAPI 3.1), out of the declarations of the commands.
struct OpenAPI {
  private let program: Program
  private let offers: [Offer]
  private let codes = ErrorCodes()
  private let teller: Teller

  init(_ program: Program, _ routes: RouteTable, _ wording: Wording) {
    (self.program, teller) = (program, wording.describing)
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
        "securitySchemes": [
          "token": [
            "type": "http", "scheme": "bearer",
            "description": "The token of a program or of staff, or a customer's session.",
          ],
          "session": [
            "type": "apiKey", "in": "cookie", "name": .string(SessionCookie.customer.name),
            "description": "A customer's session in a browser. Changes need the Origin of the site.",
          ],
          "staff": [
            "type": "apiKey", "in": "cookie", "name": .string(SessionCookie.staff.name),
            "description": .string(
              "A session of staff in a browser, for requests with \(SessionCookie.face): console. Changes need the Origin "
                + "of the site."),
          ],
        ],
        "schemas": .object(schemas),
        "responses": .object(problems),
      ],
    ]
  }

  private static let problem: JSONValue = [
    "type": "object",
    "required": ["type", "title", "status", "code", "detail"],
    "properties": [
      "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
      "code": [
        "type": "string",
        "description": "Stable, for programs: coins.insufficient. An answer's x-codes lists the codes of its module.",
      ],
      "detail": [
        "type": "string",
        "description":
          "For a customer in the language of Accept-Language (en, it, es, ca, ro), or else of server.language.",
      ],
      "hint": ["type": "string"],
      "values": [
        "type": "object",
        "description": "The values in the detail, by what they are: coins, time, number, text; coins2 is the second.",
        "additionalProperties": ["type": ["integer", "string"]],
      ],
    ],
  ]

  /// The answers of a request that fails, by their status (docs/server.md tells them by category).
  private static let failures: [(status: String, name: String, description: String)] = [
    ("400", "BadRequest", "The request can't be read, or the command doesn't take a value"),
    ("401", "Unauthorized", "No valid token or session"),
    ("403", "Forbidden", "The caller may not do this, or needs an approval"),
    ("404", "NotFound", "The named object doesn't exist, or belongs to someone else"),
    ("409", "Conflict", "The object already exists, or the key was used for another request"),
    ("422", "Refused", "A rule refused the request; the code names the rule"),
    ("429", "TooMany", "Too many such requests; Retry-After says when to try again"),
    ("503", "Busy", "The server is busy or the disk is full; it is safe to send the same request with its key again"),
  ]

  /// An answer of a request that fails, with the codes that it may have.
  private static func problem(_ description: String, _ codes: [String]) -> JSONValue {
    var problem: JSONObject = [
      "description": .string(description),
      "content": ["application/problem+json": ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
    if !codes.isEmpty { problem["x-codes"] = .array(codes.map { .string($0) }) }
    return .object(problem)
  }

  /// The answers that any request may come to.
  private var problems: JSONObject {
    var problems: JSONObject = ["Problem": Self.problem("The error", [])]
    for failure in Self.failures {
      problems[failure.name] = Self.problem(failure.description, codes.general(failure.status))
    }
    return problems
  }

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
    let parameters = OfferedParameters(offer, teller)
    let roles = offer.place.roles.map(\.rawValue)
    var operation: JSONObject = [
      "operationId": .string(offer.id),
      "tags": [.string(offer.place.path.dropFirst().first ?? "")],
      "summary": .string(teller.text(offer.place.node.summary)),
      "description": .string(
        [teller.text(offer.place.node.discussion), "For \(roles.joined(separator: ", "))."].filter { !$0.isEmpty }
          .joined(separator: "\n\n")),
      "parameters": .array(parameters.described),
      "responses": .object(responses(offer)),
      "security": Self.security(offer),
      "x-command": .string(offer.place.text),
      "x-roles": .array(roles.map { .string($0) }),
    ]
    if offer.place.roles.contains(.user) {
      operation["x-given-by-customers"] = .array(parameters.ofCustomers.map { .string($0) })
    }
    if let body = parameters.body { operation["requestBody"] = body }
    if let retirement = offer.declaration.retirement {
      operation["deprecated"] = true
      operation["x-sunset"] = .string("\(retirement.ends)")
      operation["x-successor"] = .string(retirement.successor)
    }
    return .object(operation)
  }

  /// Who may ask: staff and programs by their tokens, customers by their session in either form, guests without any.
  private static func security(_ offer: Offer) -> JSONValue {
    let roles = offer.place.roles
    var ways: [JSONValue] = [["token": []]]
    if roles.contains(.user) { ways.append(["session": []]) }
    if offer.isForGuests { ways.append([:]) }
    return .array(ways)
  }

  private func responses(_ offer: Offer) -> JSONObject {
    let answers = offer.declaration.answerSchemas.map { schema -> JSONValue in
      ["$ref": .string("#/components/schemas/\(Self.key(schema.name))")]
    }
    let schema: JSONValue = answers.count == 1 ? answers[0] : ["oneOf": .array(answers)]
    let file = offer.declaration.answer?.file
    var content: JSONObject =
      file.map { [$0.rawValue: [:]] } ?? ["application/json": ["schema": answers.isEmpty ? [:] : schema]]
    if RequestValues.batch(offer.place.forms) != nil { content["application/x-ndjson"] = [:] }
    if offer.isFollowed { content["text/event-stream"] = ["schema": ["type": "string"]] }
    var responses: JSONObject = [
      "200": ["description": "Done", "content": .object(content)],
      "default": ["$ref": "#/components/responses/Problem"],
    ]
    for failure in Self.failures where failure.status != "409" || offer.declaration.effect != .reads {
      let own = offer.command.map { codes.own(of: $0, failure.status) } ?? []
      responses[failure.status] =
        own.isEmpty
        ? ["$ref": .string("#/components/responses/\(failure.name)")] : Self.problem(failure.description, own)
    }
    if offer.address.method == "GET" {
      responses["304"] = ["description": "The answer still matches If-None-Match"]
    }
    return responses
  }
}
