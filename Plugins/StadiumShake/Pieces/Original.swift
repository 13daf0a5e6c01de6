internal import QixShake
internal import QixSound
internal import QixWatermark

/// A part of a piece that goes to a worker beside the recording.
struct Original: Sendable, Equatable {
  let event: UInt32
  let name: String
  /// Samples at `MarkFormat.rate`.
  let count: Int
  /// Slot of the first sample, and samples of it that had passed then; nil where its moment isn't known.
  let place: Place?

  struct Place: Sendable, Equatable {
    let slot: UInt16
    let passed: Int
  }

  /// Seconds of music of unknown moment that are searched beside a recording.
  static let mostSeconds = 20.0 * 60

  /// The parts of an event's pieces that could be heard in a span of time, with its samples' bytes. Pieces that are
  /// played at no known moment count where none is known to be on then, up to `mostSeconds`.
  /// - Parameter span: nil for any time.
  static func audible(
    of event: Event, in span: ClosedRange<Timestamp>?, _ connection: Connection
  ) throws -> [(original: Original, bytes: [UInt8])] {
    let pieces = try Piece.all(of: event, in: connection)
    var found: [(original: Original, bytes: [UInt8])] = []
    for piece in pieces {
      guard let start = piece.start, let range = piece.samples(in: span), !range.isEmpty else { continue }
      let first = start.advanced(byMicroseconds: range.lowerBound * 1_000_000 / Int64(MarkFormat.rate))
      let slot = event.slot(at: first)
      guard let number = UInt16(exactly: slot) else { continue }
      let passed = (first.microseconds - event.start(ofSlot: slot).microseconds) * Int64(MarkFormat.rate) / 1_000_000
      found.append(
        (
          Original(
            event: UInt32(event.number), name: piece.name, count: range.count,
            place: Place(slot: number, passed: Int(passed))),
          try piece.bytes(of: range, in: connection)
        ))
    }
    guard found.isEmpty else { return found }
    var seconds = 0.0
    for piece in pieces where piece.start == nil && seconds + piece.seconds <= mostSeconds {
      seconds += piece.seconds
      found.append(
        (
          Original(event: UInt32(event.number), name: piece.name, count: Int(piece.samples), place: nil),
          try piece.bytes(of: 0..<piece.samples, in: connection)
        ))
    }
    return found
  }

  /// Samples of its bytes.
  static func samples(_ bytes: ArraySlice<UInt8>) -> [Float] { SampleFormat.s16le.samples(bytes, channels: 1)[0] }
}

extension Piece {
  /// Samples that are played in a span; nil for one of unknown moment.
  fileprivate func samples(in span: ClosedRange<Timestamp>?) -> Range<Int64>? {
    guard let start else { return nil }
    guard let span else { return 0..<samples }
    func sample(_ time: Timestamp) -> Int64 {
      let passed = max(-3_600_000_000, min(time.microseconds - start.microseconds, 24 * 3_600_000_000))
      return max(0, min(samples, passed * Int64(MarkFormat.rate) / 1_000_000))
    }
    return sample(span.lowerBound)..<max(sample(span.lowerBound), sample(span.upperBound))
  }
}
