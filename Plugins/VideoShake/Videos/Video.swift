internal import QixShake

/// A video that campaigns may ask people to watch.
struct Video: Sendable, Equatable {
  let number: Int64
  let name: String
  /// Milliseconds, a second to a day.
  let length: Int64
  let url: String?
  let width: Int64?
  let height: Int64?
  let codec: String?
  let container: String?
  let added: Timestamp

  static let columns = "video, name, length, url, width, height, codec, container, added_at"

  init(_ row: Row) {
    number = row["video"]
    name = row["name"]
    length = row["length"]
    url = row["url"]
    width = row["width"]
    height = row["height"]
    codec = row["codec"]
    container = row["container"]
    added = row["added_at"]
  }

  /// Nil for a name that nobody has given, or that was removed.
  static func find(_ name: String, in connection: Connection) throws -> Video? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM videoshake_videos WHERE name = \(name) AND removed_at IS NULL", Video.init)
  }

  /// - Throws: `videoshake.video-not-found`.
  static func require(_ name: String, in connection: Connection) throws -> Video {
    guard let video = try find(name, in: connection) else { throw notFound(name) }
    return video
  }

  static func notFound(_ name: String) -> Failure {
    Failure(
      "videoshake.video-not-found", .notFound, "there is no video '\(name)'",
      hint: "`qix video list` shows what there is.")
  }

  static func all(in connection: Connection) throws -> [Video] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM videoshake_videos WHERE removed_at IS NULL ORDER BY name", Video.init)
  }
}

extension Video {
  /// A row of the list.
  static let fields: [Field<Video>] = [Field("name", .text) { $0.name }] + media + address

  /// All that is known of it.
  static let facts: [Field<Video>] =
    [name] + media + [Field("container", .text) { $0.container }] + address

  static let name = Field<Video>("video", .text) { $0.name }
  static let seconds = Field<Video>("seconds", .decimal(places: 3)) { Double($0.length) / 1_000 }
  private static let media: [Field<Video>] = [
    seconds,
    Field("size", .text) { $0.size },
    Field("codec", .text) { $0.codec },
  ]
  private static let address: [Field<Video>] = [
    Field("url", .text, "ADDRESS") { $0.url },
    Field("added", .time) { $0.added },
  ]

  private var size: String? {
    guard let width, let height else { return nil }
    return "\(width)x\(height)"
  }
}

/// The one subject of the commands about videos.
struct VideoNamed {
  @Positional("name", .text, "The video's name") var name: String

  /// - Throws: `VideoShakeError.malformedName`.
  static func check(_ name: String) throws {
    if name.isEmpty { throw VideoShakeError.malformedName(problem: "it is empty") }
    if name.utf8.count > 64 { throw VideoShakeError.malformedName(problem: "it is longer than 64 characters") }
    guard PlainText.isName(name) else { throw VideoShakeError.malformedName(problem: "it has other characters") }
  }

  /// An address that a player can load: http or https, without blanks, a name or password.
  /// - Throws: `VideoShakeError.malformedAddress`.
  static func check(url: String) throws {
    if url.utf8.count > 2_000 { throw VideoShakeError.malformedAddress(problem: "it is longer than 2,000 characters") }
    guard let scheme = ["https://", "http://"].first(where: url.hasPrefix) else {
      throw VideoShakeError.malformedAddress(problem: "it is neither https nor http")
    }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\^`{|}".utf8.contains($0) }) else {
      throw VideoShakeError.malformedAddress(problem: "it has characters that must be written as %XX")
    }
    let host = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    if host.isEmpty { throw VideoShakeError.malformedAddress(problem: "it names no host") }
    if host.contains("@") { throw VideoShakeError.malformedAddress(problem: "it contains a name or password") }
  }
}
