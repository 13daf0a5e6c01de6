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
  var exchange: any HTTPExchange
  let target: HTTPTarget
  let offer: Offer
  /// Of the parameters in the path.
  let values: [String]
  let type: BodyType
  /// Microseconds of the clock that never jumps.
  let started: Int64
  /// A customer's, from when it came; nil for what takes no turn.
  var turn: Turns.Turn?
  /// The form of which it brings a piece.
  var upload: Uploads.Upload?
  /// A form that has come, and when it was there, by the same clock.
  var form: NamelessFile?
  var arrived: Int64?
  /// The name of who asks, for the access log, once it is known.
  let actor = Kept<String?>(nil)
  /// Whether it was counted as a change: it may be prepared a second time, for another thread.
  let isCounted = Kept(false)

  var route: String { "\(offer.address)" }
  var fields: HTTPFields { exchange.head.fields }
}

extension RequestHandler {
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
    /// Of the idempotency key.
    let turns: [Turns.Turn]
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
    // What the client takes its time for is no waiting.
    let waited = max(0, ProcessFigures.microseconds - (request.arrived ?? request.started))
    let principal = try self.principal(request.exchange.head, request.offer, seat)
    request.actor.value = principal.logName
    var call = Call(request.offer.place)
    try call.admit(principal)
    var limits = try countChange(request, by: principal)
    var values = try RequestValues(call, request.offer, path: request.values) {
      try Self.keyOwner(of: $0, principal, seat)
    }
    for member in request.target.query { try values.give(member.name, member.value) }
    try values.give(cookies: request.fields)
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
    // Until its answer is kept: else the same request at the same time would be told that it is lost.
    var turns: [Turns.Turn] = []
    if let keyed {
      guard let turn = keys.next(keyed.name) else { throw KeyedRequest.busy() }
      turns.append(turn)
    }
    if let place = principal.place, principal.role == .guest { limits = strangers.fields(of: place) }
    if values.fileCount > 0, principal.isCustomer, let place = principal.user.map({ "\($0)" }) ?? principal.place {
      // Each takes the server as long as one that comes alone.
      let seconds = (0..<values.fileCount).reduce(nil) { wait, _ in wait ?? uploads.next(place) }
      limits = uploads.fields(of: place, wait: seconds)
      guard seconds == nil else {
        throw Problem(429, "http.too-many-uploads", "too many pictures or recordings within a minute", limits)
      }
    }
    var context = seat.acting(as: principal)
    context.waited = waited
    context.seat(&context, keyed?.bound(seat.database, at: seat.clock.now()) ?? seat.database)
    var fields = Self.headers(lines == nil ? "application/json" : "application/x-ndjson")
    fields.add(limits)
    if let retirement = request.offer.declaration.retirement { fields.add(retirement.fields(routes)) }
    var started = fields
    share(&started, request.exchange.head)
    let body = AnswerBody(request.exchange, started, isStreamed: lines != nil)
    var streams = Streams(output: body, errors: Unheard(), input: input, clock: context.clock)
    streams.sent = values.sent
    streams.isDashInput = false
    streams.isOfLines = lines != nil
    streams.translations = principal.isCustomer ? translations(for: request.fields) : nil
    let asked = Asked(
      request: request, principal: principal, body: body, fields: fields, keyed: keyed, isBatch: lines != nil,
      database: seat.database, turns: turns)
    return Prepared(asked: asked, values: values, context: context, streams: streams)
  }

  private func run(_ prepared: Prepared, _ seat: Context) throws {
    let asked = prepared.asked
    if let keyed = asked.keyed, let answer = try keyed.answer(in: seat.database) {
      endTurns(asked)
      var fields = asked.fields
      fields.add("Idempotency-Replayed", "true")
      let response = HTTPResponse(200, fields, body: answer)
      return finish(
        asked.request.exchange, asked.request.route, asked.request.started, asked.principal.logName, with: response)
    }
    conclude(asked) {
      try prepared.values.call.run(
        in: prepared.context, streams: prepared.streams, zone: prepared.values.zone
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
        in: prepared.context, streams: prepared.streams, zone: prepared.values.zone,
        report: { asked.teller.value = $0 },
        done: { [self] ending in conclude(asked, ending) })
    } catch {
      fail(asked, error)
      return true
    }
  }

  /// Does what is left of a command, and answers.
  private func conclude(_ asked: Asked, _ ending: () throws -> Void) {
    let (request, body, actor) = (asked.request, asked.body, asked.principal.logName)
    do {
      do {
        try ending()
      } catch let error as any Diagnosable where error.category == .refused && !(body.whole?.isEmpty ?? false) {
        // What a rule refuses is an answer, which says so.
      } catch  where asked.isBatch && !(body.whole?.isEmpty ?? false) {
        // The lines were answered one by one. The last one says why there is nothing behind it.
        try body.write(problem(of: error, asked.teller.value, for: asked.principal).line)
      }
      try body.finish()
    } catch {
      return fail(asked, error)
    }
    let isSecret = body.isSecret || request.offer.declaration.effect == .discloses
    if let bytes = body.whole, !isSecret { asked.keyed?.keep(bytes, in: asked.database) }
    endTurns(asked)
    guard let bytes = body.whole else {
      request.exchange.end()
      return note(request.route, 200, request.started, actor)
    }
    var fields = asked.fields
    body.describe(&fields)
    if body.endsSession, let cookie = Caller.credential(request.fields).cookie { fields.add("Set-Cookie", cookie.none) }
    if isSecret { fields.replace("Cache-Control", with: "no-store") }
    if request.offer.address.method == "GET" {
      let tag = EntityTag.of(bytes)
      fields.add("ETag", tag)
      if EntityTag.matches(request.fields["If-None-Match"], tag) {
        // As the answer itself would have it (RFC 9110 §15.4.5).
        if request.offer.declaration.effect == .reads { fields.extend("Vary", by: "Accept-Encoding") }
        return finish(request.exchange, request.route, request.started, actor, with: HTTPResponse(304, fields))
      }
    }
    var response = HTTPResponse(200, fields, body: bytes)
    // What tells secrets isn't made shorter by what else stands beside them.
    if request.offer.declaration.effect == .reads, !isSecret { response.letBeCompressed() }
    if request.offer.declaration.effect == .discloses {
      SessionCookie.put(into: &response, asking: request.fields)
      SignInCookie.put(into: &response, asking: request.fields)
    }
    finish(request.exchange, request.route, request.started, actor, with: response)
  }

  private func fail(_ asked: Asked, _ error: any Error) {
    endTurns(asked)
    var problem = self.problem(of: error, asked.teller.value, for: asked.principal)
    // That what the caller has brought doesn't hold is the answer of a check, and no fault of the server's.
    if asked.request.offer.declaration.isCheck, (error as? any Diagnosable)?.category == .damaged {
      problem.status = 422
    }
    // Who tries tokens at the sign-in of staff is slowed as who sends them with requests.
    if asked.request.offer.declaration.needsNoRight, (error as? any Diagnosable)?.category == .notAllowed,
      let place = asked.principal.place, let wait = attempts.next(place)
    {
      problem = tooManyAttempts(place, wait)
    }
    // The log says so as nginx does, whatever the command made of it.
    if asked.body.isGone { problem = Self.clientGone() }
    guard asked.body.whole != nil else {
      // It was begun; its last line says that it isn't complete.
      if asked.isBatch { try? asked.body.write(problem.line) }
      try? asked.body.finish()
      asked.request.exchange.end()
      return note(asked.request.route, problem.status, asked.request.started, asked.principal.logName)
    }
    fail(asked.request, problem, by: asked.principal.logName)
  }

  /// Answers a request that came to no command.
  func fail(_ request: Request, _ error: any Error) {
    let teller = Caller.isCustomer(request.fields) ? ErrorTeller(forCustomersOf: program.tree) : ErrorTeller()
    fail(request, problem(of: error, teller, for: nil), by: request.actor.value)
  }

  private func endTurns(_ asked: Asked) {
    for turn in asked.turns { turn.end() }
    asked.request.turn?.end()
  }

  private func fail(_ request: Request, _ problem: Problem, by actor: String?) {
    request.turn?.end()
    var problem = problem
    if Caller.isCustomer(request.fields), let translations = translations(for: request.fields) {
      problem.speak(translations, wording)
    }
    if problem.status == 401, problem.fields["WWW-Authenticate"] == nil {
      problem.fields.add("WWW-Authenticate", "Bearer")
    }
    // A stream that another page's sign-in has ended comes back with the cookie of before. What it is told may arrive after
    // the new cookie, and must not take it away.
    let isStream = request.fields.list("Accept").contains { $0.lowercased().hasPrefix("text/event-stream") }
    if problem.status == 401, !isStream, let cookie = Caller.credential(request.fields).cookie {
      problem.fields.add("Set-Cookie", cookie.none)
    }
    finish(request.exchange, request.route, request.started, actor, with: problem.response)
  }
}
