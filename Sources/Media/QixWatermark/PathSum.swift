internal import Glibc

/// Values of blocks' correlations between samples, for chosen delays and words.
struct PathSum: Sendable {
  let correlations: BlockCorrelations
  let words: [[UInt8]]
  /// Mean power of a block's correlations.
  let variances: [Float]
  /// Deviation of a sum over all blocks.
  var deviation: Float { variances.reduce(0, +).squareRoot() }

  /// Fractions of a sample between which isn't interpolated.
  static let fractions = 4
  private static let taps = 8
  private static let table: [Float] = (0..<fractions).flatMap { fraction in
    (0..<taps).map { tap in
      let distance = Double(tap - taps / 2 + 1) - Double(fraction) / Double(fractions)
      let sinc = abs(distance) < 1e-9 ? 1 : sin(.pi * distance) / (.pi * distance)
      return Float(sinc * (0.5 + 0.5 * cos(.pi * distance / Double(taps / 2 + 1))))
    }
  }

  init(_ correlations: BlockCorrelations, words: [[UInt8]]) {
    self.correlations = correlations
    self.words = words
    let size = BlockCorrelations.sequences * MarkFormat.period
    variances = correlations.values.withUnsafeBufferPointer { values in
      (0..<correlations.blocks).map { block in
        var sum: Double = 0
        // Every fifth value tells the deviation to better than 1 %.
        for place in stride(from: block * size, to: (block + 1) * size, by: 5) {
          sum += Double(values[place] * values[place])
        }
        return Float(sum / Double(size / 5))
      }
    }
  }

  /// A sequence's correlation in a block at a delay in quarters of a sample.
  @inline(__always)
  func value(_ block: Int, _ sequence: Int, quarters: Int) -> Float {
    let period = MarkFormat.period
    let whole = quarters >> 2, row = (quarters & 3) * Self.taps
    let start = (block * BlockCorrelations.sequences + sequence) * period
    if row == 0 {
      let place = whole % period
      return correlations.values[start + (place < 0 ? place + period : place)]
    }
    var place = (whole - Self.taps / 2 + 1) % period
    if place < 0 { place += period }
    var sum: Float = 0
    for tap in 0..<Self.taps {
      sum += correlations.values[start + place] * Self.table[row + tap]
      place += 1
      if place == period { place = 0 }
    }
    return sum
  }

  /// Mark's correlation in a block if it carries a word.
  func value(_ block: Int, word: Int, quarters: Int) -> Float {
    var sum = MarkFormat.syncAmplitude * value(block, 0, quarters: quarters)
    for symbol in 0..<MarkFormat.symbols {
      let shift = 4 * MarkFormat.step * Int(words[word][symbol])
      sum += MarkFormat.symbolAmplitude * value(block, symbol + 1, quarters: quarters + shift)
    }
    return sum
  }

  /// Eight values of the mark's correlation in a block if it carries a word, from a delay in samples on.
  func eight(_ block: Int, word: Int, from lag: Int) -> SIMD8<Float> {
    let period = MarkFormat.period
    var sum = SIMD8<Float>.zero
    correlations.values.withUnsafeBufferPointer { values in
      let source = values.start + block * BlockCorrelations.sequences * period
      for sequence in 0..<BlockCorrelations.sequences {
        let row = Self.row(source, sequence, of: words[word], lag: lag)
        let place = (row.place % period + period) % period
        if place + 8 <= period {
          sum += row.amplitude * UnsafeRawPointer(row.values + place).loadUnaligned(as: SIMD8<Float>.self)
        } else {
          for index in 0..<8 { sum[index] += row.amplitude * row.values[(place + index) % period] }
        }
      }
    }
    return sum
  }

  /// The mark's correlation in a block if it carries a word, at half samples to either side of a delay.
  /// - Parameter target: room for `DelayTracker.reach` of them to either side.
  func halves(_ block: Int, word: Int, around lag: Int, into target: UnsafeMutablePointer<Float>) {
    // Whole samples, from the first that the outermost half one is interpolated from.
    let reach = DelayTracker.reach, first = -reach / 2 - Self.taps / 2, count = (reach + Self.taps + 8) / 8 * 8
    let between = Self.fractions / 2 * Self.taps
    withUnsafeTemporaryAllocation(of: Float.self, capacity: count) { whole in
      for start in stride(from: 0, to: count, by: 8) {
        let eight = eight(block, word: word, from: lag + first + start)
        UnsafeMutableRawPointer(whole.start + start).storeBytes(of: eight, as: SIMD8<Float>.self)
      }
      for offset in -reach...reach {
        let place = (offset >> 1) - first
        guard offset % 2 != 0 else {
          target[offset + reach] = whole[place]
          continue
        }
        var sum: Float = 0
        for tap in 0..<Self.taps { sum += whole[place - Self.taps / 2 + 1 + tap] * Self.table[between + tap] }
        target[offset + reach] = sum
      }
    }
  }

  /// All blocks' correlations with a word, [block · period + lag].
  func rows(word: [UInt8]) -> [Float] {
    let size = correlations.blocks * MarkFormat.period
    return [Float](unsafeUninitializedCapacity: size) { rows, count in
      if let start = rows.baseAddress { write(word: word, to: start) }
      count = size
    }
  }

  /// Writes all blocks' correlations with a word, [block · period + lag].
  func write(word: [UInt8], to rows: UnsafeMutablePointer<Float>) {
    let period = MarkFormat.period
    correlations.values.withUnsafeBufferPointer { values in
      for block in 0..<correlations.blocks {
        let source = values.start + block * BlockCorrelations.sequences * period
        let parts = (0..<BlockCorrelations.sequences).map { Self.row(source, $0, of: word) }
        TurnedSum.write(parts, to: rows + block * period, count: period)
      }
    }
  }

  /// What a sequence adds to a block's correlation with a word, delayed by so many samples.
  static func row(
    _ block: UnsafePointer<Float>, _ sequence: Int, of word: [UInt8], lag: Int = 0
  ) -> TurnedSum.Row {
    let isSync = sequence == 0
    return TurnedSum.Row(
      values: block + sequence * MarkFormat.period,
      place: lag + (isSync ? 0 : MarkFormat.step * Int(word[sequence - 1])),
      amplitude: isSync ? MarkFormat.syncAmplitude : MarkFormat.symbolAmplitude)
  }
}
