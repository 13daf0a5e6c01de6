internal import IdentityContract
internal import MessagesContract
internal import QixModule

/// Tells users something for other modules: by email where they have proved an address and mail is set up, else by phone.
struct Notices: UserNotices {
  let context: Context

  func open() throws -> any OpenNotices {
    let sender = try context.service(Messages.sender)
    var ways: [(channel: CodeChannel, delivery: any MessageDelivery)] = []
    var failure: MessagesError?
    for channel in [CodeChannel.email, .phone] {
      do {
        ways.append((channel, try sender.prepare(for: channel.message, via: nil)))
      } catch let error as MessagesError {
        guard case .noSender = error else { throw error }
        failure = error
      }
    }
    if ways.isEmpty, let failure { throw failure }
    // Where nothing personal is kept nobody can be reached, and no vault is needed to know it.
    let isAnybodyKnown = try context.database.read { try Profiles.hasKeys(in: $0) }
    return ReadyNotices(ways: ways, profiles: isAnybodyKnown ? try context.openProfiles() : nil)
  }
}

private struct ReadyNotices: OpenNotices {
  let ways: [(channel: CodeChannel, delivery: any MessageDelivery)]
  let profiles: Profiles?

  func way(to user: UserID, in connection: Connection) throws -> NoticeWay? {
    guard let contacts = try profiles?.provedContacts(of: user, in: connection) else { return nil }
    for way in ways {
      if let contact = contacts.first(where: { $0.channel == way.channel }) {
        return NoticeWay(isPhone: way.channel == .phone, recipient: contact.recipient)
      }
    }
    return nil
  }

  func way(to user: UserID, byPhone: Bool, in connection: Connection) throws -> NoticeWay? {
    let channel = byPhone ? CodeChannel.phone : .email
    guard ways.contains(where: { $0.channel == channel }) else { return nil }
    return try profiles?.provedContacts(of: user, in: connection).first { $0.channel == channel }.map {
      NoticeWay(isPhone: byPhone, recipient: $0.recipient)
    }
  }

  func send(_ notice: UserNotice, by way: NoticeWay) throws {
    let channel = way.isPhone ? CodeChannel.phone : .email
    guard let delivery = ways.first(where: { $0.channel == channel })?.delivery else { return }
    try delivery.send(
      Message(
        channel.message, to: way.recipient, subject: notice.subject, text: notice.text, purpose: notice.purpose,
        id: notice.id, expires: notice.expires, unsubscribe: notice.unsubscribe))
  }
}
