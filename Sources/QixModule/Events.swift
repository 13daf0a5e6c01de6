package import QixFormats
package import QixKernel
package import QixStorage

/// Marks an event's identifier: `evt_…`.
package enum EventTag: IdentifierTag {
  package static let prefix = "evt"
}

package typealias EventID = Identifier<EventTag>

/// Something that happened in a module, as programs elsewhere are told it.
package struct OutboxEvent: Sendable, Equatable {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: JSONValue
    /// For whom it is; nil for every receiver.
    package let confidential: Confidential?

    package init(_ name: String, _ value: JSONValue, confidential: Confidential? = nil) {
      (self.name, self.value, self.confidential) = (name, value, confidential)
    }
  }

  /// Of what happened, so that each telling of it has the same.
  package let id: EventID
  /// One of its source's `eventTypes`.
  package let type: String
  package let at: Timestamp
  package let fields: [Field]

  package init(id: EventID, type: String, at: Timestamp, _ fields: [Field]) {
    (self.id, self.type, self.at, self.fields) = (id, type, at, fields)
  }

  package subscript(name: String) -> JSONValue? { fields.first { $0.name == name }?.value }
}

/// A module of which programs elsewhere can be told what happened.
///
/// It posts ids alone, in the transaction in which something happens, and says what they stand for when somebody is told:
/// an erased user is in no copy, and each receiver is told what it may know by then.
package protocol EventSource: Module {
  /// Names for ever: `shake.won`.
  static var eventTypes: [String] { get }
  /// The events that it has posted under these ids, in the same order.
  static func events(_ ids: [EventID], in connection: Connection) throws -> [OutboxEvent]
}

/// Keeps events until they are told, in the transactions in which they happen.
package protocol EventOutbox: Sendable {
  /// Whether anybody waits for events. A source asks once for each transaction, and posts nothing where nobody does.
  func isListening(in connection: Connection) throws -> Bool
  /// Puts events behind those that are there.
  func post(_ events: [EventID], of source: any EventSource.Type, in connection: Connection) throws
}

package enum Events {
  /// Missing where no enabled module tells programs elsewhere.
  package static let outbox = ServiceKey<any EventOutbox>("events.outbox")
}
