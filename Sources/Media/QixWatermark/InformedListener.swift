internal import Glibc

/// Finds the mark in a recording of known pieces: the normal case of a show.
package struct InformedListener: Sendable {
  package struct Settings: Sendable {
    /// Probability of a mark being found in a recording that has none.
    package var falseAccepts = 1e-5
    /// Places of the pieces that are tried; music often repeats itself sample by sample. So many have the music, and are
    /// searched for the mark.
    package var tries = 5

    package init() {}
  }

  package var settings: Settings
  package let library: PieceLibrary
  private let book: CodeBook
  private let shape: Embedder.Settings
  private let aligner = Aligner()
  private let removal = HostRemoval()
  private let transforms = BlockCorrelations.Transforms()
  private let filters: BlockCorrelations.Filters
  private let flat: [[Float]]

  /// - Parameter shape: settings of the embedder that marked the pieces.
  package init(
    book: CodeBook, library: PieceLibrary, shape: Embedder.Settings = Embedder.Settings(),
    settings: Settings = Settings()
  ) {
    self.book = book
    self.library = library
    self.shape = shape
    self.settings = settings
    filters = BlockCorrelations.Filters(book: book, dispersion: 0)
    let aligner = aligner
    flat = library.pieces.map { aligner.flattened($0.samples) }
  }

  /// The likeliest place of the mark in a clip; it is there if `isSure`. Nil where no piece fits.
  /// - Parameter samples: mono, at `MarkFormat.rate`, 2 to 60 s.
  package func best(_ samples: [Float], candidates: Candidates) -> InformedFinding? {
    guard (2 * MarkFormat.rate...60 * MarkFormat.rate).contains(samples.count), !candidates.payloads.isEmpty else {
      return nil
    }
    let samples = samples.sanitised
    let recording = aligner.blocks(aligner.flattened(samples))
    let matches = library.matches(samples, candidates: candidates, most: 8 * settings.tries)
    var best: InformedFinding?, tried: [(piece: Int, place: Double)] = [], decoded = 0
    // The likeliest places of the rhythm first; then those of the waveform, where the moment is known; then the others.
    for stage in 0..<3 {
      let guesses: [PieceLibrary.Match] =
        switch stage {
        case 0: Array(matches.prefix(2 * settings.tries))
        // Where the music is at its place and has no mark, its repetitions are among the others.
        case 1: best?.isPlaced == true ? [] : waveformMatches(recording, candidates)
        default: Array(matches.dropFirst(2 * settings.tries))
        }
      let places = guesses.compactMap { match in
        aligner.align(recording, to: flat[match.piece], start: match.sample).map {
          (piece: match.piece, alignment: $0, score: match.score + $0.score)
        }
      }.sorted { $0.score > $1.score }
      var left = settings.tries, weak = 4
      for (number, alignment, score) in places where left > 0 && decoded < settings.tries {
        guard score > Self.goodPlace || weak > 0 else { break }
        guard !tried.contains(where: { $0.piece == number && abs($0.place - alignment.places[0]) < 160 }) else {
          continue
        }
        tried.append((number, alignment.places[0]))
        left -= 1
        if score <= Self.goodPlace { weak -= 1 }
        guard let found = decode(samples, library.pieces[number], alignment, candidates) else { continue }
        decoded += 1
        if best.map(found.isBetter) ?? true { best = found }
        if found.finding.isSure { return found }
      }
    }
    return best
  }

  /// Sum of the scores of rhythm and waveform that chance hardly reaches; below it few places are tried.
  private static let goodPlace = 14.0
  /// Fit of a place below which no mark is looked for there, since that costs ten times what the fit does. Of 2,106
  /// wrong places in 5 to 30 s of real music the largest was 1.32 and one in a hundred above 1.23; where a mark was sure,
  /// in a stadium and under noise of 6 dB over the music, the smallest of 142 was 1.37.
  private static let leastFit = 1.25
  /// Samples of music that are searched by waveform.
  private static let mostSearched = 150 * MarkFormat.rate

  private func waveformMatches(_ recording: [[Complex]], _ candidates: Candidates) -> [PieceLibrary.Match] {
    let ranges = library.pieces.map { piece in
      piece.frames(candidates).map { $0.lowerBound * Fingerprint.hop..<$0.upperBound * Fingerprint.hop }
    }
    guard ranges.joined().reduce(0, { $0 + $1.count }) <= Self.mostSearched else { return [] }
    return ranges.enumerated().flatMap { number, ranges in
      ranges.flatMap { range in
        aligner.search(recording, in: flat[number], range).map {
          PieceLibrary.Match(piece: number, sample: $0.place, score: $0.score)
        }
      }
    }
  }

  /// Looks for the mark along one alignment; nil where the music isn't there.
  private func decode(
    _ samples: [Float], _ piece: PieceLibrary.Piece, _ alignment: Aligner.Alignment, _ candidates: Candidates
  ) -> InformedFinding? {
    // Whole blocks, so that those behind them are the recording's.
    let size = BlockCorrelations.size, leading = 2, lead = leading * size
    guard let begin = alignment.places.first, let end = alignment.places.last else { return nil }
    let first = Int(begin.rounded()) - size / 2
    let count = min(Int(end.rounded()) + size / 2, piece.samples.count) - first
    guard count > size else { return nil }
    // On the music's time.
    let recording =
      [Float](repeating: 0, count: lead)
      + Warp.apply(samples, count: count) { Self.sample(at: Double(first + $0), alignment.places) }
    let music = (first - lead..<first + count).map { $0 >= 0 && $0 < piece.samples.count ? piece.samples[$0] : 0 }
    let pair = removal.pair(recording, music: music, lead: lead)
    guard removal.fit(pair) >= Self.leastFit else { return nil }
    let removed = removal.apply(pair, count: recording.count)
    let mark = shaped(removed.mark, music)
    let words = candidates.payloads.map { book.word($0) }
    let sums = PathSum(BlockCorrelations(mark, filters: filters, transforms: transforms), words: words)
    let rows = words.map { sums.rows(word: $0) }
    let start: Int, slack: Int
    if let offset = piece.slotOffset {
      (start, slack) = (-(first - lead + offset), 3)
    } else {
      guard
        let peak = rows.flatMap({ row in
          var search = DriftSearch()
          search.steepest = 0
          search.least = 3
          return search.peaks(row, blocks: sums.correlations.blocks, deviation: sums.deviation)
        }).max(by: { $0.score < $1.score })
      else { return nil }
      (start, slack) = (peak.lag, 3)
    }
    let period = MarkFormat.period, lag = (start % period + period) % period
    let blocks = sums.correlations.blocks
    let timelines = candidates.timelines(blocks: blocks, lag: Double(lag), slope: 0)
    var best: (sum: Float, timeline: Timeline, quarters: Int)?
    for quarters in stride(from: 4 * (lag - slack), through: 4 * (lag + slack), by: 2) {
      for timeline in timelines {
        var sum: Float = 0
        for block in 0..<blocks { sum += sums.value(block, word: timeline.words[block], quarters: quarters) }
        if sum > best?.sum ?? -.infinity { best = (sum, timeline, quarters) }
      }
    }
    guard let best else { return nil }
    let spread = Self.spread(rows, best.timeline, least: sums.deviation)
    let places = piece.slotOffset == nil ? MarkFormat.period : 4 * slack + 1
    var finding = Finding(
      payloads: best.timeline.words.dropFirst(leading).map { candidates.payloads[$0] },
      score: Double(best.sum / spread), lag: Double(lag), partsPerMillion: alignment.partsPerMillion,
      delays: alignment.wander)
    finding.threshold = Threshold.tail(
      settings.falseAccepts / Double(places * max(1, timelines.count) * 2 * settings.tries * 4))
    finding.wordThreshold = Threshold.word(falseAccepts: settings.falseAccepts, words: words.count)
    finding.parts = (0..<BlockCorrelations.sequences).map { sequence in
      Double(
        (0..<blocks).reduce(Float(0)) { sum, block in
          let shift = sequence == 0 ? 0 : 4 * MarkFormat.step * Int(words[best.timeline.words[block]][sequence - 1])
          return sum + sums.value(block, sequence, quarters: best.quarters + shift)
        } / spread)
    }
    finding.others = ShiftCensus.others(parts: finding.parts, spread: spread) { sequence, shifts in
      (0..<blocks).reduce(Float(0)) { sum, block in
        let word = words[best.timeline.words[block]]
        let shift = MarkFormat.step * ((sequence == 0 ? 0 : Int(word[sequence - 1])) + shifts)
        return sum + sums.value(block, sequence, quarters: best.quarters + 4 * shift)
      }
    }
    return InformedFinding(
      finding: finding, piece: piece.name, second: Double(first) / Double(MarkFormat.rate),
      ratio: removed.ratio, taps: removed.taps, alignment: alignment.score)
  }

  /// Deviation of a timeline's sums over all delays, at least what its blocks' deviations add up to.
  private static func spread(_ rows: [[Float]], _ timeline: Timeline, least: Float) -> Float {
    let period = MarkFormat.period
    var total = [Float](repeating: 0, count: period)
    for (block, word) in timeline.words.enumerated() {
      for place in 0..<period { total[place] += rows[word][block * period + place] }
    }
    return max(least, (total.reduce(0) { $0 + $1 * $1 } / Float(period)).squareRoot())
  }

  /// Sample of the recording that lies at a place of the music.
  private static func sample(at place: Double, _ places: [Double]) -> Double {
    let size = Double(BlockCorrelations.size)
    var low = 0, high = places.count - 1
    while high - low > 1 {
      let middle = (low + high) / 2
      if places[middle] <= place { low = middle } else { high = middle }
    }
    let share = (place - places[low]) / max(1, places[high] - places[low])
    return BlockCorrelations.middle(low) + share * size
  }

  /// The mark's estimate with the amplitudes that the embedder gave it.
  private func shaped(_ mark: [Float], _ music: [Float]) -> [Float] {
    let transform = ShortTimeTransform(size: 640, hop: 320)
    let bins = 0..<321
    let host = transform.analyse(music, bins: bins)
    var x = transform.analyse(mark, bins: bins)
    var shape = MarkShape(rate: MarkFormat.rate, size: 640, settings: self.shape)
    let bands = shape.bandOfBin
    var widths = [Float](repeating: 0, count: 64)
    for case let band? in bands { widths[band] += 1 }
    for t in 0..<x.frames {
      let spectrum = bins.map { Complex(host.re[$0 * host.frames + t], host.im[$0 * host.frames + t]) }
      let powers = shape.powers(spectrum).mark
      for bin in bins {
        let gain = bands[bin].map { (powers[$0] / widths[$0]).squareRoot() } ?? 0
        x.re[bin * x.frames + t] *= gain
        x.im[bin * x.frames + t] *= gain
      }
    }
    return transform.synthesise(x, count: mark.count)
  }
}

/// Mark found in a recording of a known piece.
package struct InformedFinding: Sendable {
  package var finding: Finding
  /// Name of the piece, and its second at which the recording begins.
  package var piece: String
  package var second: Double
  /// Power that the music explains over the rest, dB, for each 32 ms of the recording and 0.7 s before it.
  package var ratio: [Double]
  /// Mean power of the paths from the loudspeakers, 32 ms apart, the first a frame ahead.
  package var taps: [Double]
  /// Score of the alignment of music and recording.
  package var alignment: Double
  /// Whether this is the music at its place, with a mark or without one: other music explains so little of a recording
  /// that −15.9 dB was the largest of 128 ratios, and −4.9 dB the smallest at the right place in a stadium.
  package var isPlaced: Bool {
    let known = ratio.filter { $0.isFinite }
    return finding.isSure || known.reduce(0, +) > -10 * Double(max(1, known.count))
  }

  /// Than another place: where no mark is, the music's own place is told.
  fileprivate func isBetter(than other: Self) -> Bool {
    isPlaced == other.isPlaced
      ? finding.score - finding.threshold > other.finding.score - other.finding.threshold : isPlaced
  }
}
