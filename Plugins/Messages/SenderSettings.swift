internal import Glibc
internal import MessagesContract
internal import QixModule
internal import QixNetwork

/// The settings about sending, read at one moment.
struct SenderSettings: Sendable {
  let phoneVia: SenderName?
  let emailVia: SenderName?
  let seconds: Int64
  let command: [String]
  let isInShell: Bool
  let url: HTTPURL?
  let token: VaultItem?
  let body: MessageTemplate?
  let server: String
  let needsTLS: Bool
  let from: MailAddress?
  let user: String
  let password: VaultItem?

  init(_ connection: Connection) throws {
    phoneVia = try connection.value(of: MessagesModule.phoneVia)
    emailVia = try connection.value(of: MessagesModule.emailVia)
    seconds = try connection.value(of: MessagesModule.timeLimit)
    command = try connection.value(of: MessagesModule.command)
    isInShell = try connection.value(of: MessagesModule.commandInShell)
    url = try connection.value(of: MessagesModule.httpURL)
    token = try connection.value(of: MessagesModule.httpToken)
    body = try connection.value(of: MessagesModule.httpBody)
    server = try connection.value(of: MessagesModule.smtpServer)
    needsTLS = try connection.value(of: MessagesModule.smtpTLS)
    from = try connection.value(of: MessagesModule.smtpFrom)
    user = try connection.value(of: MessagesModule.smtpUser)
    password = try connection.value(of: MessagesModule.smtpPassword)
  }

  func sender(of channel: MessageChannel) -> SenderName? {
    switch channel {
    case .phone: phoneVia
    case .email: emailVia
    }
  }

  var limits: TransferLimits {
    TransferLimits(connectMilliseconds: Int(min(seconds, 5)) * 1_000, totalMilliseconds: Int(seconds) * 1_000)
  }

  /// Makes sure that a sender has all it needs, but for what lies in the vault.
  func check(_ sender: SenderName, for channel: MessageChannel) throws(MessagesError) {
    switch sender {
    case .command:
      guard let program = command.first else { throw .incomplete(sender, setting: MessagesModule.command.name) }
      guard access(program, X_OK) == 0 else { throw .commandMissing(program) }
    case .smtp:
      guard channel == .email else { throw .wrongChannel(sender, channel) }
      guard !server.isEmpty else { throw .incomplete(sender, setting: MessagesModule.smtpServer.name) }
      guard from != nil else { throw .incomplete(sender, setting: MessagesModule.smtpFrom.name) }
      if !user.isEmpty, password == nil { throw .incomplete(sender, setting: MessagesModule.smtpPassword.name) }
    case .http:
      guard url != nil else { throw .incomplete(sender, setting: MessagesModule.httpURL.name) }
    }
  }
}
