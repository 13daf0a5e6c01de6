internal import Glibc

/// Holds a mark's level relative to its music over some seconds: powers fade by a factor of e in 4 s.
struct LevelHold: Sendable {
  private static let decay = Float(exp(-1.0 / (50 * 4)))

  /// Share of the music's power that the mark has at most.
  private let share: Float
  private var hostPower: Float = 0
  /// Power of the mark before the factor.
  private var markPower: Float = 0

  /// - Parameter level: the mark's most, dB.
  init(level: Double) { share = powf(10, Float(level) / 10) }

  /// Factor for the next 20 ms.
  /// - Parameters:
  ///   - host: power of the music there.
  ///   - mark: samples of the mark that it is for.
  mutating func factor(host: Float, mark: [Float]) -> Float {
    let wanted = share * (hostPower + host)
    let factor = markPower > wanted ? (wanted / markPower).squareRoot() : 1
    hostPower = (hostPower + host) * Self.decay
    markPower = (markPower + mark.reduce(0) { $0 + $1 * $1 }) * Self.decay
    return factor
  }
}
