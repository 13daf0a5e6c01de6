package import QixCalendar
package import QixCommands
package import QixKernel
package import QixStorage

/// A module in which things happen that users may want to be told of.
package protocol NoticeSource: Module {
  static var noticeKinds: [NoticeKind] { get }
}

/// A kind of notice: when one is made, and what it says.
///
/// A notice keeps ids alone, as events do. Its words are made when it is read or sent, in the language of its reader.
package struct NoticeKind: Sendable {
  /// Stable, for choices and programs: `voucher-issued`.
  package let name: String
  /// The kind as users choose it, and the subject of its emails: `vouchers that you get`.
  package let title: Sentence
  /// Types of the events that make a notice; none for a kind that comes with time.
  package let types: Set<String>
  /// Finds the notices that a day brings by itself, once each day.
  package let due: (@Sendable (NoticeReading) throws -> [NoticeMatter])?
  /// What a notice says; nil where there is nothing to tell of this matter, or no longer.
  package let words: @Sendable (NoticeMatter, NoticeReading) throws -> Sentence?

  /// A kind that follows from events.
  /// - Parameters:
  ///   - title: keyed, so that it can be translated.
  ///   - words: a keyed sentence without capital letter and full stop, and no more personal data than it needs.
  package init(
    _ name: String, _ title: Sentence, on types: Set<String>,
    words: @escaping @Sendable (NoticeMatter, NoticeReading) throws -> Sentence?
  ) {
    (self.name, self.title, self.types, due, self.words) = (name, title, types, nil, words)
  }

  /// A kind that comes with time alone.
  package init(
    _ name: String, _ title: Sentence, due: @escaping @Sendable (NoticeReading) throws -> [NoticeMatter],
    words: @escaping @Sendable (NoticeMatter, NoticeReading) throws -> Sentence?
  ) {
    (self.name, self.title, types, self.due, self.words) = (name, title, [], due, words)
  }
}

/// What a notice is about: an event, or what its module calls it by two numbers of its own.
package struct NoticeMatter: Sendable, Equatable {
  package let user: UserID
  /// The type of the event; empty for a kind that comes with time.
  package let type: String
  /// The halves of the id of what it is about.
  package let high: UInt64, low: UInt64

  package init(_ user: UserID, type: String = "", high: UInt64, low: UInt64) {
    (self.user, self.type, self.high, self.low) = (user, type, high, low)
  }

  package func subject<Tag>(_: Tag.Type = Tag.self) -> Identifier<Tag> { Identifier(high: high, low: low) }
}

/// The place and time at which notices are found and read.
package struct NoticeReading {
  package let connection: Connection
  package let now: Timestamp
  /// The zone by whose clock days are meant.
  package let zone: TimeZone
  /// The reader's language; nil for staff, who read English.
  package let language: Language?

  package init(_ connection: Connection, at now: Timestamp, _ zone: TimeZone, _ language: Language? = nil) {
    (self.connection, self.now, self.zone, self.language) = (connection, now, zone, language)
  }
}
