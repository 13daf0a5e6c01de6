/// Listens to a stream and says so as soon as it is sure.
package struct ListeningStream: Sendable {
  /// The result for a stretch of the stream.
  package struct Heard: Sendable {
    package let finding: Finding
    /// The piece, where originals are known and one fitted.
    package let informed: InformedFinding?
    /// Whether it was said in chirps.
    package var isUltrasound = false
    /// Seconds of the stream at which the stretch began and ended.
    package let seconds: ClosedRange<Double>
  }

  /// Payloads that can be now; the owner of the stream renews them as slots pass.
  package var candidates: Candidates
  /// Asked first, where the show's pieces are known; likewise renewed, as one piece follows another.
  package var informed: InformedListener?
  /// Seconds of the stream so far.
  package private(set) var seconds = 0.0

  private let listener: Listener
  /// Searches the nearest clocks alone, at half the cost.
  private let near: Listener
  /// Nil where nobody listens for chirps.
  private let ultrasound: UltrasoundListener?
  /// The last seconds at the stream's own rate, and how many samples of them are new since they were looked at.
  private var high: [Float] = []
  private var fresh = 0
  private let rate: Double
  private var resampler: Resampler?
  /// The stretch that is listened to, at `MarkFormat.rate`.
  private var stretch: [Float] = []
  private var next = 0

  /// Seconds of a stretch at which it is looked at. Each is twice the one before, so that the whole costs at most twice
  /// the last look; behind the last the stretch is let go, and the next is looked at when it is as long.
  private static let looks = [3, 6, 12, longestLook]
  /// Seconds after which a stretch is no longer listened to.
  package static let longestLook = 24
  /// Seconds after which the last seconds are looked at again for chirps.
  private static let chirpLook = 5.0
  /// Look at which far clocks are searched too: phones' lie within ±100 parts in a million.
  private static let farLook = 2

  /// - Parameters:
  ///   - rate: samples a second, 16,000 or more.
  ///   - ultrasound: for chirps, too; from `UltrasoundFormat.leastRate` on.
  package init(listener: Listener, rate: Int, candidates: Candidates, ultrasound: UltrasoundListener? = nil) {
    precondition(rate >= MarkFormat.rate)
    self.listener = listener
    near = Listener(book: listener.book, settings: listener.settings.near)
    self.ultrasound = ultrasound
    self.rate = Double(rate)
    self.candidates = candidates
    resampler = rate == MarkFormat.rate ? nil : Resampler(from: Double(rate), to: Double(MarkFormat.rate))
  }

  /// Takes samples of every channel and gives what they made sure.
  package mutating func process(_ channels: [[Float]]) -> Heard? {
    guard let first = channels.first else { return nil }
    var mono = first
    for other in channels.dropFirst() { for index in mono.indices { mono[index] += other[index] } }
    if channels.count > 1 { for index in mono.indices { mono[index] /= Float(channels.count) } }
    seconds += Double(mono.count) / rate
    let chirps = listenForChirps(mono)
    if var own = resampler {
      mono = own.process(mono)
      resampler = own
    }
    stretch += mono
    let wanted = Self.looks[next] * MarkFormat.rate
    guard stretch.count >= wanted else { return chirps }
    let heard = look(Array(stretch.prefix(wanted)))
    if heard != nil {
      stretch.removeFirst(wanted)
      next = 0
    } else if next == Self.looks.count - 1 {
      stretch.removeFirst(wanted)
    } else {
      next += 1
    }
    return heard ?? chirps
  }

  private mutating func listenForChirps(_ samples: [Float]) -> Heard? {
    guard let ultrasound else { return nil }
    high += samples
    fresh += samples.count
    guard Double(fresh) >= Self.chirpLook * rate else { return nil }
    fresh = 0
    high = Array(high.suffix(UltrasoundListener.longest * Int(rate)))
    guard let found = ultrasound.best(high, rate: Int(rate), candidates: candidates), found.isSure else { return nil }
    let length = Double(high.count) / rate
    return Heard(finding: found, informed: nil, isUltrasound: true, seconds: max(0, seconds - length)...seconds)
  }

  /// Looks at what is left once more; the stream has ended.
  package mutating func finish() -> Heard? {
    let rest = stretch
    stretch = []
    return rest.count >= 2 * MarkFormat.rate ? look(rest) : nil
  }

  private func look(_ samples: [Float]) -> Heard? {
    let length = Double(samples.count) / Double(MarkFormat.rate)
    let range = max(0, seconds - length)...max(0.001, seconds)
    if let found = informed?.best(samples, candidates: candidates), found.finding.isSure {
      return Heard(finding: found.finding, informed: found, seconds: range)
    }
    let blind = next == Self.farLook ? listener : near
    if let found = blind.best(samples, candidates: candidates), found.isSure {
      return Heard(finding: found, informed: nil, seconds: range)
    }
    return nil
  }
}
