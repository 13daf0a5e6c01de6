internal import QixCrypto
internal import QixModule
internal import VaultContract

/// The name under which a webhook's receiver knows a user whose id it may not know: the same in each event, so that it can
/// count who wins again, and another at each webhook, so that two receivers can't put together what they have.
struct WebhookPseudonym: Sendable {
  private static let keyName = "webhook-pseudonyms"
  private let webhook: WebhookID
  private let key: SecretHandover

  /// - Throws: what opening the vault throws. The key is made at its first use, in a transaction of its own; no receiver
  ///   ever has it, unlike the secret that its requests are signed with.
  init(_ webhook: WebhookID, store: any SecretStore, in context: Context) throws {
    self.webhook = webhook
    let known = try context.database.read { connection -> SecretHandover? in
      guard let key = try store.keyIfMade(Self.keyName, of: WebhooksModule.shippedID, in: connection) else {
        return nil
      }
      return SecretHandover(key)
    }
    key =
      try known
      ?? context.database.write(Change("shakes.webhook-pseudonyms", subject: "\(webhook)")) { connection, _ in
        SecretHandover(try store.key(Self.keyName, of: WebhooksModule.shippedID, in: connection))
      }
  }

  /// 26 characters, as many as an id has behind its prefix.
  /// - Parameter user: its id.
  func name(of user: String) -> String {
    let digest = BLAKE2b.mac(Array("\(webhook):\(user)".utf8), key: key.take(), size: 16)
    let id = digest.withUnsafeBytes { Identifier<PseudonymTag>($0) }
    return id.map { "\($0)" } ?? ""
  }
}

/// Marks a pseudonym: `anon_…`.
enum PseudonymTag: IdentifierTag {
  static let prefix = "anon"
}
