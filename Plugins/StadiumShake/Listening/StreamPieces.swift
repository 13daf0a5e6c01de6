internal import QixShake
internal import QixWatermark

/// Listens by the event's pieces that are on as a stream goes by.
///
/// Some minutes of them are taken from the database at a time, so that a stream may last as long as the show, and pieces
/// that are added meanwhile are listened for, too.
struct StreamPieces {
  private let event: Event
  private let book: CodeBook
  /// Moments for which `listener` has what may be on.
  private var span: ClosedRange<Timestamp>?
  private var originals: [Original] = []
  private var listener: InformedListener?

  /// Seconds for which pieces are taken.
  private static let ahead: Int64 = 120
  /// Slots by which a player may be off, and the stream's own beginning.
  private static let spareSlots: Int64 = 2

  init(_ event: Event, _ book: CodeBook) { (self.event, self.book) = (event, book) }

  /// Nil where the event has no piece that may be on.
  mutating func listener(at moment: Timestamp, _ database: Database) throws -> InformedListener? {
    if let span, span.contains(moment) { return listener }
    let end = moment.advanced(byMicroseconds: Self.ahead * 1_000_000)
    let spare = Self.spareSlots * event.slotSeconds * 1_000_000
    let begin = moment.advanced(byMicroseconds: -Int64(ListeningStream.longestLook) * 1_000_000 - spare)
    let found = try database.read {
      try Original.audible(of: event, in: begin...end.advanced(byMicroseconds: spare), $0)
    }
    span = moment...end
    // Pieces of unknown moment are the same all the time.
    guard found.map(\.original) != originals else { return listener }
    originals = found.map(\.original)
    let library = PieceLibrary(found.map { ($0.original, Original.samples($0.bytes[...])) })
    listener = library.pieces.isEmpty ? nil : InformedListener(book: book, library: library)
    return listener
  }
}

extension PieceLibrary {
  /// Pieces of events, or parts of them.
  init(_ originals: [(original: Original, samples: [Float])]) {
    self.init()
    for (original, samples) in originals {
      add(
        name: original.name, samples: samples, slotOffset: original.place?.passed,
        first: original.place.map { Payload(event: original.event, slot: $0.slot) })
    }
  }
}
