internal import MessagesContract
internal import QixModule
internal import QixNetwork

/// Hands the message to a gateway's HTTP interface: a POST of JSON, which any status from 200 to 299 accepts.
struct GatewayDelivery: MessageDelivery {
  let sender = SenderName.http
  private let url: HTTPURL
  private let settings: SenderSettings
  private let credential: Credential
  private let client: any HTTPClient

  init(_ settings: SenderSettings, _ credential: Credential, _ client: any HTTPClient) throws(MessagesError) {
    guard let url = settings.url else { throw .incomplete(.http, setting: MessagesModule.httpURL.name) }
    self.url = url
    self.settings = settings
    self.credential = credential
    self.client = client
  }

  func send(_ message: Message) throws {
    try message.check()
    var request = HTTPRequest.post(url, json: settings.body?.filled(with: message) ?? message.json)
    request.limits = settings.limits
    // The answer's body isn't used; its size must not matter.
    request.bodyLimit = 1 << 16
    let response = try credential.use { try client.send(request, bearer: $0) } ?? client.send(request)
    try response.requireSuccess()
  }
}
