internal import IdentityContract
internal import QixHTTP
internal import QixModule
internal import Synchronization

/// A value that is kept for another thread.
final class Kept<Value: Sendable>: Sendable {
  private let kept: Mutex<Value>
  init(_ value: Value) { kept = Mutex(value) }
  var value: Value {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

/// A request for a command, on its way.
struct Request: Sendable {
  let exchange: any HTTPExchange
  let target: HTTPTarget
  let offer: Offer
  /// Of the parameters in the path.
  let values: [String]
  let type: BodyType
  /// Microseconds of the clock that never jumps.
  let started: Int64
  /// The name of who asks, for the access log, once it is known.
  let actor = Kept<String?>(nil)

  var route: String { "\(offer.address)" }
  var fields: HTTPFields { exchange.head.fields }
}

extension Face {
  /// What is known of a request until it is answered.
  private struct Asked: Sendable {
    let request: Request
    let principal: Principal
    let body: AnswerBody
    let fields: HTTPFields
    /// The key under which it is done once, where the command has none of its own.
    let keyed: KeyedRequest?
    /// Whether it is answered line by line.
    let isBatch: Bool
    /// The database of the thread that does it.
    let database: Database
    /// Says of errors what the principal may be told, as soon as that is known.
    let teller = Kept(ErrorTeller())
  }

  /// A request whose command and values were found.
  private struct Prepared {
    let asked: Asked
    let values: RequestValues
    let context: Context
    let streams: Streams
  }

  /// Answers a request on a thread of a pool, of which `seat` is.
  func answer(_ request: Request, _ seat: Context) {
    do {
      guard request.offer.isBrief, request.type == .json || request.type == .other else {
        return try run(prepare(request, seat), seat)
      }
      let begun = ProcessFigures.microseconds
      defer {
        if request.offer.declaration.effect == .reads {
          request.offer.pace.note(microseconds: ProcessFigures.microseconds - begun)
        }
      }
      // One state of the data for all that is read, who asks included.
      try seat.database.holding {
        let prepared = try prepare(request, seat)
        if begin(prepared) { return }
        if request.offer.declaration.effect == .reads { return try run(prepared, seat) }
        // It changes something by itself after all, and waits for that on another thread.
        submit(request, to: changers) { [self] seat in
          do { try run(prepare(request, seat), seat) } catch { fail(request, error) }
        }
      }
    } catch {
      fail(request, error)
    }
  }

  private func prepare(_ request: Request, _ seat: Context) throws -> Prepared {
    let principal = try self.principal(request.exchange.head, request.offer, seat)
    request.actor.value = principal.name
    var call = Call(request.offer.place)
    try call.admit(principal)
    var values = try RequestValues(call, request.offer, path: request.values)
    values.keyOwner = try keyOwner(of: request, principal, seat)
    for member in request.target.query { try values.give(member.name, member.value) }
    var input: any InputSource = MemoryInput()
    let lines: String? = if case .lines(let format) = request.type { format } else { nil }
    if let lines {
      try values.giveLines(lines)
      input = RequestInput(request.exchange)
    } else if request.offer.address.method != "GET" {
      try Self.takeBody(of: request, &values)
      if let content = values.input { input = MemoryInput(content, name: "the body") }
    }
    let keyed = try key(of: request, principal, &values)
    var limits = HTTPFields()
    if let place = principal.place, principal.role == .guest { limits = strangers.fields(of: place) }
    if values.hasFile, principal.isCustomer, let place = principal.user.map({ "\($0)" }) ?? principal.place {
      let seconds = uploads.next(place)
      limits = uploads.fields(of: place, wait: seconds)
      guard seconds == nil else {
        throw Problem(429, "http.too-many-uploads", "too many pictures or recordings came within a minute", limits)
      }
    }
    var context = seat.acting(as: principal)
    context.seat(&context, keyed?.bound(seat.database, at: seat.clock.now()) ?? seat.database)
    var fields = headers(request.exchange.head, lines == nil ? "application/json" : "application/x-ndjson")
    fields.add(limits)
    let body = AnswerBody(request.exchange, fields, isStreamed: lines != nil)
    let streams = Streams(output: body, errors: Unheard(), input: input, clock: context.clock)
    let asked = Asked(
      request: request, principal: principal, body: body, fields: fields, keyed: keyed, isBatch: lines != nil,
      database: seat.database)
    return Prepared(asked: asked, values: values, context: context, streams: streams)
  }

  /// Gives the command its idempotency key, or finds out under which the server keeps the answer.
  /// - Throws: `Problem` where the command needs one.
  private func key(
    of request: Request, _ principal: Principal, _ values: inout RequestValues
  ) throws -> KeyedRequest? {
    let declaration = request.offer.declaration
    if case .lines = request.type { return nil }
    let key = request.fields["Idempotency-Key"]
    guard request.fields.count(of: "Idempotency-Key") <= 1 else {
      throw Problem(400, "http.given-twice", "the idempotency key is given twice", hint: "Send one Idempotency-Key.")
    }
    // Bytes that are no UTF-8 are U+FFFD by now, whichever they were: two keys would be one.
    guard !(key?.unicodeScalars.contains("\u{FFFD}") ?? false) else {
      throw Problem(
        400, "http.key-encoding", "the idempotency key isn't UTF-8",
        hint: "Write it in letters and digits of ASCII, such as order-981.")
    }
    guard declaration.effect == .changes, !values.isDryRun else { return nil }
    if values.takesKey {
      if let key { try values.give(key: key) }
      guard values.hasKey else {
        throw Problem(
          400, "http.key-missing", "this moves something, and needs an idempotency key",
          hint: "Send one as Idempotency-Key, and the same again when you got no answer.")
      }
      return nil
    }
    // Strangers have one name: each address has keys of its own.
    let asker = principal.role == .guest ? "\(principal.name)@\(principal.place ?? "")" : principal.name
    return try key.map { try KeyedRequest($0, of: request, by: asker) }
  }

  /// Among whose keys a customer's key is meant. Who has signed in since they used it was another user then, and gets the
  /// answer of that time: nothing is paid twice for want of an answer.
  private func keyOwner(of request: Request, _ principal: Principal, _ seat: Context) throws -> UserID? {
    guard let user = principal.user, request.offer.key != nil else { return nil }
    let directory = try seat.service(Users.directory)
    return try seat.database.read { connection in
      let former = try directory.former(of: user, in: connection)
      guard !former.isEmpty, let key = Self.key(in: request) else { return nil }
      return try former.first { former in
        try seat.registry.remembers(IdempotencyKey.ofCustomer(former, key), in: connection)
      }
    }
  }

  /// The idempotency key, wherever a request has it: as a field, in the address, or in a body of JSON.
  private static func key(in request: Request) -> String? {
    let name = "idempotency_key"
    return request.fields["Idempotency-Key"] ?? request.target.query.first { $0.name == name }?.value
      ?? (try? JSONValue(parsing: request.exchange.body))?[name]?.string
  }

  /// Bytes of a body of JSON, which costs many times its length to read.
  private static let mostJSON = 4 << 20

  /// Bytes of a form with its files, and microseconds that it may take to come.
  private static let mostForm = 24 << 20
  private static let formPatience: Int64 = 30_000_000

  /// Reads a form on the thread that does the request, once it is known who asks.
  private static func receive(_ exchange: any HTTPExchange) throws -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
    let end = ProcessFigures.microseconds + formPatience
    while true {
      guard let count = try? buffer.withUnsafeMutableBytes({ try exchange.read(into: $0) }) else {
        throw Problem(400, "http.client-gone", "the client has gone")
      }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= mostForm else {
        throw Problem(413, "http.too-large", "a form has \(mostForm >> 20) MiB at most, with its files")
      }
      guard ProcessFigures.microseconds < end else {
        throw Problem(408, "http.slow", "the form came too slowly", ["Connection": "close"])
      }
    }
  }

  private static func takeBody(of request: Request, _ values: inout RequestValues) throws {
    if request.type == .form {
      return try values.give(form: receive(request.exchange), type: request.fields["Content-Type"] ?? "")
    }
    let body = request.exchange.body
    guard !body.isEmpty else { return }
    guard request.type == .json else {
      throw Problem(
        415, "http.media-type", "bodies of this type are not understood here",
        hint: "Send application/json, a file as multipart/form-data, a batch as text/csv or application/x-ndjson.")
    }
    guard body.count <= mostJSON else {
      throw Problem(413, "http.too-large", "a body of JSON has \(mostJSON >> 20) MiB at most")
    }
    try values.give(json: body)
  }

  private func run(_ prepared: Prepared, _ seat: Context) throws {
    let asked = prepared.asked
    if let keyed = asked.keyed, let answer = try keyed.answer(in: seat.database) {
      var fields = asked.fields
      fields.add("Idempotency-Replayed", "true")
      let response = HTTPResponse(200, fields, body: answer)
      return finish(
        asked.request.exchange, asked.request.route, asked.request.started, asked.principal.name, with: response)
    }
    conclude(asked) {
      try prepared.values.call.run(
        in: prepared.context, program, streams: prepared.streams, zone: prepared.values.zone
      ) { asked.teller.value = $0 }
    }
  }

  /// Hands in the request's work, where it can be.
  /// - Returns: false where the command has to be run.
  private func begin(_ prepared: Prepared) -> Bool {
    guard prepared.values.call.isDeferring else { return false }
    let asked = prepared.asked
    do {
      return try prepared.values.call.begin(
        in: prepared.context, program, streams: prepared.streams, zone: prepared.values.zone,
        report: { asked.teller.value = $0 },
        done: { [self] ending in conclude(asked, ending) })
    } catch {
      fail(asked, error)
      return true
    }
  }

  /// Does what is left of a command, and answers.
  private func conclude(_ asked: Asked, _ ending: () throws -> Void) {
    let (request, body, actor) = (asked.request, asked.body, asked.principal.name)
    do {
      do {
        try ending()
      } catch let error as any Diagnosable where error.category == .refused && !(body.whole?.isEmpty ?? false) {
        // What a rule refuses is an answer, which says so.
      } catch  where asked.isBatch && !(body.whole?.isEmpty ?? false) {
        // The lines were answered one by one. The last one says why there is nothing behind it.
        try body.write(Problem(asked.teller.value.told(error)).line)
      }
      try body.finish()
    } catch {
      return fail(asked, error)
    }
    if let bytes = body.whole { asked.keyed?.keep(bytes, in: asked.database) }
    guard let bytes = body.whole else {
      request.exchange.end()
      return note(request.route, 200, request.started, actor)
    }
    var fields = asked.fields
    if request.offer.address.method == "GET" {
      let tag = EntityTag.of(bytes)
      fields.add("ETag", tag)
      if EntityTag.matches(request.fields["If-None-Match"], tag) {
        // As the answer itself would have it (RFC 9110 §15.4.5).
        if request.offer.declaration.effect == .reads { fields.add("Vary", "Accept-Encoding") }
        return finish(request.exchange, request.route, request.started, actor, with: HTTPResponse(304, fields))
      }
    }
    var response = HTTPResponse(200, fields, body: bytes)
    // What tells secrets isn't made shorter by what else stands beside them.
    if request.offer.declaration.effect == .reads { response.letBeCompressed() }
    if request.offer.declaration.effect == .discloses { SessionCookie.put(into: &response, asking: request.fields) }
    finish(request.exchange, request.route, request.started, actor, with: response)
  }

  private func fail(_ asked: Asked, _ error: any Error) {
    var problem = (error as? Problem) ?? Problem(asked.teller.value.told(error))
    // That what the caller has brought doesn't hold is the answer of a check, and no fault of the server's.
    if asked.request.offer.isCheck, (error as? any Diagnosable)?.category == .damaged { problem.status = 422 }
    guard asked.body.whole != nil else {
      // It was begun; its last line says that it isn't complete.
      if asked.isBatch { try? asked.body.write(problem.line) }
      try? asked.body.finish()
      asked.request.exchange.end()
      return note(asked.request.route, problem.status, asked.request.started, asked.principal.name)
    }
    fail(asked.request, problem, by: asked.principal.name)
  }

  /// Answers a request that came to no command.
  func fail(_ request: Request, _ error: any Error) {
    let teller = Caller.isCustomer(request.fields) ? ErrorTeller(forCustomersOf: program) : ErrorTeller()
    fail(request, (error as? Problem) ?? Problem(teller.told(error)), by: request.actor.value)
  }

  private func fail(_ request: Request, _ problem: Problem, by actor: String?) {
    var problem = problem
    if problem.status == 401, problem.fields["WWW-Authenticate"] == nil {
      problem.fields.add("WWW-Authenticate", "Bearer")
    }
    if problem.status == 401, case .cookie = Caller.credential(request.fields) {
      problem.fields.add("Set-Cookie", SessionCookie.none)
    }
    problem.fields.add(shared(request.exchange.head))
    finish(request.exchange, request.route, request.started, actor, with: problem.response)
  }
}
