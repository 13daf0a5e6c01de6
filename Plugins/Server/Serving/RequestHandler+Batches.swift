internal import QixHTTP
internal import QixModule

/// Batches: bodies of lines.
extension RequestHandler {
  /// Batches that are sent, done and answered at once.
  static let mostBatches = 64
  /// Milliseconds for which one that is there waits to be begun.
  private static let patience = 30_000

  static func clientGone() -> Problem { Problem(499, "http.client-gone", "the client has gone") }

  /// Who sends a batch, by its head alone.
  /// - Parameter isCounted: false for another look at a request that counts by itself.
  /// - Throws: what is said to who may not send one, or not there.
  func batchSender(
    _ head: HTTPHead, _ offer: Offer, _ context: Context, isCounted: Bool = true
  ) throws -> Principal {
    let principal = try self.principal(head, offer, context, isCounted: isCounted)
    var call = Call(offer.place)
    try call.admit(principal)
    _ = try RequestValues.lines(of: call)
    // It would stand for all of the lines, which are known one by one: who relies on it is to know that.
    guard head.fields["Idempotency-Key"] == nil else {
      throw Problem(
        400, "http.key-of-batch", "a batch takes no Idempotency-Key",
        hint: offer.parameters["batch"] == nil
          ? "Leave it out."
          : "Name it with ?batch=NAME, or give each line its own key. Then no line is done twice.")
    }
    return principal
  }

  /// Gives a batch a place and a thread of its own, on which its client takes its time: those that do batches are for
  /// the ones that are there.
  func admitBatch(_ request: Request, _ seat: Context) {
    do {
      let sender = try batchSender(request.exchange.head, request.offer, seat)
      request.actor.value = sender.logName
      guard let own = batchTurns.next(sender.name) else {
        throw Problem(
          429, "http.batches-going-on", "this token already runs as many batches as allowed",
          hint: "Send one batch after the other.", ["Retry-After": "5"])
      }
      guard let place = batchPlaces.next("") else {
        throw Problem(503, "http.busy", "too many batches are running", ["Retry-After": "5"])
      }
      let spooled = try SpooledExchange(request.exchange, in: base.home, [own, place]) { [batches = self.batches] in
        batches.waiting > 0
      }
      var request = request
      request.exchange = spooled
      DetachedThread { [self, request] in carry(request, spooled) }.start()
    } catch {
      fail(request, error)
    }
  }

  private func carry(_ request: Request, _ spooled: SpooledExchange) {
    do {
      try spooled.receive()
      submit(request, to: batches) { [self] seat in
        if spooled.begin() { answer(request, seat) }
      }
      guard spooled.deliver(patience: Self.patience) else {
        throw Problem(503, "http.busy", "the server is running too many batches", ["Retry-After": "10"])
      }
    } catch is HTTPClientGone {
      fail(request, Self.clientGone())
    } catch {
      fail(request, error)
    }
  }
}
