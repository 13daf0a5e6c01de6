internal import Glibc

/// Finds the chirps of the second layer.
package struct UltrasoundListener: Sendable {
  private let book: CodeBook
  private let falseAccepts: Double

  /// Bins a second in which it is counted whether there is a chirp.
  private static let rate = 4_000
  /// Share of bins that are taken for a chirp: the strongest.
  private static let share = 0.01
  /// Clock differences that are tried, parts in a million.
  private static let clocks = stride(from: -200.0, through: 200, by: 50).map { $0 }
  /// Seconds of a clip's end that are searched: longer ones would ask for finer clocks.
  static let longest = 10

  package init(book: CodeBook, falseAccepts: Double = 1e-5) { (self.book, self.falseAccepts) = (book, falseAccepts) }

  /// The likeliest place of the chirps in a clip; they are there if `isSure`. Nil where the rate holds none.
  /// - Parameters:
  ///   - samples: mono, at `rate`; their end is searched.
  ///   - rate: samples a second.
  package func best(_ samples: [Float], rate: Int, candidates: Candidates) -> Finding? {
    let clip = Array(samples.suffix(Self.longest * rate)).sanitised
    guard rate >= UltrasoundFormat.leastRate, clip.count >= 3 * rate, !candidates.payloads.isEmpty else { return nil }
    let falling = Self.hits(clip, rising: false, rate: rate), rising = Self.hits(clip, rising: true, rate: rate)
    let places = candidates.payloads.map { UltrasoundFormat.places(word: book.word($0)) }
    let period = MarkFormat.periodSeconds * Self.rate, periods = (falling.count + period - 1) / period + 1
    var best: Found?
    for clock in Self.clocks {
      // Bins of each word's chirps from the period's start, on the recorder's clock.
      let bins = places.map { $0.map { Int(($0 * Double(Self.rate) * (1 + clock * 1e-6)).rounded()) } }
      let step = Double(period) * (1 + clock * 1e-6)
      for lag in 0..<period {
        let starts = (0..<periods).map { lag + Int((Double($0 - 1) * step).rounded()) }
        // Few places have a falling chirp in half of their periods; the others are no place for a word.
        let inside = starts.filter { falling.indices.contains($0) }
        guard 2 * inside.count(where: { falling[$0] }) >= inside.count, !inside.isEmpty else { continue }
        for run in candidates.runs {
          for first in run {
            for phase in 0..<candidates.slotPeriods {
              let words = (0..<periods).map { first + ($0 + phase) / candidates.slotPeriods }
              guard words.allSatisfy({ run.contains($0) }) else { continue }
              let found = Self.count(starts, words, bins, falling, rising, clock)
              if found.score > best?.score ?? -1 { best = found }
            }
          }
        }
      }
    }
    return best.map {
      var finding = finding($0, seconds: Double(clip.count) / Double(rate), candidates)
      finding.others = Self.others(than: $0, candidates.payloads.map { book.word($0) }, falling, rising)
      return finding
    }
  }

  /// A place and the words from there on.
  private struct Found {
    let score: Double
    /// For the falling chirp and each of the five.
    let parts: [Double]
    let starts: [Int]
    let words: [Int]
    let clock: Double
  }

  /// Chirps of a place that are there.
  private struct Tally {
    var hits = 0, tries = 0

    mutating func take(_ bin: Int, of hits: [Bool]) {
      guard hits.indices.contains(bin) else { return }
      tries += 1
      if hits[bin] { self.hits += 1 }
    }

    static func + (a: Self, b: Self) -> Self { Self(hits: a.hits + b.hits, tries: a.tries + b.tries) }

    /// Value that a normal variable exceeds as rarely as chance has so many hits or more.
    var deviate: Double { Self.deviates[tries][hits] }

    /// By tries and hits, of as many periods as are searched and a few more.
    private static let deviates = (0...6 * (longest / MarkFormat.periodSeconds + 3)).map { tries in
      (0...tries).map { hits in
        guard hits > 0 else { return 0.0 }
        var tail = 0.0, term = pow(1 - share, Double(tries))
        for count in 0...tries {
          if count >= hits { tail += term }
          term *= share / (1 - share) * Double(tries - count) / Double(count + 1)
        }
        return tail > 0.5 ? 0 : Threshold.tail(tail)
      }
    }
  }

  private static func count(
    _ starts: [Int], _ words: [Int], _ bins: [[Int]], _ falling: [Bool], _ rising: [Bool], _ clock: Double
  ) -> Found {
    var tallies = [Tally](repeating: Tally(), count: 6)
    for (start, word) in zip(starts, words) {
      for part in 0..<6 { tallies[part].take(start + bins[word][part], of: part == 0 ? falling : rising) }
    }
    return Found(
      score: tallies.reduce(Tally(), +).deviate, parts: tallies.map(\.deviate), starts: starts, words: words,
      clock: clock)
  }

  /// Chirps late by other bytes than the word's that are there as often: those of several words laid over each other.
  private static func others(
    than found: Found, _ words: [[UInt8]], _ falling: [Bool], _ rising: [Bool]
  ) -> (count: Int, most: Int) {
    ShiftCensus.others(parts: found.parts, spread: 1) { part, shifts in
      var tally = Tally()
      for (start, word) in zip(found.starts, found.words) {
        let byte = part == 0 ? 0 : Int(words[word][part - 1])
        let place = UltrasoundFormat.place(part, late: (byte + shifts) % MarkFormat.shifts)
        let bin = start + Int((place * Double(rate) * (1 + found.clock * 1e-6)).rounded())
        tally.take(bin, of: part == 0 ? falling : rising)
      }
      return Float(tally.deviate)
    }
  }

  private func finding(_ found: Found, seconds: Double, _ candidates: Candidates) -> Finding {
    let blocks = max(1, Int(seconds * 2))
    let payloads = (0..<blocks).map { block in
      let bin = Int((Double(block) + 0.5) / 2 * Double(Self.rate))
      let period = found.starts.lastIndex { $0 <= bin } ?? 0
      return candidates.payloads[found.words[period]]
    }
    var finding = Finding(
      payloads: payloads, score: found.score,
      lag: Double(found.starts[1]) * Double(MarkFormat.rate) / Double(Self.rate),
      partsPerMillion: found.clock)
    let trials = Double(
      MarkFormat.periodSeconds * Self.rate * Self.clocks.count * candidates.payloads.count * candidates.slotPeriods)
    finding.threshold = Threshold.tail(falseAccepts / trials)
    finding.wordThreshold = Threshold.word(falseAccepts: falseAccepts, words: candidates.payloads.count)
    finding.parts = found.parts
    // Anybody can read chirps off a recording and make others: only the whole word is secret.
    finding.needed = MarkFormat.symbols
    return finding
  }

  /// Bins at which a chirp seems to begin: the strongest hundredth of its matched filter's envelope, relative to the
  /// half second around.
  private static func hits(_ clip: [Float], rising: Bool, rate: Int) -> [Bool] {
    let size = RealFourier.powerOfTwo(atLeast: clip.count + Int(UltrasoundFormat.chirp * Double(rate)))
    let transform = RealFourier(size: size)
    let spectrum = transform.forward(clip + [Float](repeating: 0, count: size - clip.count))
    var power = [Float](repeating: 0, count: clip.count)
    // Both phases of the chirp; their squares add up to the envelope's.
    for phase in [0, 0.25] {
      let chirp = UltrasoundFormat.samples(rising: rising, rate: rate, phase: phase)
      let filter = transform.forward(chirp + [Float](repeating: 0, count: size - chirp.count))
      let output = transform.inverse(zip(spectrum, filter).map { $0 * $1.conjugate })
      for index in power.indices { power[index] += output[index] * output[index] }
    }
    let count = clip.count * Self.rate / rate
    let bins = (0..<count).map { bin in
      power[bin * rate / Self.rate..<min(power.count, (bin + 1) * rate / Self.rate)].max() ?? 0
    }
    let around = BoxFilter.mean(bins, columns: count, across: Self.rate / 2 | 1, down: 1)
    let relative = zip(bins, around).map { $0 / ($1 + 1e-20) }
    // A bin to both sides, for clocks and rounding.
    let wide = relative.indices.map { relative[max(0, $0 - 1)...min(count - 1, $0 + 1)].max() ?? 0 }
    let sorted = wide.sorted()
    let least = max(sorted[min(count - 1, Int(Double(count) * (1 - Self.share)))], 1e-6)
    return wide.map { $0 > least }
  }
}
