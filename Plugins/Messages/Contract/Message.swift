package import QixKernel

/// The way to a recipient.
package enum MessageChannel: String, Sendable, CaseIterable {
  /// A number in E.164.
  case phone
  case email
}

/// A short text to one person.
package struct Message: Sendable {
  package let channel: MessageChannel
  /// A phone number in E.164 or an email address; personal, so it goes to the sender and nowhere else.
  package let recipient: String
  /// For email; other senders may leave it out.
  package let subject: String
  package let text: String
  /// The purpose, as a word by which gateways route messages: `one-time-code`, `test`.
  package let purpose: String
  /// The moment from which it is useless; nil for never.
  package let expires: Timestamp?
  /// Letters, digits and underscores; another for each message.
  package let id: String
  /// The address by which mail programs stop such messages with one tap (RFC 8058); nil for none.
  package let unsubscribe: String?

  package init(
    _ channel: MessageChannel, to recipient: String, subject: String, text: String, purpose: String, id: String,
    expires: Timestamp? = nil, unsubscribe: String? = nil
  ) {
    self.channel = channel
    self.recipient = recipient
    self.subject = subject
    self.text = text
    self.purpose = purpose
    self.id = id
    self.expires = expires
    self.unsubscribe = unsubscribe
  }
}

/// The ways out, as `--via` and the settings name them.
package enum SenderName: String, Sendable, CaseIterable {
  /// A program of the operator's.
  case command
  /// A mail server.
  case smtp
  /// A gateway's HTTP interface.
  case http
}

/// Sends messages for other modules. Nothing is queued: the caller learns whether the next hop has taken the message.
package protocol MessageSender: Sendable {
  /// Reads the settings, and the vault where they name an item of it; so ask outside of a transaction. Whatever is not
  /// set up shows here, before anything was promised.
  /// - Parameter sender: nil for the one that the settings name for the channel.
  /// - Throws: `MessagesError`, and what opening the vault throws.
  func prepare(for channel: MessageChannel, via sender: SenderName?) throws -> any MessageDelivery
}

/// A sender that is ready.
package protocol MessageDelivery: Sendable {
  var sender: SenderName { get }
  /// Hands a message of the channel it was prepared for to the next hop. It can take seconds: never call it in a
  /// transaction.
  /// - Throws: `MessagesError`, `NetworkError`, `network.mail-refused`; it is unknown then whether the message arrives.
  func send(_ message: Message) throws
}

package enum Messages {
  package static let sender = ServiceKey<any MessageSender>("messages.sender")
}
