internal import Glibc

/// Path of delays and words that a clip may have, on a straight line first and then along a wandering delay.
struct Place {
  let timeline: Timeline
  /// Delay in each block's middle, quarters of a sample: of the line that the path is told from.
  let quarters: [Int]
  /// Delays of the line that fits best.
  var line: [Int]
  /// Sum along that line, over its deviation.
  var straight: Float
  /// Path around the line.
  let path: DelayTracker.Path
  /// Change of the delay along the line, samples a block.
  let slope: Double
  let deviation: Float

  /// Score that a wandering delay finds more than a straight one where there is no mark; the more, the longer the path
  /// may choose.
  static func freedom(blocks: Int) -> Float { max(1.35, 0.7 + 0.0325 * Float(blocks)) }
  /// Farthest another loudspeaker's sound comes before or behind the strongest, samples: 0.15 s.
  private static let farthest = 2_400
  /// Least score that the largest of so many places has where there is no second arrival.
  private static let chance: Float = 3.9

  /// Best line near a peak over the ways in which slots can follow each other, and the best path around it.
  static func best(around peak: DriftSearch.Peak, _ sums: PathSum, _ candidates: Candidates) -> Place? {
    let blocks = sums.correlations.blocks, count = sums.words.count
    let timelines = candidates.timelines(blocks: blocks, lag: Double(peak.lag), slope: peak.slope)
    let used = Set(timelines.flatMap(\.words)).sorted()
    var best: (sum: Float, timeline: Timeline, lags: [Int], slope: Double)?
    // Lines differ by two samples in a block at most: eight values of each hold all of them.
    let near = (0..<blocks).map { peak.lag + Int((peak.slope * (Double($0) + 0.5)).rounded()) - 4 }
    var values = [SIMD8<Float>](repeating: .zero, count: blocks * count)
    for block in 0..<blocks {
      for word in used { values[block * count + word] = sums.eight(block, word: word, from: near[block]) }
    }
    for offset in -1...1 {
      for slopeOffset in -1...1 {
        let turn = Double(slopeOffset) / Double(max(1, blocks - 1))
        let slope = peak.slope + turn
        let lags = (0..<blocks).map { block in
          let along = Double(block) + 0.5
          return peak.lag + offset + Int((slope * along - turn * Double(blocks) / 2).rounded())
        }
        for timeline in timelines {
          var sum: Float = 0
          for block in 0..<blocks { sum += values[block * count + timeline.words[block]][lags[block] - near[block]] }
          if sum > best?.sum ?? -.infinity { best = (sum, timeline, lags, slope) }
        }
      }
    }
    guard let best else { return nil }
    let reach = DelayTracker.reach, width = 2 * reach + 1
    var around = [Float](unsafeUninitializedCapacity: blocks * width) { around, count in
      for (block, lag) in best.lags.enumerated() {
        let word = best.timeline.words[block]
        sums.halves(block, word: word, around: lag, into: around.start + block * width)
      }
      count = blocks * width
    }
    for index in around.indices { around[index] /= peak.deviation }
    var straight = (sum: -Float.infinity, offset: 0)
    for offset in -3...3 {
      var sum: Float = 0
      for block in 0..<blocks { sum += around[block * width + offset + reach] }
      if sum > straight.sum { straight = (sum, offset) }
    }
    return Place(
      timeline: best.timeline, quarters: best.lags.map { 4 * $0 }, line: best.lags.map { 4 * $0 + 2 * straight.offset },
      straight: straight.sum,
      path: DelayTracker().best(around, blocks: blocks), slope: best.slope, deviation: peak.deviation)
  }

  /// The straight line to a quarter of a sample.
  ///
  /// Blocks' delays along it are whole samples so far, and half a sample is a sixth of a period at 5 kHz.
  func refined(_ sums: PathSum) -> Place {
    var place = self
    let blocks = line.count, middle = Double(line.reduce(0, +)) / Double(blocks)
    // By up to a sample from end to end, and half a one to either side.
    for turn in -4...4 {
      let slope = 4 * slope + Double(turn) / Double(max(1, blocks - 1))
      let turned = (0..<blocks).map { middle + slope * (Double($0) + 0.5 - Double(blocks) / 2) }
      for offset in -2...2 {
        let line = turned.map { Int(($0 + Double(offset)).rounded()) }
        var sum: Float = 0
        for block in 0..<blocks { sum += sums.value(block, word: timeline.words[block], quarters: line[block]) }
        if sum / deviation > place.straight { (place.straight, place.line) = (sum / deviation, line) }
      }
    }
    return place
  }

  /// The wandering path's score without its freedom.
  private var wandering: Float { path.score - Self.freedom(blocks: path.offsets.count) }

  /// Whether the wandering path explains more than its freedom.
  var isWandering: Bool { wandering > straight }

  /// Delays of the better of line and path.
  private var chosen: [Int] {
    isWandering ? zip(quarters, path.offsets).map { $0 + 2 * $1 } : line
  }

  func finding(_ sums: PathSum, _ candidates: Candidates) -> Finding {
    let first = Double(quarters[0]) / 4 - slope / 2
    let delays = chosen.enumerated().map { block, delay in
      Double(delay) / 4 - first - slope * (Double(block) + 0.5)
    }
    let middle = delays.reduce(0, +) / Double(delays.count)
    return Finding(
      payloads: timeline.words.map { candidates.payloads[$0] }, score: Double(max(straight, wandering)),
      lag: first, partsPerMillion: -slope / Double(BlockCorrelations.size) * 1e6, delays: delays,
      isWandering: isWandering && delays.contains { abs($0 - middle) > 1 })
  }

  /// Adds what a second arrival of the mark brings, and how well each part of the word fits by itself.
  func completed(_ finding: Finding, _ sums: PathSum) -> Finding {
    var finding = finding
    let delays = chosen
    let (offset, value, chance, spread) = secondArrival(delays, sums)
    // Music of few tones lets sums along this very path deviate more than those of the search.
    finding.score *= Double(deviation / spread)
    if value > chance {
      let sum = Float(finding.score * finding.score) + value * value - chance * chance
      finding.score = Double(sum.squareRoot())
      finding.arrivals.append((Double(offset) / Double(MarkFormat.rate), Double(value)))
    }
    finding.parts = (0..<BlockCorrelations.sequences).map { sequence in
      var sum: Float = 0
      for block in delays.indices {
        let word = sums.words[timeline.words[block]]
        let shift = sequence == 0 ? 0 : 4 * MarkFormat.step * Int(word[sequence - 1])
        sum += sums.value(block, sequence, quarters: delays[block] + shift)
      }
      return Double(sum / spread)
    }
    return finding
  }

  /// Other shifts that fit nearly as well. Takes as long as all the rest of a place, so it is asked of the best one alone.
  func others(than finding: Finding, _ sums: PathSum) -> (count: Int, most: Int) {
    let delays = chosen
    // The deviation that its parts were told in.
    let spread = secondArrival(delays, sums).spread
    return ShiftCensus.others(parts: finding.parts, spread: spread) { sequence, shifts in
      var sum: Float = 0
      for block in delays.indices {
        let word = sums.words[timeline.words[block]]
        let shift = MarkFormat.step * ((sequence == 0 ? 0 : Int(word[sequence - 1])) + shifts)
        sum += sums.value(block, sequence, quarters: delays[block] + 4 * shift)
      }
      return sum
    }
  }

  /// Strongest sum along the same path, so many samples earlier or later, what chance brings there (music that
  /// repeats itself has many such places, another loudspeaker one), and the deviation of all of them.
  private func secondArrival(
    _ delays: [Int], _ sums: PathSum
  ) -> (offset: Int, value: Float, chance: Float, spread: Float) {
    let period = MarkFormat.period, count = 2 * Self.farthest + 1
    let total = sums.correlations.values.withUnsafeBufferPointer { values in
      let rows = delays.indices.flatMap { block in
        let source = values.start + block * BlockCorrelations.sequences * period
        let lag = ((delays[block] + 2) >> 2) - Self.farthest
        return (0..<BlockCorrelations.sequences).map {
          PathSum.row(source, $0, of: sums.words[timeline.words[block]], lag: lag)
        }
      }
      return [Float](unsafeUninitializedCapacity: count) { total, written in
        TurnedSum.write(rows, to: total.start, count: count)
        written = count
      }
    }
    /// Largest sum that isn't within the width of an arrival at these places.
    func largest(off places: [Int]) -> (offset: Int, value: Float) {
      var best = (offset: 0, value: -Float.infinity)
      for index in 0..<count where total[index] > best.value {
        if places.allSatisfy({ abs(index - Self.farthest - $0) > 24 }) { best = (index - Self.farthest, total[index]) }
      }
      return best
    }
    var squares: Float = 0
    // Later samples hold the mark's own reverberation, earlier ones don't.
    for index in 0..<Self.farthest - 24 { squares += total[index] * total[index] }
    let spread = max(deviation, (squares / Float(Self.farthest - 24)).squareRoot())
    let second = largest(off: [0])
    let third = largest(off: [0, second.offset])
    return (second.offset, second.value / spread, max(Self.chance, third.value / spread), spread)
  }
}
