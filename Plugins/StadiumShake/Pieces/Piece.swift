internal import QixShake
internal import QixWatermark

/// A piece of a show's music, without the mark: samples of 16 bits at `MarkFormat.rate`, the mean of all channels.
struct Piece: Sendable, Equatable {
  let number: Int64
  let event: Int64
  let name: String
  /// When its first sample is played; nil where nobody knows before.
  let start: Timestamp?
  let samples: Int64
  let added: Timestamp

  static let columns = "piece, event, name, starts_at, samples, added_at"
  /// Of one part of its samples: 30 s.
  static let partBytes = 2 * 30 * MarkFormat.rate
  /// Seconds of the longest.
  static let longest = 30 * 60

  init(_ row: Row) {
    number = row.integer(0)
    event = row.integer(1)
    name = row.text(2)
    start = row.optionalTime(3)
    samples = row.integer(4)
    added = row.time(5)
  }

  var seconds: Double { Double(samples) / Double(MarkFormat.rate) }
  /// When its last sample has been played.
  var end: Timestamp? { start?.advanced(byMicroseconds: Int64(seconds * 1e6)) }

  static func all(of event: Event, in connection: Connection) throws -> [Piece] {
    try connection.rows(
      "SELECT \(columns) FROM stadiumshake_pieces WHERE event = ?1 ORDER BY starts_at, name", .integer(event.number),
      read: Piece.init)
  }

  static func find(_ name: String, of event: Event, in connection: Connection) throws -> Piece? {
    try connection.first(
      "SELECT \(columns) FROM stadiumshake_pieces WHERE event = ?1 AND name = ?2", .integer(event.number), .text(name),
      read: Piece.init)
  }

  /// - Throws: `StadiumShakeError.noPiece`.
  static func require(_ name: String, of event: Event, in connection: Connection) throws -> Piece {
    guard let piece = try find(name, of: event, in: connection) else { throw StadiumShakeError.noPiece(name) }
    return piece
  }

  /// Writes a new one.
  /// - Parameter bytes: of its samples.
  static func insert(
    _ name: String, of event: Event, start: Timestamp?, _ bytes: [UInt8], at now: Timestamp, in connection: Connection
  ) throws {
    try connection.run(
      "INSERT INTO stadiumshake_pieces (event, name, starts_at, samples, added_at) VALUES (?1, ?2, ?3, ?4, ?5)",
      .integer(event.number), .text(name), start.map { .time($0) } ?? .null, .integer(Int64(bytes.count / 2)),
      .time(now))
    let piece = try require(name, of: event, in: connection)
    for (part, begin) in stride(from: 0, to: bytes.count, by: partBytes).enumerated() {
      try connection.run(
        "INSERT INTO stadiumshake_sounds (piece, part, samples) VALUES (?1, ?2, ?3)", .integer(piece.number),
        .integer(Int64(part)), .blob(Array(bytes[begin..<min(bytes.count, begin + partBytes)])))
    }
  }

  /// Bytes of some of its samples.
  func bytes(of range: Range<Int64>, in connection: Connection) throws -> [UInt8] {
    guard !range.isEmpty else { return [] }
    let size = Int64(Self.partBytes / 2)
    let first = range.lowerBound / size, last = (range.upperBound - 1) / size
    let parts = try connection.rows(
      "SELECT samples FROM stadiumshake_sounds WHERE piece = ?1 AND part BETWEEN ?2 AND ?3 ORDER BY part",
      .integer(number), .integer(first), .integer(last)
    ) { $0.blob(0) }
    let bytes = parts.flatMap { $0 }, skipped = Int(range.lowerBound - first * size) * 2
    guard bytes.count >= skipped + 2 * range.count else { throw StadiumShakeError.damaged }
    return Array(bytes[skipped..<skipped + 2 * range.count])
  }

  static let fields: [RowField<Piece>] = [
    RowField("name") { .text($0.name) }, RowField("start") { .timestamp($0.start) },
    RowField(number: "seconds") { .decimal($0.seconds, places: 1) }, RowField("added") { .timestamp($0.added) },
  ]
}
