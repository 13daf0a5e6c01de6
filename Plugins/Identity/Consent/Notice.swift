internal import IdentityContract
internal import MessagesContract
internal import QixModule

/// Tells users at the numbers and addresses that they had proved before that what they sign in with was changed.
struct Notice {
  private let context: Context
  private let letters: [(message: Message, delivery: any MessageDelivery)]

  /// A notice to no user.
  init(_ context: Context) {
    self.context = context
    letters = []
  }

  /// Finds out whom to tell and how, before anything is changed: to be called before the transaction begins. A number
  /// that can't be reached by what is set up keeps the change from being made.
  init(to users: [UserID], _ profiles: Profiles, _ context: Context) throws {
    let contacts = try context.database.read { connection in
      try users.flatMap { try profiles.provedContacts(of: $0, in: connection) }
    }
    try self.init(to: contacts, context) { try context.service(Messages.sender).prepare(for: $0.message, via: nil) }
  }

  /// A notice of a change that is made already: to those of the contacts that can be reached by what is set up.
  init(afterwardsTo contacts: [Contact], _ context: Context) throws {
    try self.init(to: contacts, context) { try? context.service(Messages.sender).prepare(for: $0.message, via: nil) }
  }

  private init(
    to contacts: [Contact], _ context: Context, by way: (CodeChannel) throws -> (any MessageDelivery)?
  ) throws {
    self.context = context
    let (text, subject) = try context.database.read {
      (try $0.value(of: IdentityModule.changeText), try $0.value(of: IdentityModule.changeSubject))
    }
    var generator = IdentifierGenerator(random: context.random)
    letters = try contacts.compactMap { contact in
      guard let delivery = try way(contact.channel) else { return nil }
      let id: NoticeID = generator.next(at: context.clock.now())
      let message = Message(
        contact.channel.message, to: contact.recipient, subject: subject, text: text, purpose: "change-notice",
        id: "\(id)")
      return (message, delivery)
    }
  }

  /// Sends; the change is made already, so that one which can't be sent is told, and written into the audit log.
  func send() throws {
    for (message, delivery) in letters {
      do {
        try delivery.send(message)
      } catch {
        try context.database.record(
          Change("identity.notice-failed", subject: message.id), at: context.clock.now())
        context.face.warn("The change is made, but the user could not be notified: \(error)")
      }
    }
  }
}

/// A number or an address that a message can go to.
struct Contact: Sendable {
  let channel: CodeChannel
  let recipient: String
}

/// Marks a message that tells of a change: `ntc_…`.
enum NoticeTag: IdentifierTag {
  static let prefix = "ntc"
}

typealias NoticeID = Identifier<NoticeTag>

extension Profiles {
  /// The numbers and addresses that a user has proved.
  func provedContacts(
    of user: UserID, in connection: Connection
  ) throws -> [Contact] {
    let user = try User.survivor(of: user, in: connection).id
    let proofs = try Holdings(of: user, in: connection).proofs
    return try [CodeChannel.phone, .email].compactMap { channel in
      guard proofs.contains(channel.proof) else { return nil }
      return try value(channel.field, of: user, in: connection).map { Contact(channel: channel, recipient: $0) }
    }
  }
}
