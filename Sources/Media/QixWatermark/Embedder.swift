internal import Glibc

/// Adds the mark to music, block by block.
///
/// Each channel's mark is shaped by that channel's own masking threshold and has the same phases in all, so that a
/// mono sum keeps it. In the sum the mark adds up, where the music of the channels may cancel or add up in power alone;
/// so the sum's own threshold and level bound it, too. Works for a file and for a live desk alike: nothing is known of
/// the music to come but `latency` samples.
package struct Embedder: Sendable {
  package struct Settings: Sendable {
    /// Level of the mark relative to the music within the mark's band, dB, over some seconds: the most in each channel
    /// and in their sum.
    package var level = -17.0
    /// Least distance that the mark keeps from the masking threshold in every half critical band, dB; it grows while
    /// more than `share` of the tiles come above it.
    package var margin = 2.0
    /// Share of tiles above the masking threshold that is aimed at.
    package var share = 0.045
    /// Highest level relative to the music in a half critical band, dB.
    package var ceiling = -6.0
    /// Power of a band's energy, relative to the mean band's, by which its mark is lowered: under a common level the
    /// mark is worth most where the music is weak.
    package var tilt: Float = 0.7
    /// A band's threshold rises at most by this factor in power from frame to frame (20 ms), against pre-echoes.
    package var onset: Float = 6
    /// Whether chirps between 18 and 20 kHz say the word too; from 44,100 samples a second on.
    package var hasUltrasound = false
    /// Periods (2 s each) of a slot.
    package var slotPeriods = MarkFormat.defaultSlotPeriods

    package init() {}
  }

  package let rate: Int
  package let channels: Int
  package let settings: Settings
  /// Samples by which the output comes late: 40 ms.
  package var latency: Int { size }
  /// The audibility of the mark.
  package private(set) var report: NoiseToMask

  private let book: CodeBook
  private let first: Payload
  private let transform: RealFourier
  private let window: [Float]
  private let size: Int
  private var lanes: [Lane]
  private var carrier: [Float] = []
  /// One period of the second layer's chirps, of the slot whose samples go out.
  private var chirps: [Float] = []
  private var chirpSlot = -1
  private var carrierSlot = -1
  /// Samples taken since the first slot's start.
  private var position: Int
  /// What the channels' mean masks, and the level of the mark in it; nil where there is one channel.
  private var mix: (shape: MarkShape, hold: LevelHold)?
  /// The addition to the margin, dB.
  private var extra = 0.0
  /// Tiles of late, and those above the threshold, faded by a factor of e in 15 s.
  private var recent = (tiles: 0.0, above: 0.0, seconds: 0)

  /// One channel's buffers.
  private struct Lane: Sendable {
    var shape: MarkShape
    var hold: LevelHold
    /// The mark's factor at the end of the last hop.
    var factor: Float = 1
    /// The last `size` samples.
    var input: [Float]
    /// Samples not yet in a frame.
    var waiting: [Float] = []
    /// Mark of the last frame's second half.
    var overlap: [Float]
    /// Samples on their way out; a hop of silence in front, as blocks may be smaller than hops.
    var output: [Float]
  }

  /// - Parameters:
  ///   - first: payload of the slot in which the first sample lies; the slots behind it follow by themselves.
  ///   - offset: seconds of that slot that have passed at the first sample.
  ///   - rate: samples a second, 8,000 to 192,000.
  package init(
    book: CodeBook, first: Payload, offset: Double = 0, rate: Int, channels: Int, settings: Settings = Settings()
  ) {
    precondition((8_000...192_000).contains(rate) && channels >= 1)
    precondition(!settings.hasUltrasound || rate >= UltrasoundFormat.leastRate, "chirps need a higher rate")
    self.book = book
    self.first = first
    self.rate = rate
    self.channels = channels
    self.settings = settings
    let hop = rate / 50
    size = 2 * hop
    transform = RealFourier(size: size)
    window = SineWindow.values(size)
    let shape = MarkShape(rate: rate, size: size, settings: settings), hold = LevelHold(level: settings.level)
    lanes = Array(
      repeating: Lane(
        shape: shape, hold: hold, input: Array(repeating: 0, count: size), overlap: Array(repeating: 0, count: hop),
        output: Array(repeating: 0, count: hop)),
      count: channels)
    mix = channels > 1 ? (shape, hold) : nil
    position = Int((offset * Double(rate)).rounded())
    report = NoiseToMask(rate: rate, channels: channels)
  }

  /// Takes samples of every channel and gives back as many, `latency` samples late.
  package mutating func process(_ blocks: [[Float]]) -> [[Float]] {
    precondition(blocks.count == channels && blocks.allSatisfy { $0.count == blocks[0].count })
    for channel in lanes.indices { lanes[channel].waiting += blocks[channel].sanitised }
    let hop = size / 2
    var taken = 0
    while lanes[0].waiting.count - taken >= hop {
      step(from: taken)
      taken += hop
    }
    let count = blocks[0].count
    return lanes.indices.map { channel in
      if taken > 0 { lanes[channel].waiting.removeFirst(taken) }
      let out = Array(lanes[channel].output.prefix(count))
      lanes[channel].output.removeFirst(count)
      return out
    }
  }

  /// The `latency` samples that are still inside.
  package mutating func finish() -> [[Float]] {
    process(Array(repeating: Array(repeating: 0, count: latency), count: channels))
  }

  /// Marks one hop of every channel.
  private mutating func step(from start: Int) {
    let hop = size / 2
    // The frame covers the hop before and this one.
    let carrierSpectrum = transform.forward(zip(carrierFrame(at: position - hop), window).map { $0 * $1 })
    position += hop
    for channel in lanes.indices {
      lanes[channel].input.removeFirst(hop)
      lanes[channel].input += lanes[channel].waiting[start..<start + hop]
    }
    let hosts = lanes.map { Array($0.input.prefix(hop)) }
    let marks = levelled(shaped(carrierSpectrum))
    for channel in lanes.indices {
      lanes[channel].output += zip(hosts[channel], marks[channel]).map { $0 + $1 }
      if settings.hasUltrasound { addChirps(channel) }
    }
    report.take(hosts: hosts, marks: marks)
    adaptMargin()
  }

  /// Carrier's spectrum for each channel, with each half critical band brought to what the channel masks, and lowered
  /// where the sum of all masks less; with the powers of the music.
  private mutating func shaped(_ carrier: [Complex]) -> (spectra: [[Complex]], hosts: [Float], mixHost: Float) {
    let music = lanes.map { lane in transform.forward(zip(lane.input, window).map { $0 * $1 }) }
    let bandOfBin = lanes[0].shape.bandOfBin
    var carried = [Float](repeating: 0, count: lanes[0].shape.bands)
    for (bin, band) in bandOfBin.enumerated() { if let band { carried[band] += carrier[bin].power } }
    func gains(_ powers: [Float]) -> [Float] { zip(powers, carried).map { $1 > 0 ? ($0 / $1).squareRoot() : 0 } }
    var each: [[Float]] = [], hosts: [Float] = [], mixHost: Float = 0
    for channel in lanes.indices {
      let (wanted, host) = lanes[channel].shape.powers(music[channel], extra: extra)
      each.append(gains(wanted))
      hosts.append(host * 2 / Float(size))
    }
    if let (wanted, host) = mix?.shape.powers(Complex.mean(music), extra: extra) {
      mixHost = host * 2 / Float(size)
      for (band, most) in gains(wanted).enumerated() {
        let mean = each.reduce(0) { $0 + $1[band] } / Float(channels)
        guard mean > most else { continue }
        for channel in each.indices { each[channel][band] *= most / mean }
      }
    }
    let spectra = each.map { gains in
      bandOfBin.enumerated().map { bin, band in band.map { carrier[bin] * gains[$0] } ?? .zero }
    }
    return (spectra, hosts, mixHost)
  }

  /// One hop of each channel's mark, whose level is held in the channel and in the sum.
  private mutating func levelled(
    _ frame: (spectra: [[Complex]], hosts: [Float], mixHost: Float)
  ) -> [[Float]] {
    let hop = size / 2
    let marks = lanes.indices.map { channel in
      let second = transform.inverse(frame.spectra[channel])
      let mark = (0..<hop).map { lanes[channel].overlap[$0] + second[$0] * window[$0] }
      lanes[channel].overlap = (hop..<size).map { second[$0] * window[$0] }
      return mark
    }
    let mean = (0..<hop).map { place in marks.reduce(0) { $0 + $1[place] } / Float(channels) }
    let most = mix?.hold.factor(host: frame.mixHost, mark: mean) ?? 1
    return lanes.indices.map { channel in
      let mark = marks[channel], last = lanes[channel].factor
      let factor = min(most, lanes[channel].hold.factor(host: frame.hosts[channel], mark: mark))
      lanes[channel].factor = factor
      return mark.indices.map { mark[$0] * (last + (factor - last) * Float($0) / Float(hop)) }
    }
  }

  /// Adds the second layer to the hop that goes out next.
  private mutating func addChirps(_ channel: Int) {
    let hop = size / 2, period = MarkFormat.periodSeconds * rate
    let end = lanes[channel].output.count
    for index in 0..<hop {
      let sample = position - size + index
      guard sample >= 0 else { continue }
      let slot = sample / (settings.slotPeriods * period)
      if slot != chirpSlot {
        chirpSlot = slot
        chirps = UltrasoundFormat.period(word: book.word(first.next(slot)), rate: rate)
      }
      lanes[channel].output[end - hop + index] += chirps[sample % period]
    }
  }

  /// Widens the margin where too many tiles come above the threshold, by at most 1 dB a second.
  private mutating func adaptMargin() {
    guard report.seconds.count > recent.seconds, let last = report.seconds.last else { return }
    let decay = exp(-1.0 / 15)
    recent.seconds = report.seconds.count
    recent.tiles = recent.tiles * decay + 1
    recent.above = recent.above * decay + max(last.share, last.mixShare)
    let over = recent.above / recent.tiles / settings.share
    extra = min(6, max(0, extra + (over > 1 ? min(1, over - 1) : -0.1 * (1 - over))))
  }

  /// `size` samples of the carrier from a sample on.
  private mutating func carrierFrame(at start: Int) -> [Float] {
    let periodSize = MarkFormat.periodSeconds * rate, slotSize = settings.slotPeriods * periodSize
    return (start..<start + size).map { sample in
      let sample = max(0, sample)
      let slot = sample / slotSize
      if slot != carrierSlot {
        carrierSlot = slot
        carrier = book.period(word: book.word(first.next(slot)), rate: rate)
      }
      return carrier[sample % periodSize]
    }
  }
}
