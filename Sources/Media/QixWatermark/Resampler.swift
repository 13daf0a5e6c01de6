internal import Glibc

/// Changes a stream's rate by any factor: a windowed sinc, its table interpolated between 256 phases.
package struct Resampler: Sendable {
  /// Input samples for each output sample.
  package let ratio: Double

  private let half: Int
  private let table: [Float]
  private var buffer: [Float]
  /// Place of the next output sample in the buffer.
  private var position: Double

  private static let phases = 256
  private static let lobes = 16.0

  /// - Parameters:
  ///   - from: samples a second that come in.
  ///   - to: samples a second that go out; what lies above 0.47 of the lower rate is taken out.
  package init(from: Double, to: Double) {
    precondition(from > 0 && to > 0)
    ratio = from / to
    let scale = min(1, to / from) * 0.94
    half = Int((Self.lobes / scale).rounded(.up))
    let taps = 2 * half
    var table = [Float](repeating: 0, count: (Self.phases + 1) * taps)
    for phase in 0...Self.phases {
      let fraction = Double(phase) / Double(Self.phases)
      var sum = 0.0
      for tap in 0..<taps {
        let distance = Double(tap - half + 1) - fraction
        let angle = .pi * distance * scale
        let sinc = abs(angle) < 1e-9 ? 1 : sin(angle) / angle
        let edge = distance / Double(half)
        let window = abs(edge) < 1 ? 0.5 + 0.5 * cos(.pi * edge) : 0
        table[phase * taps + tap] = Float(sinc * window)
        sum += sinc * window
      }
      for tap in 0..<taps { table[phase * taps + tap] /= Float(sum) }
    }
    self.table = table
    buffer = Array(repeating: 0, count: half - 1)
    position = Double(half - 1)
  }

  /// Takes samples and gives those of the other rate that they decide.
  package mutating func process(_ samples: [Float]) -> [Float] {
    buffer += samples
    var output: [Float] = []
    output.reserveCapacity(Int(Double(samples.count) / ratio) + 2)
    let taps = 2 * half
    buffer.withUnsafeBufferPointer { input in
      table.withUnsafeBufferPointer { table in
        while Int(position) + half < input.count {
          let whole = Int(position), place = (position - Double(whole)) * Double(Self.phases)
          let phase = Int(place), share = Float(place - Double(phase))
          let row = phase * taps, start = whole - half + 1
          var a = SIMD4<Float>.zero, b = SIMD4<Float>.zero
          var tap = 0
          while tap + 4 <= taps {
            let x = SIMD4(input[start + tap], input[start + tap + 1], input[start + tap + 2], input[start + tap + 3])
            let p = row + tap, q = p + taps
            a += x * SIMD4(table[p], table[p + 1], table[p + 2], table[p + 3])
            b += x * SIMD4(table[q], table[q + 1], table[q + 2], table[q + 3])
            tap += 4
          }
          var (first, second) = (a.sum(), b.sum())
          while tap < taps {
            first += input[start + tap] * table[row + tap]
            second += input[start + tap] * table[row + taps + tap]
            tap += 1
          }
          output.append(first + share * (second - first))
          position += ratio
        }
      }
    }
    let done = max(0, Int(position) - half + 1)
    if done > 0, done <= buffer.count {
      buffer.removeFirst(done)
      position -= Double(done)
    }
    return output
  }

  /// Returns the output that the last samples still decide; silence follows them.
  package mutating func finish() -> [Float] { process(Array(repeating: 0, count: half)) }

  /// A whole clip at another rate.
  package static func convert(_ samples: [Float], from: Double, to: Double) -> [Float] {
    if from == to { return samples }
    var resampler = Resampler(from: from, to: to)
    return resampler.process(samples) + resampler.finish()
  }
}
