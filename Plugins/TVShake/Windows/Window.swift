internal import QixCalendar
internal import QixShake

/// Marks a broadcast window's identifier: `win_…`.
enum WindowTag: IdentifierTag {
  static let prefix = "win"
  static let place: String? = "tvshake_windows.id"
}

typealias WindowID = Identifier<WindowTag>

/// A broadcast: from its start to before its end a programme is on a channel.
struct Window: Sendable, Equatable {
  let id: WindowID
  var channel: String
  var programme: String
  var start: Timestamp
  var end: Timestamp
  /// IANA name.
  var zone: String
  var source: Source
  var removed: Timestamp?

  /// Which event of a schedule it comes from.
  struct Source: Sendable, Hashable {
    let uid: String
    /// When it was planned at first: names the occurrence.
    let instance: Timestamp
    var sequence: Int64
  }

  static let columns =
    "id, channel, programme, starts_at, ends_at, time_zone, source_uid, source_instance, source_sequence, removed_at"

  init(_ row: Row) throws {
    id = try row["id"]
    channel = row["channel"]
    programme = row["programme"]
    start = row["starts_at"]
    end = row["ends_at"]
    zone = row["time_zone"]
    source = Source(uid: row["source_uid"], instance: row["source_instance"], sequence: row["source_sequence"])
    removed = row["removed_at"]
    guard end > start else { throw StorageError.corrupt("a broadcast ends before it begins") }
  }

  init(
    id: WindowID, channel: String, programme: String, start: Timestamp, end: Timestamp, zone: String, source: Source
  ) {
    self.id = id
    self.channel = channel
    self.programme = programme
    self.start = start
    self.end = end
    self.zone = zone
    self.source = source
  }
}

extension Window {
  /// `2027-03-01 20:30`, as the clock on the wall shows it where it was announced; in UTC where this system doesn't
  /// know that zone any more.
  static func wallText(_ time: Timestamp, in zone: TimeZone) -> String {
    let text = zone.wallTime(at: time).description
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  var wallZone: TimeZone { (try? TimeZone(identifier: zone)) ?? .utc }

  static let head: [Field<Window>] = [
    Field("window", .id) { $0.id },
    Field("channel", .text) { $0.channel },
    Field("programme", .text) { $0.programme },
    Field("starts", .time) { $0.start },
  ]
  static let wall: [Field<Window>] = [
    Field("local", .text, "ON THE WALL") { wallText($0.start, in: $0.wallZone) },
    Field("zone", .text) { $0.zone },
  ]
  private static let times: [Field<Window>] = head + [Field("ends", .time) { $0.end }] + wall

  private static let removed = Field<Window>("removed", .time) { $0.removed }
  // Shipped as an integer in answers that show no removed broadcast: null there.
  private static let neverRemoved = Field<Window>("removed", .integer.leading) { _ in nil }

  /// All that is known of one.
  static let facts: [Field<Window>] = times + [removed]
  static let factsOnAir: [Field<Window>] = times + [neverRemoved]

  /// A row of a list.
  static let fields = row(removed)
  static let fieldsOnAir = row(neverRemoved)

  private static func row(_ removed: Field<Window>) -> [Field<(window: Window, hasCode: Bool)>] {
    times.of { $0.window } + [Field("code", .boolean) { $0.hasCode }] + [removed].of { $0.window }
  }
}
