internal import QixShake
internal import QixWatermark

/// A piece of a show's music, without the mark: samples of 16 bits at `MarkFormat.rate`, the mean of all channels.
struct Piece: Sendable, Equatable {
  let number: Int64
  let event: Int64
  let name: String
  /// When its first sample is played; nil where it isn't known before.
  let start: Timestamp?
  let samples: Int64
  let added: Timestamp

  static let columns = "piece, event, name, starts_at, samples, added_at"
  /// Of one part of its samples: 30 s.
  static let partBytes = 2 * 30 * MarkFormat.rate
  /// Seconds of the longest.
  static let longest = 30 * 60

  init(_ row: Row) {
    number = row["piece"]
    event = row["event"]
    name = row["name"]
    start = row["starts_at"]
    samples = row["samples"]
    added = row["added_at"]
  }

  var seconds: Double { Double(samples) / Double(MarkFormat.rate) }
  /// When its last sample has been played.
  var end: Timestamp? { start?.advanced(byMicroseconds: Int64(seconds * 1e6)) }

  static func all(of event: Event, in connection: Connection) throws -> [Piece] {
    try connection.fetchAll(
      "SELECT \(sql: columns) FROM stadiumshake_pieces WHERE event = \(event.number) ORDER BY starts_at, name",
      Piece.init)
  }

  static func find(_ name: String, of event: Event, in connection: Connection) throws -> Piece? {
    try connection.fetchOne(
      "SELECT \(sql: columns) FROM stadiumshake_pieces WHERE event = \(event.number) AND name = \(name)", Piece.init)
  }

  /// - Throws: `stadiumshake.piece-not-found`.
  static func require(_ name: String, of event: Event, in connection: Connection) throws -> Piece {
    guard let piece = try find(name, of: event, in: connection) else {
      throw Failure(
        "stadiumshake.piece-not-found", .notFound, "the event has no piece '\(name)'",
        hint: "`qix stadium piece list` shows what there is.")
    }
    return piece
  }

  /// Writes a new one.
  /// - Parameter bytes: of its samples.
  static func insert(
    _ name: String, of event: Event, start: Timestamp?, _ bytes: [UInt8], at now: Timestamp, in connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO stadiumshake_pieces (event, name, starts_at, samples, added_at)
      VALUES (\(event.number), \(name), \(start), \(bytes.count / 2), \(now))
      """)
    let piece = try require(name, of: event, in: connection)
    for (part, begin) in stride(from: 0, to: bytes.count, by: partBytes).enumerated() {
      try connection.execute(
        """
        INSERT INTO stadiumshake_sounds (piece, part, samples)
        VALUES (\(piece.number), \(Int64(part)), \(Array(bytes[begin..<min(bytes.count, begin + partBytes)])))
        """)
    }
  }

  /// Bytes of some of its samples.
  func bytes(of range: Range<Int64>, in connection: Connection) throws -> [UInt8] {
    guard !range.isEmpty else { return [] }
    let size = Int64(Self.partBytes / 2)
    let first = range.lowerBound / size, last = (range.upperBound - 1) / size
    let parts: [[UInt8]] = try connection.fetchAll(
      """
      SELECT samples FROM stadiumshake_sounds WHERE piece = \(number) AND part BETWEEN \(first) AND \(last)
      ORDER BY part
      """)
    let bytes = parts.flatMap { $0 }, skipped = Int(range.lowerBound - first * size) * 2
    guard bytes.count >= skipped + 2 * range.count else {
      throw Failure(
        "stadiumshake.damaged", .damaged, "a piece's samples in the database were altered",
        hint: "Remove the piece and add it again.")
    }
    return Array(bytes[skipped..<skipped + 2 * range.count])
  }

  static let fields: [Field<Piece>] = [
    Field("name", .text) { $0.name },
    Field("start", .time) { $0.start },
    Field("seconds", .decimal(places: 1)) { $0.seconds },
    Field("added", .time) { $0.added },
  ]
}
