package import QixCommands
package import QixFormats
package import QixKernel
package import QixStorage

/// A kind of event that a module tells: `coins.issued`.
package struct EventType: Sendable {
  /// Stable, for programs: begins with what it is about.
  package let name: String
  /// One sentence.
  package let summary: String
  /// Whether a right of who is concerned may have ended with it, or of any staff where it concerns no user: streams look
  /// again whom they tell.
  package let endsRights: Bool
  private let makeShape: @Sendable () -> AnswerShape

  /// - Parameter fields: the members of its data, which `EventDetails` is filled from.
  package init<Row>(
    _ name: String, _ summary: String, endsRights: Bool = false,
    _ fields: @autoclosure @escaping @Sendable () -> [Field<Row>]
  ) {
    (self.name, self.summary, self.endsRights) = (name, summary, endsRights)
    makeShape = { AnswerShape("\(name)/1", fields()) }
  }

  package var shape: AnswerShape { makeShape() }

  /// The members of its data as a text: `transfer id?, coins coins`.
  package var members: String { shape.members }
}

/// A module that tells what happens in it, by `Connection.tell`.
///
/// It tells ids alone, in the transaction in which something happens, and says what they stand for when somebody is told:
/// an erased user is in no copy, and each receiver is told what it may know by then.
package protocol EventSource: Module {
  static var eventTypes: [EventType] { get }
  /// The data of an event of its types; nil where what it happened to is gone.
  static func details(of event: KeptEvent, in connection: Connection) throws -> EventDetails?
}

/// A module whose events follow from those of others: who is in a tier follows from coins.
package protocol EventFollowing: EventSource {
  /// Types of the events that it has to know.
  static var followedTypes: Set<String> { get }
  /// Tells what follows from events of one transaction, at its end.
  /// - Parameter registry: the modules that are there.
  static func follow(_ events: [NewEvent], _ registry: Registry, in connection: Connection) throws
}

extension Registry {
  /// Those that tell what follows from what others tell.
  package var eventFollowers: [EventFollower] {
    modules.compactMap { $0 as? any EventFollowing.Type }.map { module in
      EventFollower(module.followedTypes, tells: Set(module.eventTypes.map(\.name))) { events, connection in
        try module.follow(events, self, in: connection)
      }
    }
  }
}

/// The data of an event, as its type declares them. What is confidential is for those alone who may know it.
package struct EventDetails: Sendable {
  /// When it happened, where that isn't when it was told.
  package let at: Timestamp?
  package let fields: [CellMember]

  package init(at: Timestamp? = nil, _ fields: [CellMember]) { (self.at, self.fields) = (at, fields) }

  package init<Row>(at: Timestamp? = nil, _ fields: [Field<Row>], of row: Row) {
    self.init(at: at, fields.compactMap { $0.member(of: row) })
  }
}

/// Something that happened in a module, with all that anybody may be told of it.
package struct Event: Sendable {
  package let id: EventID
  package let type: String
  package let at: Timestamp
  /// Whom it concerns, and how the operator's systems call them.
  package let user: UserID?
  package let externalID: String?
  package let fields: [CellMember]

  package init(
    id: EventID, type: String, at: Timestamp, user: UserID? = nil, externalID: String? = nil, _ fields: [CellMember]
  ) {
    (self.id, self.type, self.at, self.user, self.externalID) = (id, type, at, user, externalID)
    self.fields = fields
  }

  /// The members of its data that an audience is told; what it may not know is withheld.
  package func told(to audience: EventAudience) -> [CellMember] {
    fields.map { CellMember($0.key, audience.told($0.cell)) }
  }

  package subscript(key: String) -> Cell? { fields.first { $0.key == key }?.cell }
}

/// Who is told of events.
package struct EventAudience: Sendable, Hashable {
  package let role: Role
  /// Of a customer: who they are.
  package let user: UserID?

  package init(_ role: Role, user: UserID? = nil) { (self.role, self.user) = (role, user) }

  fileprivate func told(_ cell: Cell) -> Cell {
    guard case .confidential(let datum, let inner, let instead) = cell else { return cell }
    let isOwn = datum == .user && user.map { inner == .identifier("\($0)") } ?? false
    return isOwn || datum.roles.admits(role) ? told(inner) : instead
  }
}

extension Event {
  /// Writes its data as an object.
  /// - Parameter pseudonym: what users are called where the audience may not know who they are.
  package func writeData(
    to json: inout JSONWriter, for audience: EventAudience, pseudonym: (UserID) -> String? = { _ in nil }
  ) {
    json.beginObject()
    if let user {
      let knows = audience.told(.confidential(.user, .identifier("\(user)"))) != .withheld
      if knows { json.member("user", "\(user)") }
      if knows, audience.user == nil, let externalID { json.member("external_id", externalID) }
      if !knows, let name = pseudonym(user) { json.member("pseudonym", name) }
    }
    for member in told(to: audience) {
      json.key(member.key)
      member.cell.write(to: &json)
    }
    json.endObject()
  }

  /// The event in the JSON format of CloudEvents 1.0.
  /// - Parameter source: a URI reference for the installation.
  package func cloudEvent(from source: String, for audience: EventAudience) -> [UInt8] {
    var json = JSONWriter(reserving: 512)
    json.beginObject()
    json.member("specversion", "1.0")
    json.member("id", "\(id)")
    json.member("source", source)
    json.member("type", type)
    json.member("time", "\(at)")
    json.member("datacontenttype", "application/json")
    json.key("data")
    writeData(to: &json, for: audience)
    json.endObject()
    return json.bytes
  }
}

/// Reads what modules have told.
package protocol EventFeed: Sendable {
  /// Of all enabled modules, in their order.
  var types: [EventType] { get }
  /// The events behind a position, as far as enabled modules know what they stand for.
  /// - Parameters:
  ///   - user: only those that concern them; nil for all.
  ///   - limit: how many are looked at.
  func page(after position: EventID, of user: UserID?, limit: Int, in connection: Connection) throws -> EventPage
  /// The installation, as events name their source.
  func source(in connection: Connection) throws -> String
  /// Has events kept for those who follow them, from now on and for as long after this as the operator wants.
  func keepOn(_ database: Database, at now: Timestamp) throws
}

extension EventFeed {
  package func page(after position: EventID, limit: Int, in connection: Connection) throws -> EventPage {
    try page(after: position, of: nil, limit: limit, in: connection)
  }
}

package struct EventPage: Sendable {
  package let events: [Event]
  /// Of the last that was looked at; where it began if there was none.
  package let position: EventID
  /// A type of which no enabled module knows what it stands for, behind which nothing was looked at.
  package let unknown: String?

  package init(events: [Event], position: EventID, unknown: String? = nil) {
    (self.events, self.position, self.unknown) = (events, position, unknown)
  }
}

/// A command that lists events, which HTTP tells as they happen to whom asks for that.
package protocol EventListing: Command {
  /// Whether its first positional is a user, of whose events alone it tells.
  static var isOfUser: Bool { get }
}

package enum Events {
  package static let feed = ServiceKey<any EventFeed>("events.feed")
}
