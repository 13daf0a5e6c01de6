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

  static let head: [RowField<Window>] = [
    RowField("window") { .identifier($0.id) },
    RowField("channel") { .text($0.channel) },
    RowField("programme") { .text($0.programme) },
    RowField("starts") { .timestamp($0.start) },
  ]
  private static let ends = [RowField<Window>("ends") { .timestamp($0.end) }]
  static let wall: [RowField<Window>] = [
    RowField("local", "ON THE WALL") { .text(wallText($0.start, in: $0.wallZone)) },
    RowField("zone") { .text($0.zone) },
  ]
  private static let removal = [RowField<Window>("removed") { .timestamp($0.removed) }]

  /// All that is known of one.
  static let facts = head + ends + wall + removal

  /// A row of a list.
  static let fields: [RowField<(window: Window, hasCode: Bool)>] =
    (head + ends + wall).of { $0.window } + [RowField("code") { .boolean($0.hasCode) }] + removal.of { $0.window }
}
