package import QixModule
package import VaultContract

extension WebhooksModule: KeyedDataHolding {
  /// Looks for webhooks, whose messages are signed by a key each.
  package static func keyedData(in connection: Connection) throws -> [KeyedData] {
    let webhooks = try Webhook.all(in: connection)
    guard !webhooks.isEmpty else { return [] }
    return [
      KeyedData(webhooks.count.counted("webhook"), of: shippedID, keys: Set(webhooks.map(\.keyName)))
    ]
  }
}
