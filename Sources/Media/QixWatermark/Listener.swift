internal import Glibc

/// Finds the mark in a recording without knowing the music.
package struct Listener: Sendable {
  package struct Settings: Sendable {
    /// Phase hypotheses β of the phone's low cut, rad Hz.
    package var dispersions = [0.0, 410, 820]
    /// Clock differences around which ±200 parts in a million are searched; those behind the first only where the
    /// first brought nothing, and with the middle dispersion alone.
    package var clocks = [0.0, 400, -400, 800, -800]
    /// Places that are looked at closely, for each dispersion.
    package var kept = 64
    /// Probability of a mark being found in a recording that has none.
    package var falseAccepts = 1e-5

    package init() {}

    /// A copy with the first of the clocks alone.
    var near: Settings {
      var settings = self
      settings.clocks = Array(clocks.prefix(1))
      return settings
    }
  }

  package let settings: Settings
  private let filters: [BlockCorrelations.Filters]
  let book: CodeBook
  private let transforms = BlockCorrelations.Transforms()
  let whitener = Whitener()

  package init(book: CodeBook, settings: Settings = Settings()) {
    self.book = book
    self.settings = settings
    filters = settings.dispersions.map { BlockCorrelations.Filters(book: book, dispersion: $0) }
  }

  /// The likeliest place of the mark in a clip; it is there if `isSure`.
  ///
  /// Takes some 2.5 MB for each second, and time in proportion to the list of candidates beyond a handful.
  /// - Parameter samples: mono, at `MarkFormat.rate`, 1 to 60 s.
  package func best(_ samples: [Float], candidates: Candidates) -> Finding? {
    guard (MarkFormat.rate...60 * MarkFormat.rate).contains(samples.count), !candidates.payloads.isEmpty else {
      return nil
    }
    return best(white: whitener.whiten(samples.sanitised), candidates: candidates)
  }

  private func best(white: [Float], candidates: Candidates) -> Finding? {
    let words = candidates.payloads.map { book.word($0) }
    var best: Finding?
    var room: [Float] = []
    let rows = Scratch(), drifts = DriftSearch.Room()
    for (index, clock) in settings.clocks.enumerated() {
      // A recording that runs slow has fewer samples than the mark.
      let straight = clock == 0 ? white : Resampler.convert(white, from: 1, to: 1 + clock * 1e-6)
      let middle = settings.dispersions.count / 2
      for number in index == 0 ? filters.indices : middle..<middle + 1 {
        let sums = PathSum(
          BlockCorrelations(straight, filters: filters[number], transforms: transforms, room: &room), words: words)
        defer { room = sums.correlations.values }
        if var found = search(sums, candidates, rows, drifts), found.score > best?.score ?? -1 {
          found.dispersion = settings.dispersions[number]
          found.partsPerMillion += clock
          best = found
        }
      }
      best?.threshold = Threshold.score(
        falseAccepts: settings.falseAccepts, words: words.count, clocks: index + 1,
        seconds: Double(white.count) / Double(MarkFormat.rate))
      best?.wordThreshold = Threshold.word(falseAccepts: settings.falseAccepts, words: words.count)
      // A find at a band's edge may be the skirt of one in the next band.
      if let best, best.isSure, abs(best.partsPerMillion - clock) < 160 { break }
    }
    return best
  }

  /// Best place under one dispersion and clock.
  private func search(
    _ sums: PathSum, _ candidates: Candidates, _ rows: Scratch, _ drifts: DriftSearch.Room
  ) -> Finding? {
    let blocks = sums.correlations.blocks
    var peaks = sums.words.flatMap { word in
      let values = rows.room(blocks * MarkFormat.period)
      sums.write(word: word, to: values)
      return DriftSearch().peaks(values, blocks: blocks, deviation: sums.deviation, room: drifts)
    }
    peaks.sort { ($0.score, $0.lag) > ($1.score, $1.lag) }
    var finds: [(finding: Finding, place: Place)] = []
    for peak in peaks.prefix(settings.kept) {
      guard let place = Place.best(around: peak, sums, candidates) else { continue }
      finds.append((place.finding(sums, candidates), place))
    }
    finds.sort { $0.finding.score > $1.finding.score }
    var best: (finding: Finding, place: Place)?
    for (_, place) in finds.prefix(8) {
      let place = place.refined(sums)
      let complete = place.completed(place.finding(sums, candidates), sums)
      if complete.score > best?.finding.score ?? -1 { best = (complete, place) }
    }
    guard var found = best?.finding, let place = best?.place else { return nil }
    found.others = place.others(than: found, sums)
    return found
  }
}
