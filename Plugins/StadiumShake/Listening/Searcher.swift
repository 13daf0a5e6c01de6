internal import QixShake
internal import QixSound
internal import QixWatermark

/// Listens for the mark of one event, blind and by its pieces.
struct Searcher {
  let target: SearchOrder.Target
  private let listener: Listener
  /// Searches the nearest clocks alone, at half the cost.
  private let near: Listener
  private let informed: InformedListener?
  private let ultrasound: UltrasoundListener

  /// - Parameters:
  ///   - originals: of the order, with their samples.
  ///   - searches: of one clip among which a mark may be found by chance where there is none.
  init(_ target: SearchOrder.Target, originals: [(original: Original, samples: [Float])], searches: Int = 1) {
    self.target = target
    var words: [Payload: [UInt8]] = [:]
    for (index, word) in target.words.enumerated() {
      words[Payload(event: target.event, slot: UInt16(target.first + Int64(index)))] = word
    }
    let book = CodeBook(sequences: EventKeys.sequenceHash(target.sequences), words: words)
    var settings = Listener.Settings()
    settings.falseAccepts /= Double(searches)
    listener = Listener(book: book, settings: settings)
    settings.clocks = [0]
    near = Listener(book: book, settings: settings)
    ultrasound = UltrasoundListener(book: book)
    let library = PieceLibrary(originals.filter { $0.original.event == target.event })
    var known = InformedListener.Settings()
    known.falseAccepts /= Double(searches)
    informed = library.pieces.isEmpty ? nil : InformedListener(book: book, library: library, settings: known)
  }

  struct Found {
    let finding: QixWatermark.Finding
    /// The finding by the event's pieces, whether or not the mark was found by them.
    var informed: InformedFinding?
    /// The piece by which the mark was found; nil for blind.
    var piece: String?
    var isUltrasound = false
    var mark: Mark? { Mark(finding, piece: piece, isUltrasound: isUltrasound) }
  }

  /// The mark of a clip, or the likeliest place for one; nil where nothing can be searched.
  /// - Parameters:
  ///   - slots: that can be heard in it; those without a word are left out.
  ///   - isFar: whether clocks that are off by more than 200 parts in a million are searched too.
  func search(_ samples: [Float], slots: ClosedRange<Int64>, isFar: Bool) -> Found? {
    guard let candidates = candidates(slots) else { return nil }
    let known = informed?.best(samples, candidates: candidates)
    if let known, known.finding.isSure {
      return Found(finding: known.finding, informed: known, piece: known.piece)
    }
    guard let blind = (isFar ? listener : near).best(samples, candidates: candidates) else { return nil }
    return Found(finding: blind, informed: known)
  }

  /// The second layer's chirps in the end of a recording, at its own rate.
  func searchChirps(_ samples: [Float], rate: Int, slots: ClosedRange<Int64>) -> Found? {
    guard let candidates = candidates(slots) else { return nil }
    return ultrasound.best(samples, rate: rate, candidates: candidates).map {
      Found(finding: $0, isUltrasound: true)
    }
  }

  private func candidates(_ slots: ClosedRange<Int64>) -> Candidates? {
    let low = max(slots.lowerBound, target.first)
    let high = min(slots.upperBound, target.first + Int64(target.words.count) - 1)
    guard low <= high else { return nil }
    return Candidates(
      event: target.event, slots: UInt16(low)...UInt16(high),
      slotPeriods: Int(target.slotSeconds) / MarkFormat.periodSeconds)
  }

  /// Slot of a moment, in seconds from the event's start.
  func slot(at seconds: Double) -> Int64 { Int64((seconds / Double(target.slotSeconds)).rounded(.down)) }
}

extension Recording {
  /// At the listener's rate.
  var heard: [Float] { Resampler.convert(samples, from: Double(rate), to: Double(MarkFormat.rate)) }
}
