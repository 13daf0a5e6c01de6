internal import MessagesContract
internal import QixModule
internal import QixNetwork

/// Hands the message to a mail server.
struct MailDelivery: MessageDelivery {
  let sender = SenderName.smtp
  private let settings: SenderSettings
  private let server: MailServer
  private let from: MailAddress
  private let credential: Credential
  private let client: any MailClient
  private let clock: any Clock

  init(_ settings: SenderSettings, _ credential: Credential, _ context: Context) throws {
    guard let from = settings.from else {
      throw MessagesError.incomplete(.smtp, setting: MessagesModule.smtpFrom.name)
    }
    server = try MailServer(settings.server, allowsPlain: !settings.needsTLS)
    self.from = from
    self.settings = settings
    self.credential = credential
    client = context.mail
    clock = context.clock
  }

  func send(_ message: Message) throws {
    try message.check()
    let mail = try MailMessage(
      from: from, to: try MailAddress(message.recipient), subject: message.subject, text: message.text,
      date: clock.now(), id: message.id, unsubscribe: message.unsubscribe)
    let sent: Void? = try credential.use { password in
      try client.send(mail, to: server, limits: settings.limits, user: settings.user, password: password)
    }
    if sent == nil { try client.send(mail, to: server, limits: settings.limits) }
  }
}
