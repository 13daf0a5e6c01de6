package import QixKernel
package import QixStorage

/// Tells users something by a short text, at what they have proved to be theirs.
package protocol UserNotices: Sendable {
  /// Makes ready what is set up to send, and opens the vault where anybody has a number or an address; so outside of a
  /// transaction.
  /// - Throws: what the senders and the vault throw; where nothing is set up at all, the error of the last way.
  func open() throws -> any OpenNotices
}

/// Ways to users that are ready.
package protocol OpenNotices {
  /// The way to a user; nil for one who has proved nothing that can be reached.
  func way(to user: UserID, in connection: Connection) throws -> NoticeWay?

  /// The way to a user by phone, or by email; nil for one who has not proved it, and where no sender is set up for it.
  func way(to user: UserID, byPhone: Bool, in connection: Connection) throws -> NoticeWay?

  /// Hands a text to the next hop. It can take seconds: never in a transaction.
  /// - Throws: what the sender throws; it is unknown then whether it arrives.
  func send(_ notice: UserNotice, by way: NoticeWay) throws
}

/// A proved number or address of a user, which goes to the sender and nowhere else.
package struct NoticeWay: Sendable {
  package let isPhone: Bool
  package let recipient: String

  package init(isPhone: Bool, recipient: String) { (self.isPhone, self.recipient) = (isPhone, recipient) }
}

package struct UserNotice: Sendable {
  /// The purpose, as a word by which gateways route messages.
  package let purpose: String
  package let subject: String
  package let text: String
  /// Letters, digits and underscores; another for each.
  package let id: String
  /// The moment from which it is useless.
  package let expires: Timestamp
  /// The address by which mail programs stop such notices with one tap (RFC 8058); nil for none.
  package let unsubscribe: String?

  package init(
    purpose: String, subject: String, text: String, id: String, expires: Timestamp, unsubscribe: String? = nil
  ) {
    (self.purpose, self.subject, self.text, self.id, self.expires) = (purpose, subject, text, id, expires)
    self.unsubscribe = unsubscribe
  }
}

extension Users {
  package static let notices = ServiceKey<any UserNotices>("identity.notices")
}
