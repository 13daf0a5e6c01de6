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
      DetachedThread { [self, request] in receiveForm(request, place) }.start()
    } catch {
      fail(request, error)
    }
  }

  /// Takes a form into a file without a name, then hands it to who looks at it.
  private func receiveForm(_ request: Request, _ place: Turns.Turn) {
    do {
      var request = request
      let form = try NamelessFile("form", in: base.home)
      try Self.receive(request.exchange, into: form)
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

  private static func receive(_ exchange: any HTTPExchange, into form: NamelessFile) throws {
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    let start = ProcessFigures.microseconds
    while true {
      guard let count = try? buffer.withUnsafeMutableBytes({ try exchange.read(into: $0) }) else {
        throw clientGone()
      }
      guard count > 0 else { return }
      try buffer.withUnsafeBytes { try form.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      guard form.count <= mostForm else {
        throw Problem(413, "http.too-large", "a form may have \(mostForm >> 20) MiB, including its files")
      }
      let passed = ProcessFigures.microseconds - start
      let isSlow = passed > formStart && Int64(form.count) < (passed - formStart) / 1_000_000 * slowestForm
      guard passed < formPatience, !isSlow else {
        throw Problem(408, "http.slow", "the form arrived too slowly", ["Connection": "close"])
      }
    }
  }

  private static func whole(_ form: NamelessFile) -> [UInt8] {
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 64 << 10))
    while true {
      let count = buffer.withUnsafeMutableBytes { form.read(into: $0) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func takeBody(of request: Request, _ values: inout RequestValues) throws {
    if let form = request.form {
      return try values.give(form: whole(form), type: request.fields["Content-Type"] ?? "")
    }
    let body = request.exchange.body
    guard !body.isEmpty else { return }
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
