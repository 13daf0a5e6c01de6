/// Search over delays and clock differences: blocks' correlations added along straight lines.
struct DriftSearch: Sendable {
  /// A place where a line's sum stands out.
  struct Peak: Sendable {
    /// Sum over its deviation.
    var score: Float
    /// Delay at the clip's first sample, in samples modulo the period.
    var lag: Int
    /// Change of the delay, samples a block.
    var slope: Double
    /// Deviation of the line's sums over all delays, at least what the blocks' deviations add up to.
    var deviation: Float
  }

  /// Blocks that are added first, for few slopes.
  private static let group = 4
  /// Samples by which neighbouring lines differ at most over the clip.
  private static let resolution = 2.0
  /// Delays of each line that are summed before the next ones of all.
  private static let stretch = 3_200

  /// Largest change of the delay, samples a block; 1.6 are 200 ppm.
  var steepest = 1.6
  /// Sums below this many deviations aren't kept.
  var least: Float = 4

  /// Slopes that are tried, as multiples of a step: within the groups, and over all of them.
  private struct Grid {
    let groups: Int
    let groupStep: Double
    let groupReach: Int
    let step: Double
    let reach: Int
    var groupSlopes: Int { 2 * groupReach + 1 }

    init(blocks: Int, steepest: Double) {
      groups = (blocks + group - 1) / group
      groupStep = resolution / Double(group - 1)
      groupReach = Int((steepest / groupStep).rounded(.up))
      step = blocks > group ? resolution / Double(blocks - 1) : groupStep
      reach = Int((steepest / step).rounded(.up))
    }

    /// The slope within groups that is nearest one over all of them, counted from 0.
    func inner(_ index: Int) -> Int {
      groupReach + max(-groupReach, min(groupReach, Int((Double(index) * step / groupStep).rounded())))
    }
  }

  /// Memory of a search: sums within groups, and sums of lines.
  struct Room {
    let sums = Scratch()
    let lines = Scratch()
  }

  /// Lines' sums that stand out.
  /// - Parameters:
  ///   - rows: correlation of each block, [block · period + lag].
  ///   - deviation: of a sum over all blocks.
  func peaks(_ rows: [Float], blocks: Int, deviation: Float) -> [Peak] {
    rows.withUnsafeBufferPointer { rows in
      rows.baseAddress.map { peaks($0, blocks: blocks, deviation: deviation, room: Room()) } ?? []
    }
  }

  func peaks(_ rows: UnsafePointer<Float>, blocks: Int, deviation: Float, room: Room) -> [Peak] {
    let grid = Grid(blocks: blocks, steepest: steepest), period = MarkFormat.period
    let sums = room.sums.room(grid.groups * grid.groupSlopes * period)
    Self.groupSums(rows, blocks: blocks, grid, to: sums)
    var found: [Peak] = []
    let indices = Dictionary(grouping: -grid.reach...grid.reach, by: grid.inner)
    for (inner, indices) in indices.sorted(by: { $0.key < $1.key }) {
      let lines = room.lines.room(indices.count * period)
      Self.lineSums(sums, grid, inner: inner, indices, to: lines)
      for (number, index) in indices.enumerated() {
        let line = UnsafeBufferPointer(start: lines + number * period, count: period)
        // Where tones are coherent from block to block, sums deviate more than independent blocks would.
        let spread = max(deviation, Self.power(line).squareRoot())
        Self.collect(line, least * spread) { lag, value in
          found.append(Peak(score: value / spread, lag: lag, slope: Double(index) * grid.step, deviation: spread))
        }
      }
    }
    return found
  }

  /// Sums within groups, [(group · slopes + slope) · period + lag].
  private static func groupSums(
    _ rows: UnsafePointer<Float>, blocks: Int, _ grid: Grid, to sums: UnsafeMutablePointer<Float>
  ) {
    let period = MarkFormat.period
    var target = sums
    for first in stride(from: 0, to: blocks, by: group) {
      for index in -grid.groupReach...grid.groupReach {
        let lines = (first..<min(blocks, first + group)).map { block in
          let distance = Double(block - first) - Double(group - 1) / 2
          let shift = Int((Double(index) * grid.groupStep * distance).rounded())
          return TurnedSum.Row(values: rows + block * period, place: shift)
        }
        TurnedSum.write(lines, to: target, count: period)
        target += period
      }
    }
  }

  /// Sums over all groups along slopes that are near the same one within groups, [slope · period + lag].
  private static func lineSums(
    _ sums: UnsafePointer<Float>, _ grid: Grid, inner: Int, _ indices: [Int], to totals: UnsafeMutablePointer<Float>
  ) {
    let period = MarkFormat.period
    let lines = indices.map { index in
      (0..<grid.groups).map { part in
        let middle = Double(part * group) + Double(group) / 2
        return TurnedSum.Row(
          values: sums + (part * grid.groupSlopes + inner) * period,
          place: Int((Double(index) * grid.step * middle).rounded()))
      }
    }
    // Some delays of all lines first, whose sums within groups then lie in the cache.
    for start in stride(from: 0, to: period, by: stretch) {
      for (number, line) in lines.enumerated() {
        let target = totals + number * period + start
        TurnedSum.write(line, from: start, to: target, count: min(stretch, period - start))
      }
    }
  }

  /// Mean square, of every third value.
  private static func power(_ values: UnsafeBufferPointer<Float>) -> Float {
    var squares = SIMD8<Float>.zero
    var place = 0
    while place + 21 < values.count {
      let some = SIMD8(
        values[place], values[place + 3], values[place + 6], values[place + 9], values[place + 12], values[place + 15],
        values[place + 18], values[place + 21])
      squares += some * some
      place += 24
    }
    var sum = squares.sum()
    for rest in stride(from: place, to: values.count, by: 3) { sum += values[rest] * values[rest] }
    return sum / Float((values.count + 2) / 3)
  }

  /// Local maxima of at least a value.
  private static func collect(_ values: UnsafeBufferPointer<Float>, _ least: Float, _ body: (Int, Float) -> Void) {
    let count = values.count
    var start = 0
    while start < count {
      let end = min(count, start + 64)
      if Vector.reaches(least, values.start + start, end - start) {
        for place in start..<end where values[place] >= least {
          let value = values[place]
          if value > values[(place + count - 1) % count], value >= values[(place + 1) % count] { body(place, value) }
        }
      }
      start = end
    }
  }
}
