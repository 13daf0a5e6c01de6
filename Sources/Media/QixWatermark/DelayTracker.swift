internal import Glibc

/// Delay that wanders: the best smooth path through the blocks' correlations around a straight line.
///
/// A hand that swings by 5 cm moves the delay by 2.3 samples to either side; the sum along the path stays coherent up
/// to the highest frequencies. Viterbi's method over delay and speed; acceleration costs.
struct DelayTracker: Sendable {
  /// Half samples to either side of the line.
  static let reach = 12
  /// Half samples a block, at most.
  static let speeds = 4
  /// Deviations that a change of speed by one half sample a block costs, times its square.
  var cost: Float = 0.02

  struct Path: Sendable {
    /// Sum along the path, without the cost, and with it.
    var sum: Float
    var score: Float
    /// Half samples off the line, for each block.
    var offsets: [Int]
  }

  /// - Parameter values: a block's correlations over the whole sum's deviation, [block · (2 · reach + 1) + offset].
  func best(_ values: [Float], blocks: Int) -> Path {
    let width = 2 * Self.reach + 1, speeds = 2 * Self.speeds + 1, states = width * speeds
    var scores = [Float](repeating: -.infinity, count: states), next = scores
    var origins = [Int16](repeating: -1, count: blocks * states)
    for place in 0..<width { for speed in 0..<speeds { scores[place * speeds + speed] = values[place] } }
    for block in 1..<max(1, blocks) {
      for place in 0..<width {
        let gain = values[block * width + place]
        for speed in 0..<speeds {
          let before = place - (speed - Self.speeds)
          var best = -Float.infinity, origin = -1
          if before >= 0 && before < width {
            for last in 0..<speeds {
              let change = Float(speed - last)
              let score = scores[before * speeds + last] - cost * change * change
              if score > best {
                best = score
                origin = before * speeds + last
              }
            }
          }
          next[place * speeds + speed] = best + gain
          origins[block * states + place * speeds + speed] = Int16(origin)
        }
      }
      swap(&scores, &next)
    }
    var state = scores.indices.max { scores[$0] < scores[$1] } ?? 0
    let score = scores[state]
    var offsets = [Int](repeating: 0, count: blocks)
    var sum: Float = 0
    for block in (0..<blocks).reversed() {
      offsets[block] = state / speeds - Self.reach
      sum += values[block * width + state / speeds]
      if block > 0 { state = Int(origins[block * states + state]) }
    }
    return Path(sum: sum, score: score, offsets: offsets)
  }
}
