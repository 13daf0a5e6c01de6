internal import QixCrypto
internal import QixModule
internal import QixNetwork
internal import VaultContract

/// Sends one event to one webhook.
struct WebhookSender: Sendable {
  let context: Context
  let webhook: Webhook
  private let key: SecretHandover
  /// Nil where the receiver may know who the users are.
  let pseudonym: WebhookPseudonym?

  enum Answer: Sendable, Equatable {
    case taken(status: Int)
    /// Status 410.
    case gone
    case failed(String)
  }

  /// Bytes of an answer; what is in it is of no interest.
  private static let longestAnswer = 64 << 10

  /// - Throws: what opening the vault throws, and `WebhookError.secretMissing`.
  init(_ webhook: Webhook, store: any SecretStore, in context: Context) throws {
    self.context = context
    self.webhook = webhook
    key = try context.database.read { connection in
      guard let key = try store.keyIfMade(webhook.keyName, of: WebhooksModule.shippedID, in: connection) else {
        throw WebhookError.secretMissing("\(webhook.id)")
      }
      return SecretHandover(key)
    }
    pseudonym =
      try webhook.mayTellUsers(in: context) ? nil : WebhookPseudonym(webhook.id, store: store, in: context)
  }

  /// The body of the request: the same bytes each time.
  func body(of event: Event) -> [UInt8] {
    var json = JSONWriter(reserving: 512)
    json.beginObject()
    json.member("id", "\(event.id)")
    json.member("type", event.type)
    json.member("at", "\(event.at)")
    json.key("data")
    event.writeData(to: &json, for: EventAudience(pseudonym == nil ? .operator : .integrator)) {
      pseudonym?.name(of: "\($0)")
    }
    json.endObject()
    return json.bytes
  }

  /// - Throws: where the person stops it, and without libcurl.
  func send(id: String, body: [UInt8]) throws -> Answer {
    var request = HTTPRequest.post(webhook.url, json: body)
    let secret = key.take()
    request.headers = WebhookSignature.headers(id: id, at: context.clock.now(), body: body, key: secret)
    let limit = Int(webhook.milliseconds)
    request.limits = TransferLimits(connectMilliseconds: limit, totalMilliseconds: limit)
    request.bodyLimit = Self.longestAnswer
    request.followsRedirections = false
    request.reach = webhook.allowsPrivate ? .anywhere : .publicOnly
    let interruption = context.face.interruption
    request.shouldStop = { interruption.isRequested }
    do {
      let response = try context.http.send(request)
      switch response.status {
      case 200...299: return .taken(status: response.status)
      case 410: return .gone
      default: return .failed(NetworkError.status(host: webhook.url.host, status: response.status).description)
      }
    } catch let error as NetworkError where error != .interrupted {
      return .failed(error.description)
    }
  }
}
