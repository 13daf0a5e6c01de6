internal import Glibc
internal import QixHTTP
internal import QixModule
internal import Synchronization

/// The program's commands as HTTP has them: finds out who asks for what, runs it, and answers.
final class RequestHandler: HTTPHandler {
  let routes: RouteTable
  let pages: ServedPages
  let files: PublicFiles
  let program: Program
  let base: Context
  /// Nil where the module that reads tokens is switched off: then nobody is let in.
  let authenticator: (any Authenticator)?
  /// Bad tokens in a minute.
  let attempts = Attempts("tokens", most: 30)
  /// Requests of customers without a session.
  let strangers: Attempts
  private let group: WriteGroup
  /// For what is done on the thread that has read the request.
  private let seats: Seats<Context>
  /// Threads for what keeps one only for a moment, and for what waits until it is durable.
  private let readers: WorkerPool<Context>
  let changers: WorkerPool<Context>
  /// Threads for batches that are there: none of them waits for a client.
  let batches: WorkerPool<Context>
  /// Threads that tell who comes back what came meanwhile: clients that take it slowly keep no other request from being
  /// done.
  private let followers: WorkerPool<Context>
  /// Threads for reads that take long: reports, checks of everything. They keep each other waiting, and no look at a wallet.
  private let searchers: WorkerPool<Context>
  /// Threads for photos and recordings: looking at one takes a processor and hundreds of megabytes for a moment.
  let lookers: WorkerPool<Context>
  /// Photos and recordings of one customer, or address.
  let uploads: Attempts
  /// Requests of one customer that change something.
  let changes: Attempts
  /// Of each customer's forms.
  let turns = Turns()
  /// Of forms that are coming.
  let formPlaces = Turns(most: RequestHandler.mostForms)
  /// Of which more pieces are to come, and pieces of one customer: a form of 24 MiB in small ones, and a half more.
  let unfinished = Uploads()
  let pieces = Attempts("pieces", most: 300)
  /// Of each token's batches, and of all of them.
  let batchTurns: Turns
  let batchPlaces = Turns(most: RequestHandler.mostBatches)
  /// Of requests under idempotency keys of the server's.
  let keys = Turns()
  let metrics = Metrics()
  let room: DiskRoom
  /// Nil where no enabled module reads events.
  let listeners: Listeners?
  private let log: AccessLog?
  let wording: Wording
  let documents: Documents
  let translations: [Language: Translations]
  /// Whom the operator has allowed what, and the usual language, as the settings said when they were read last.
  struct Trust: Sendable {
    let origins: [String]
    let proxies: [String]
    let language: Language

    init(_ connection: Connection) throws {
      origins = try connection.value(of: ServerModule.origins)
      proxies = try connection.value(of: ServerModule.proxies)
      language = try connection.value(of: ServerModule.language)
    }
  }

  private let trusted: Mutex<Trust>
  var trust: Trust { trusted.withLock { $0 } }
  /// Bound once the server runs.
  let counts: @Sendable () -> HTTPCounts

  /// - Parameters:
  ///   - base: of the command that serves; each request gets a copy.
  ///   - source: of the web pages' files.
  ///   - threads: requests that are done at once.
  init(
    _ program: Program, _ base: Context, _ source: ServedPages.Source, threads: Int, log: AccessLog?,
    counts: @escaping @Sendable () -> HTTPCounts
  ) throws {
    routes = try RouteTable(program.tree)
    pages = try ServedPages(base.registry, source)
    files = PublicFiles(base.registry)
    self.program = program
    self.log = log
    self.counts = counts
    wording = Wording(routes)
    room = DiskRoom(in: base.home) { [base] in base.face.warn("\($0)") }
    documents = Documents(program, routes, wording)
    translations = Translations.all(of: base.registry)
    authenticator = try base.service(ifProvided: Principal.authenticator)
    let (trust, guestRequests, mostUploads, mostChanges, ownBatches) = try base.database.read { connection in
      (
        try Trust(connection), try connection.value(of: ServerModule.guestRequests),
        try connection.value(of: ServerModule.uploads), try connection.value(of: ServerModule.changes),
        try connection.value(of: ServerModule.batches)
      )
    }
    trusted = Mutex(trust)
    strangers = Attempts("requests", most: Int(guestRequests))
    uploads = Attempts("uploads", most: Int(mostUploads))
    changes = Attempts("changes", most: Int(mostChanges))
    batchTurns = Turns(most: Int(ownBatches))
    let group = WriteGroup(base.database)
    self.group = group
    self.base = base
    // Opened when it is first needed, on the thread that uses it.
    let seat: @Sendable (Int?) -> Context = { cache in
      var context = base
      context.seat(&context, base.database.member(of: group))
      if let cache { try? context.database.setCache(bytes: cache) }
      return context
    }
    seats = Seats { seat(Self.cache) }
    let processors = max(4, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    readers = WorkerPool(threads: processors, capacity: 8_192) { seat(Self.cache) }
    changers = WorkerPool(threads: threads, capacity: 4_096) { seat(nil) }
    batches = WorkerPool(threads: 8, capacity: Self.mostBatches) { seat(nil) }
    searchers = WorkerPool(threads: max(2, processors / 2), capacity: 64) { seat(nil) }
    lookers = WorkerPool(threads: max(3, processors / 2), capacity: 32) { seat(nil) }
    followers = WorkerPool(threads: 2, capacity: 4_096) { seat(nil) }
    listeners = try base.service(ifProvided: Events.feed).map { Listeners($0, base) }
  }

  /// Reads again whom the operator has allowed what, and the usual language.
  func reload() throws {
    let trust = try base.database.read { try Trust($0) }
    trusted.withLock { $0 = trust }
  }

  /// Bytes that each reading thread spends on pages of the database.
  private static let cache = 32 << 20

  /// Bytes of a body whose request is handed in on the thread that has read it.
  private static let mostAtOnce = 4 << 10

  /// Puts work for a request into a queue, or answers that there is too much.
  func submit(_ request: Request, to pool: WorkerPool<Context>, _ piece: @escaping @Sendable (Context) -> Void) {
    guard !pool.submit({ piece($0) }) else { return }
    let problem = Problem(503, "http.busy", "too many requests are waiting", ["Retry-After": "1"])
    finish(request.exchange, request.route, request.started, nil, with: problem.response)
  }

  /// Begins what modules do beside requests, each on a thread of its own; what it writes is committed with the others'.
  func startBackground() {
    for case let module as any BackgroundWorking.Type in base.registry.modules {
      working.add(1, ordering: .sequentiallyConsistent)
      DetachedThread { [self] in
        var seat = base
        base.seat(&seat, base.database.member(of: group))
        module.workInBackground(seat)
        working.subtract(1, ordering: .sequentiallyConsistent)
      }.start()
    }
  }

  private let working = Atomic<Int>(0)
  /// Whether something still goes on beside requests.
  var isWorking: Bool { working.load(ordering: .sequentiallyConsistent) > 0 }

  /// Ends what would go on for ever.
  func quiesce() { listeners?.stop() }

  func stop() {
    readers.stop()
    changers.stop()
    batches.stop()
    lookers.stop()
    searchers.stop()
    followers.stop()
    group.stop()
  }

  /// Nothing is kept for a request that comes to no command, or that nobody stands behind.
  func plan(for head: HTTPHead) -> HTTPBodyPlan {
    // Without a body there is nothing to keep, and the connection goes on.
    guard head.fields["Transfer-Encoding"] != nil || !["0", nil].contains(head.fields["Content-Length"]) else {
      return .whole
    }
    guard let target = try? HTTPTarget(head.target), case .found(let offer, _) = routes.match(head.method, target.path),
      offer.isForGuests || Caller.credential(head.fields) != .none
    else { return .none }
    // No GET takes one: what comes is thrown away, before and behind the answer.
    guard offer.address.method != "GET" else { return .none }
    switch BodyType(head.fields) {
    case .form: return offer.takesForms(head.fields) ? .streamed : .none
    case .lines:
      let isLet =
        !Self.isTooLong(head.fields) && !Caller.isCustomer(head.fields)
        && (try? batchSender(head, offer, base, isCounted: false)) != nil
      return isLet ? .streamed : .none
    case .json, .other: break
    }
    // What is long is kept for those alone who are known: memory for bodies is everybody's.
    guard Self.isLong(head.fields) else { return .whole }
    return !Caller.isCustomer(head.fields) && (try? principal(head, offer, base, isCounted: false)) != nil
      ? .whole : .none
  }

  static func uploadGoingOn() -> Problem {
    Problem(
      429, "http.upload-going-on", "another picture or recording of yours is still being read",
      hint: "Send one after the other.", ["Retry-After": "2"])
  }

  /// Bytes of a body that anybody may send.
  private static let shortBody = 64 << 10

  private static func isLong(_ fields: HTTPFields) -> Bool {
    fields["Transfer-Encoding"] != nil || fields["Content-Length"].flatMap { Int($0) } ?? 0 > shortBody
  }

  private static func isTooLong(_ fields: HTTPFields) -> Bool {
    fields["Content-Length"].flatMap { Int($0) } ?? 0 > SpooledExchange.most
  }

  /// Why a body is not looked at: it is packed, a form without need, longer than any batch, or a customer's that was not
  /// kept; nil where it is, or there is none.
  private static func refusal(of head: HTTPHead, _ type: BodyType, _ offer: Offer) -> Problem? {
    if let coding = head.fields["Content-Encoding"], !coding.equalsIgnoringCase("identity") {
      return Problem(
        415, "http.content-encoding", "this server takes no Content-Encoding",
        hint: "Send the body uncompressed.", ["Accept-Encoding": "identity"])
    }
    if type == .form, !offer.takesForms(head.fields), !offer.isOneTap {
      return Problem(
        415, "http.media-type", "this address takes no forms", hint: "Send application/json.")
    }
    if case .lines = type, isTooLong(head.fields) {
      return Problem(413, "http.too-large", "a batch may have \(SpooledExchange.most >> 20) MiB")
    }
    guard isLong(head.fields), type == .json || type == .other, Caller.isCustomer(head.fields) else { return nil }
    if head.fields["Transfer-Encoding"] != nil {
      return Problem(411, "http.length-required", "the request needs a Content-Length")
    }
    return Problem(413, "http.too-large", "a JSON body may have \(shortBody >> 10) KiB")
  }

  func handle(_ exchange: any HTTPExchange) {
    let started = ProcessFigures.microseconds
    let head = exchange.head
    let target: HTTPTarget
    do {
      target = try HTTPTarget(head.target)
    } catch {
      if let (response, route) = pages.answer(atSlash: head, media: mediaOrigins) {
        return finish(exchange, route, started, nil, with: response)
      }
      let sentence = error == .path ? "the path has empty or dot segments" : "the address isn't percent-encoded UTF-8"
      return finish(exchange, "none", started, nil, with: Problem(400, "http.address", sentence).response)
    }
    if let (response, route) = plain(head, target) {
      return finish(exchange, route, started, nil, with: response)
    }
    switch routes.match(head.method, target.path) {
    case .nothing:
      finish(
        exchange, "none", started, nil,
        with: Problem(404, "http.not-found", "there is nothing at this address").response)
    case .otherMethods(let methods) where head.method == "OPTIONS":
      finish(exchange, "OPTIONS", started, nil, with: preflight(head, methods))
    case .otherMethods(let methods):
      let allowed = Set(methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]).sorted().joined(
        separator: ", ")
      let problem = Problem(
        405, "http.method", "\(head.method) is not a method of this address", ["Allow": allowed])
      finish(exchange, "none", started, nil, with: problem.response)
    case .found(let offer, let values):
      guard offer.isForGuests || Caller.credential(head.fields) != .none else {
        return finish(exchange, "\(offer.address)", started, nil, with: Self.noToken().response)
      }
      let type = BodyType(head.fields)
      if let refusal = Self.refusal(of: head, type, offer) {
        return finish(exchange, "\(offer.address)", started, nil, with: refusal.response)
      }
      let request = Request(
        exchange: exchange, target: target, offer: offer, values: values, type: type, started: started)
      if let listing = offer.listing, let listeners, Listeners.isAsked(for: head) {
        return submit(request, to: followers) { [self] seat in
          listen(request, listing, listeners, seat)
        }
      }
      if !offer.follows.isEmpty, let listeners, Listeners.isAsked(for: head) {
        return submit(request, to: followers) { [self] seat in
          follow(request, listeners, seat)
        }
      }
      // Handing it to a thread of a pool would take longer than handing it in.
      if offer.isDeferring, exchange.body.count <= Self.mostAtOnce, type == .json || type == .other {
        return seats.with { answer(request, $0) }
      }
      if case .lines = type {
        return submit(request, to: readers) { [self] seat in
          admitBatch(request, seat)
        }
      }
      if type == .form, !offer.isOneTap {
        return submit(request, to: readers) { [self] seat in
          admitForm(request, seat)
        }
      }
      let pool = offer.isBrief ? (offer.pace.isSlow ? searchers : readers) : changers
      submit(request, to: pool) { [self] context in
        answer(request, context)
      }
    }
  }

  /// Requests that wait for a thread.
  var waiting: Int {
    readers.waiting + changers.waiting + batches.waiting + lookers.waiting + searchers.waiting
  }

  func finish(
    _ exchange: any HTTPExchange, _ route: String, _ started: Int64, _ actor: String?, with response: HTTPResponse
  ) {
    // Before the client can look whether it was counted.
    note(route, response.status, started, actor)
    var response = response
    share(&response.fields, exchange.head)
    exchange.respond(response)
  }

  func note(_ route: String, _ status: Int, _ started: Int64, _ actor: String?) {
    let microseconds = ProcessFigures.microseconds - started
    metrics.note(route, status, microseconds: microseconds)
    log?.note(route, status, microseconds: microseconds, by: actor, at: base.clock.now())
  }
}
