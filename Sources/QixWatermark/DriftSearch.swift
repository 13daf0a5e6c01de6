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

  /// Largest change of the delay, samples a block; 1.6 are 200 ppm.
  var steepest = 1.6
  /// Sums below this many deviations aren't kept.
  var least: Float = 4

  /// Lines' sums that stand out.
  /// - Parameters:
  ///   - rows: correlation of each block, [block · period + lag].
  ///   - deviation: of a sum over all blocks.
  func peaks(_ rows: [Float], blocks: Int, deviation: Float) -> [Peak] {
    let period = MarkFormat.period, group = Self.group
    let groups = (blocks + group - 1) / group
    let groupStep = Self.resolution / Double(group - 1)
    let groupReach = Int((steepest / groupStep).rounded(.up))
    let slopeStep = blocks > group ? Self.resolution / Double(blocks - 1) : groupStep
    let reach = Int((steepest / slopeStep).rounded(.up))
    var found: [Peak] = []
    var sums = [Float](repeating: 0, count: groups * (2 * groupReach + 1) * period)
    var total = [Float](repeating: 0, count: period)
    rows.withUnsafeBufferPointer { rows in
      sums.withUnsafeMutableBufferPointer { sums in
        for part in 0..<groups {
          for index in -groupReach...groupReach {
            let target = sums.start + (part * (2 * groupReach + 1) + index + groupReach) * period
            for block in part * group..<min(blocks, (part + 1) * group) {
              let distance = Double(block - part * group) - Double(group - 1) / 2
              let shift = Int((Double(index) * groupStep * distance).rounded())
              Self.add(rows.start + block * period, to: target, shift: shift)
            }
          }
        }
        total.withUnsafeMutableBufferPointer { total in
          for index in -reach...reach {
            let slope = Double(index) * slopeStep
            let near = max(-groupReach, min(groupReach, Int((slope / groupStep).rounded())))
            for place in 0..<period { total[place] = 0 }
            for part in 0..<groups {
              let middle = Double(part * group) + Double(group) / 2
              Self.add(
                sums.start + (part * (2 * groupReach + 1) + near + groupReach) * period,
                to: total.start, shift: Int((slope * middle).rounded()))
            }
            // Where tones are coherent from block to block, sums deviate more than independent blocks would.
            var squares: Float = 0
            for place in stride(from: 0, to: period, by: 3) { squares += total[place] * total[place] }
            let spread = max(deviation, (squares / Float((period + 2) / 3)).squareRoot())
            Self.collect(UnsafeBufferPointer(total), least * spread) { lag, value in
              found.append(Peak(score: value / spread, lag: lag, slope: slope, deviation: spread))
            }
          }
        }
      }
    }
    return found
  }

  /// target(k) += source(k + shift), modulo the period.
  @inline(__always)
  private static func add(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, shift: Int) {
    let period = MarkFormat.period
    let first = (shift % period + period) % period
    let head = period - first
    for place in 0..<head { target[place] += source[place + first] }
    for place in head..<period { target[place] += source[place - head] }
  }

  /// Local maxima of at least a value.
  private static func collect(_ values: UnsafeBufferPointer<Float>, _ least: Float, _ body: (Int, Float) -> Void) {
    let count = values.count
    var start = 0
    while start < count {
      let end = min(count, start + 64)
      var largest = -Float.infinity
      for place in start..<end { largest = values[place] > largest ? values[place] : largest }
      if largest >= least {
        for place in start..<end where values[place] >= least {
          let value = values[place]
          if value > values[(place + count - 1) % count], value >= values[(place + 1) % count] { body(place, value) }
        }
      }
      start = end
    }
  }
}
