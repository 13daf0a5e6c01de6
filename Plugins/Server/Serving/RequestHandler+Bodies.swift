internal import QixHTTP
internal import QixModule

/// Bodies of requests other than files of lines.
extension RequestHandler {
  /// Bytes of a body of JSON, which costs many times its length to read.
  private static let mostJSON = 4 << 20

  /// Forms that come at once.
  static let mostForms = 256
  /// Bytes of a form with its files, and microseconds that it may take to come.
  private static let mostForm = 24 << 20
  private static let formPatience: Int64 = 30_000_000
  /// Bytes a second that a form comes with at least, once it has had the first microseconds.
  private static let slowestForm: Int64 = 4 << 10
  private static let formStart: Int64 = 5_000_000

  /// Gives a form a thread of its own, on which its client takes its time: those that look at files are for the ones that
  /// are there. A customer has one at a time, in all sessions together.
  func admitForm(_ request: Request, _ seat: Context) {
    do {
      var request = request
      let sender = try principal(request.exchange.head, request.offer, seat)
      request.actor.value = sender.logName
      var call = Call(request.offer.place)
      try call.admit(sender)
      if sender.isCustomer, let name = sender.user.map({ "\($0)" }) ?? sender.place {
        guard let turn = turns.next(name) else { throw Self.uploadGoingOn() }
        request.turn = turn
      }
      guard let place = formPlaces.next("") else {
        throw Problem(503, "http.busy", "too many forms are arriving", ["Retry-After": "5"])
      }
      request.upload = try upload(request, sender)
      DetachedThread { [self, request] in receiveForm(request, place) }.start()
    } catch {
      fail(request, error)
    }
  }

  /// The form that a request brings a piece of; nil where it brings a whole one.
  private func upload(_ request: Request, _ sender: Principal) throws -> Uploads.Upload? {
    guard let piece = try Uploads.Piece(request.fields, most: Self.mostForm) else { return nil }
    guard let key = request.fields["Idempotency-Key"] else {
      throw Problem(
        400, "http.key-missing", "a form in pieces needs an idempotency key",
        hint: "Send the same Idempotency-Key with each piece.")
    }
    let owner = sender.user.map { "\($0)" } ?? sender.logName
    if sender.isCustomer, let wait = pieces.next(owner) {
      throw Problem(
        429, "http.too-many-uploads", "too many pictures or recordings within a minute",
        pieces.fields(of: owner, wait: wait))
    }
    let head = request.exchange.head
    return try unfinished.take(
      piece,
      from: Uploads.Sender(
        owner: owner, request: "\(head.method) \(head.target) \(key)",
        place: sender.isCustomer ? sender.place ?? owner : owner, isCustomer: sender.isCustomer),
      in: base.home)
  }

  /// Takes a form into a file without a name, then hands it to who looks at it.
  private func receiveForm(_ request: Request, _ place: Turns.Turn) {
    do {
      var request = request
      let form = try receivedForm(request)
      if let upload = request.upload, !upload.isWhole {
        place.end()
        request.turn?.end()
        return finish(
          request.exchange, request.route, request.started, request.actor.value, with: HTTPResponse(202, upload.fields))
      }
      request.form = form
      request.arrived = ProcessFigures.microseconds
      place.end()
      submit(request, to: lookers) { [self, request] seat in
        answer(request, seat)
      }
    } catch {
      place.end()
      fail(request, error)
    }
  }

  private func receivedForm(_ request: Request) throws -> NamelessFile {
    // Before the answer goes out, since its client may send the next piece at once.
    defer { request.upload?.rest() }
    let form = try request.upload?.file ?? NamelessFile("form", in: base.home)
    try Self.receive(request.exchange, into: form, most: request.upload?.length ?? Self.mostForm)
    return form
  }

  private static func receive(_ exchange: any HTTPExchange, into form: NamelessFile, most: Int) throws {
    let before = form.count
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let start = ProcessFigures.microseconds
    while true {
      guard let count = try? buffer.withUnsafeMutableBytes({ try exchange.read(into: $0) }) else {
        throw clientGone()
      }
      guard count > 0 else { return }
      guard form.count + count <= most else { throw Problem.tooLarge(form: most) }
      try buffer.withUnsafeBytes { try form.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      let passed = ProcessFigures.microseconds - start
      let isSlow = passed > formStart && Int64(form.count - before) < (passed - formStart) / 1_000_000 * slowestForm
      guard passed < formPatience, !isSlow else {
        throw Problem(408, "http.slow", "the form arrived too slowly", ["Connection": "close"])
      }
    }
  }

  static func takeBody(of request: Request, _ values: inout RequestValues) throws {
    if let form = request.form {
      return try values.give(form: form.whole, type: request.fields["Content-Type"] ?? "")
    }
    let body = request.exchange.body
    guard !body.isEmpty else { return }
    if request.offer.isOneTap, request.type != .json { return }
    guard request.type == .json else {
      throw Problem(
        415, "http.media-type", "this address doesn't read bodies of this type",
        hint: "Send application/json, a file as multipart/form-data, a batch as text/csv or application/x-ndjson.")
    }
    guard body.count <= mostJSON else {
      throw Problem(413, "http.too-large", "a JSON body may have \(mostJSON >> 20) MiB")
    }
    try values.give(json: body)
  }
}
