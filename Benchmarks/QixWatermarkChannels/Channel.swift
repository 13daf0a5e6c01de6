internal import Glibc
internal import QixWatermark

/// What happens to sound between loudspeakers and a recording, one effect after another.
package enum Effect: Sendable {
  /// Diffuse tail that decays by 60 dB in so many seconds, begins 20 ms behind the direct sound and is so many dB
  /// weaker.
  case reverberation(seconds: Double, directToReverberant: Double)
  /// Pink noise at a signal-to-noise ratio in dB.
  case noise(Double)
  /// Pink noise whose level swells in bursts of 0.3 to 1.5 s, 12 dB over its ground, at a mean ratio in dB.
  case crowd(Double)
  /// Recorder's clock off by so many parts in a million.
  case clock(Double)
  /// Band that a phone lets through, Hz; Butterworth edges of order 4.
  case filter(low: Double, high: Double)
  /// Distance to the loudspeaker swings by so many metres to either side, so many times a second.
  case motion(metres: Double, hertz: Double)
  /// A second loudspeaker, late by so many seconds, at a level in dB.
  case loudspeaker(delay: Double, level: Double)
  /// Absorption by so many metres of air.
  case air(metres: Double)
  /// Scaled so that the largest sample has this value.
  case peak(Float)

  package func apply(to x: [Float], rate: Int, random: inout RandomNumbers) -> [Float] {
    switch self {
    case .reverberation(let seconds, let ratio): Self.reverberated(x, rate, seconds, ratio, &random)
    case .noise(let ratio): Self.added(Self.pink(x.count, &random), to: x, ratio: ratio)
    case .crowd(let ratio): Self.added(Self.bursts(x.count, rate, &random), to: x, ratio: ratio)
    case .clock(let parts): Self.warped(x) { $0 * (1 + parts * 1e-6) }
    case .filter(let low, let high): Biquad.band(x, rate: Double(rate), low: low, high: high)
    case .motion(let metres, let hertz):
      {
        let phase = 2 * .pi * random.uniform(), swing = metres / 343 * Double(rate)
        let step = 2 * .pi * hertz / Double(rate)
        return Self.warped(x) { $0 + swing * sin(step * $0 + phase) }
      }()
    case .loudspeaker(let delay, let level):
      {
        let late = Int((delay * Double(rate)).rounded()), gain = Float(pow(10, level / 20))
        return x.indices.map { x[$0] + ($0 >= late ? gain * x[$0 - late] : 0) }
      }()
    case .air(let metres): Self.shaped(x, rate) { Float(pow(10, -Air.attenuation($0) * metres / 20)) }
    case .peak(let value):
      {
        let largest = x.reduce(Float(1e-9)) { max($0, abs($1)) }
        return x.map { $0 * value / largest }
      }()
    }
  }

  private static func reverberated(
    _ x: [Float], _ rate: Int, _ seconds: Double, _ ratio: Double, _ random: inout RandomNumbers
  ) -> [Float] {
    var tail = random.normal(Int(seconds * Double(rate)))
    for index in tail.indices { tail[index] *= Float(pow(10, -3 * Double(index) / Double(rate) / seconds)) }
    tail = Biquad.lowPass(tail, rate: Double(rate), corner: 5_000)
    for index in 0..<min(tail.count, rate / 50) { tail[index] = 0 }
    let energy = tail.reduce(0.0) { $0 + Double($1) * Double($1) }
    let scale = Float(pow(10, -ratio / 20) / energy.squareRoot())
    for index in tail.indices { tail[index] *= scale }
    tail[0] = 1
    return Effect.peak(0.7).apply(to: convolved(x, tail), rate: rate, random: &random)
  }

  /// Pink noise of power 1.
  private static func pink(_ count: Int, _ random: inout RandomNumbers) -> [Float] {
    let white = random.normal(count)
    let noise = shaped(white, 2) { $0 > 0 ? Float(1 / (Double($0) * Double(count)).squareRoot()) : 0 }
    return noise
  }

  private static func bursts(_ count: Int, _ rate: Int, _ random: inout RandomNumbers) -> [Float] {
    var noise = pink(count, &random)
    var gain: Float = 1, target: Float = 1, left = 0
    let glide = Float(1 - exp(-1 / (0.05 * Double(rate))))
    for index in noise.indices {
      if left == 0 {
        target = target > 1 ? 1 : 4
        left = Int((0.3 + 1.2 * random.uniform()) * Double(rate))
      }
      left -= 1
      gain += glide * (target - gain)
      noise[index] *= gain
    }
    return noise
  }

  private static func added(_ noise: [Float], to x: [Float], ratio: Double) -> [Float] {
    let signal = x.reduce(0.0) { $0 + Double($1) * Double($1) }
    let power = noise.reduce(0.0) { $0 + Double($1) * Double($1) }
    let gain = Float((signal / max(power, 1e-30)).squareRoot() * pow(10, -ratio / 20))
    return zip(x, noise).map { $0 + gain * $1 }
  }

  /// Samples at other places, by cubic interpolation.
  static func warped(_ x: [Float], _ place: (Double) -> Double) -> [Float] {
    var y: [Float] = []
    y.reserveCapacity(x.count)
    for index in x.indices {
      let position = max(0, place(Double(index)))
      let whole = Int(position)
      guard whole + 3 < x.count else { break }
      let f = Float(position - Double(whole))
      let (m, a, b, c) = (x[max(0, whole - 1)], x[whole], x[whole + 1], x[whole + 2])
      y.append(a + 0.5 * f * (b - m + f * (2 * m - 5 * a + 4 * b - c + f * (3 * (a - b) + c - m))))
    }
    return y
  }

  /// A gain for each frequency in Hz.
  static func shaped(_ x: [Float], _ rate: Int, _ gain: (Double) -> Float) -> [Float] {
    let size = RealFourier.powerOfTwo(atLeast: x.count)
    let transform = RealFourier(size: size)
    var spectrum = transform.forward(x + [Float](repeating: 0, count: size - x.count))
    for bin in spectrum.indices { spectrum[bin] = spectrum[bin] * gain(Double(bin) * Double(rate) / Double(size)) }
    return Array(transform.inverse(spectrum).prefix(x.count))
  }

  static func convolved(_ x: [Float], _ h: [Float]) -> [Float] {
    let size = RealFourier.powerOfTwo(atLeast: x.count + h.count)
    let transform = RealFourier(size: size)
    let a = transform.forward(x + [Float](repeating: 0, count: size - x.count))
    let b = transform.forward(h + [Float](repeating: 0, count: size - h.count))
    return Array(transform.inverse(zip(a, b).map { $0 * $1 }).prefix(x.count))
  }
}
