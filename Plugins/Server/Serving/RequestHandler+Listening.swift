internal import IdentityContract
internal import QixFormats
internal import QixHTTP
internal import QixModule

/// Lists of events that go on.
extension RequestHandler {
  /// Answers with a stream of events, beginning behind the one that the client had last.
  func listen(_ request: Request, _ listing: any EventListing.Type, _ listeners: Listeners, _ seat: Context) {
    do {
      let head = request.exchange.head
      let principal = try self.principal(head, request.offer, seat)
      var call = Call(request.offer.place)
      try call.admit(principal)
      let place = try StreamPlace(request)
      let listener = Listener(
        exchange: request.exchange, audience: EventAudience(principal.role ?? .guest, user: principal.user),
        user: try listing.isOfUser ? user(request, principal, seat) : nil, types: try place.types(listeners),
        isStillAllowed: isStillAllowed(principal, request))
      let cursor = try (head.fields["Last-Event-ID"] ?? place.cursor).flatMap { text -> EventID? in
        if text.isEmpty { return nil }
        guard let id = EventID(text) else {
          throw Problem(
            400, "http.value", "Last-Event-ID or after isn't the id of an event", hint: "Leave it out to begin now.")
        }
        return id
      }
      let fields = try streamFields(head, listeners)
      note(request.route, 200, request.started, principal.logName)
      listeners.add(listener, after: cursor, fields, seat.database)
    } catch {
      fail(request, error)
    }
  }

  private func streamFields(_ head: HTTPHead, _ listeners: Listeners) throws -> HTTPFields {
    guard listeners.hasRoom else {
      throw Problem(503, "http.busy", "too many clients are listening", ["Retry-After": "30"])
    }
    var fields = Self.headers("text/event-stream")
    share(&fields, head)
    fields.add("X-Accel-Buffering", "no")
    // A stream that was ended leaves no connection behind, whether or not its client is still there.
    fields.add("Connection", "close")
    return fields
  }

  /// Whether who has asked would be let in as the same, with the same rights.
  private func isStillAllowed(_ principal: Principal, _ request: Request) -> @Sendable (Context) -> Bool {
    { [self, head = request.exchange.head, offer = request.offer] seat in
      guard let now = try? self.principal(head, offer, seat, isCounted: false) else { return false }
      return now.role == principal.role && now.user == principal.user && now.scopes == principal.scopes
    }
  }

  /// Answers with what a command answers, and with each change of it.
  func follow(_ request: Request, _ listeners: Listeners, _ seat: Context) {
    do {
      let (head, declaration) = (request.exchange.head, request.offer.declaration)
      let principal = try self.principal(head, request.offer, seat)
      request.actor.value = principal.logName
      var call = Call(request.offer.place)
      try call.admit(principal)
      let fields = try streamFields(head, listeners)
      // A shared answer is made without its reader, so it can hold nothing of one reader that another would get.
      let asker = declaration.isSharedByRole ? principal.role.map { Principal(ofAll: $0) } ?? principal : principal
      let query = request.target.query.map { "\($0.name)=\($0.value)" }.sorted()
      let language = principal.isCustomer ? translations(for: head.fields)?.language : nil
      // Sessions of staff share none: each has confirmed for itself who it is.
      let session = asker.isCustomer ? nil : asker.session
      let name =
        [request.route, asker.name, session ?? "", language?.rawValue ?? ""] + (asker.scopes ?? ["*"]) + request.values
        + query
      let topic = Topic(
        name.map { $0.debugDescription }.joined(separator: " "), follows: request.offer.follows, user: asker.user
      ) { [self] seat in try answer(to: request, asker, seat) }
      let listener = Listener(
        exchange: request.exchange, audience: EventAudience(principal.role ?? .guest, user: principal.user),
        user: principal.user, types: nil, isStillAllowed: isStillAllowed(principal, request))
      try listeners.follow(topic, listener, fields, seat)
      note(request.route, 200, request.started, principal.logName)
    } catch {
      fail(request, error)
    }
  }

  /// What a command that reads answers now.
  private func answer(to request: Request, _ principal: Principal, _ seat: Context) throws -> JSONValue {
    var call = Call(request.offer.place)
    try call.admit(principal)
    var values = try RequestValues(call, request.offer, path: request.values)
    for member in request.target.query { try values.give(member.name, member.value) }
    let output = MemoryOutput()
    var streams = Streams(output: output, errors: Unheard(), input: MemoryInput(), clock: seat.clock)
    streams.isDashInput = false
    streams.translations = principal.isCustomer ? translations(for: request.fields) : nil
    try seat.database.holding {
      try values.call.run(in: seat.acting(as: principal), streams: streams, zone: values.zone)
    }
    return try JSONValue(parsing: output.text)
  }

  /// The user whose events are asked for: a customer's own, whatever they write.
  private func user(_ request: Request, _ principal: Principal, _ seat: Context) throws -> UserID {
    let text = request.values.first ?? ""
    if let user = principal.user {
      guard text == "me" || text == "\(user)" else { throw Problem(404, "identity.not-found", "there is no such user") }
      return user
    }
    let directory = try seat.service(Users.directory)
    return try seat.database.read { try directory.required(text, in: $0) }
  }
}

/// The query of a stream of events: its beginning and the types wanted.
private struct StreamPlace {
  private(set) var cursor: String?
  private var names: Set<String> = []

  init(_ request: Request) throws {
    for member in request.target.query {
      switch request.offer.parameters[member.name]?.purpose {
      case .cursor: cursor = cursor ?? member.value
      case .eventTypes: names.insert(member.value)
      default: throw Problem(400, "http.unknown-parameter", "an event stream takes after and, once or more, type")
      }
    }
  }

  /// The types that the client wants; nil for all.
  func types(_ listeners: Listeners) throws -> Set<String>? {
    let known = Set(listeners.feed.types.map(\.name))
    if let unknown = names.first(where: { !known.contains($0) }) {
      throw Problem(400, "http.value", "there is no event type '\(unknown)'")
    }
    return names.isEmpty ? nil : names
  }
}
