internal import QixFormats
package import QixModule
internal import QixNetwork

/// What a webhook is told, where, and whose it is, is what it was added with.
extension WebhooksModule: FactSealing {
  package static let sealedFacts = "addresses and owners of webhooks"

  package static func forEachSealedFact(
    in connection: Connection, _ body: (_ owner: [UInt8], _ name: String) throws -> Void
  ) throws {
    for webhook in try Webhook.all(in: connection) { try body(webhook.id.withBytes { Array($0) }, webhook.terms) }
  }
}

extension Webhook {
  /// All that follows from how it was added, as a JSON array.
  var terms: String {
    let parts: [JSONValue] = [
      .string(url.text), .array(events.map(JSONValue.string)), campaign.map { .string("\($0)") } ?? .null,
      .bool(allowsPrivate), owner.map(JSONValue.string) ?? .null, tellsUsers.map(JSONValue.bool) ?? .null,
      grantedBy.map(JSONValue.string) ?? .null,
    ]
    return JSONValue.array(parts).text()
  }
}
