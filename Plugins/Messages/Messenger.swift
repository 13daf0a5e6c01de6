internal import MessagesContract
internal import QixCrypto
internal import QixModule
internal import QixNetwork
internal import VaultContract

/// Makes the senders that the settings describe.
struct Messenger: MessageSender {
  let context: Context
  /// Whether a command's own words go where qix's errors go.
  var showsOutput = false

  func prepare(for channel: MessageChannel, via sender: SenderName?) throws -> any MessageDelivery {
    let settings = try context.database.read { try SenderSettings($0) }
    guard let sender = sender ?? settings.sender(of: channel) else { throw MessagesError.noSender(channel) }
    try settings.check(sender, for: channel)
    switch sender {
    case .command: return CommandDelivery(settings, showsOutput: showsOutput)
    case .smtp:
      let password = settings.user.isEmpty ? nil : settings.password
      return try MailDelivery(settings, Credential(password, in: context), context)
    case .http: return try GatewayDelivery(settings, Credential(settings.token, in: context), context.http)
    }
  }
}

/// A sender's secret out of the vault, kept in protected memory.
final class Credential: Sendable {
  private let secret: SecretBytes?

  /// - Parameter item: nil for none.
  init(_ item: VaultItem?, in context: Context) throws {
    guard let item else {
      secret = nil
      return
    }
    let store = try context.service(Secrets.store)
    // In protected memory again: what a read of the database returns is copied.
    let bytes = try context.database.read { connection in
      let secret = try store.secret(
        service: item.service, account: item.account, for: MessagesModule.id, in: connection)
      return Handover(secret)
    }
    secret = bytes.take()
  }

  func use<Result>(_ body: (borrowing SecretBytes) throws -> Result) rethrows -> Result? {
    guard let copy = secret?.copy() else { return nil }
    return try body(copy)
  }
}

/// Carries a secret, which can't be copied, out of a closure that must return what can be.
private final class Handover: Sendable {
  private let secret: SecretBytes
  init(_ secret: consuming SecretBytes) { self.secret = secret }
  func take() -> SecretBytes { secret.copy() }
}
