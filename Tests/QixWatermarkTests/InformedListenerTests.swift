import QixLibraries
import QixTesting
import QixWatermarkChannels
import Testing

@testable import QixWatermark

@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct InformedListenerTests {
  static let rate = 16_000
  static let music = Music.make(seconds: 36, rate: rate, seed: 5)
  static let marked = Music.mark(music, rate: rate, first: Payload(event: 77, slot: 100)).0
  static let listener = {
    var library = PieceLibrary()
    library.add(name: "other", samples: Music.make(seconds: 30, rate: rate, seed: 9), slotOffset: 0)
    library.add(name: "piece", samples: music, slotOffset: 0)
    return InformedListener(book: Music.book, library: library)
  }()
  static let candidates = Candidates(event: 77, slots: 98...104)
  static let stadium: [Effect] = [
    .reverberation(seconds: 2.5, directToReverberant: -3), .noise(5), .clock(100), .filter(low: 300, high: 7_000),
  ]

  func received(_ x: [Float], _ effects: [Effect], from: Double, seconds: Double) -> [Float] {
    var random = RandomNumbers(seed: 3)
    var y = x
    for effect in effects { y = effect.apply(to: y, rate: Self.rate, random: &random) }
    return Array(y.dropFirst(Int(from * 16_000)).prefix(Int(seconds * 16_000)))
  }

  @Test(arguments: [[Effect](), [.motion(metres: 0.05, hertz: 0.3)]])
  func `finds piece, place and mark in a stadium`(before: [Effect]) throws {
    let clip = received(Self.marked, before + Self.stadium, from: 8, seconds: 8)
    let found = try #require(Self.listener.best(clip, candidates: Self.candidates))
    #expect(found.finding.isSure, "\(found.finding.score) of \(found.finding.threshold)")
    #expect(found.piece == "piece")
    #expect(abs(found.second - 8) < 0.05)
    #expect(abs(found.finding.partsPerMillion - 100) < 40)
    #expect(found.finding.payloads.first == Payload(event: 77, slot: 100))
    #expect(found.finding.payloads.last == Payload(event: 77, slot: 101))
  }

  @Test func `hears nothing where the piece has no mark`() {
    let clip = received(Self.music, Self.stadium, from: 8, seconds: 8)
    #expect(Self.listener.best(clip, candidates: Self.candidates)?.finding.isSure != true)
  }

  @Test func `tells rooms apart`() throws {
    let times = try [0.6, 3.0].map { seconds in
      let effects: [Effect] = [.reverberation(seconds: seconds, directToReverberant: -3), .noise(20)]
      let clip = received(Self.marked, effects, from: 8, seconds: 10)
      let found = Self.listener.best(clip, candidates: Self.candidates)
      return try #require(Analysis(finding: nil, informed: found).reverberation)
    }
    #expect((0.3...1.0).contains(times[0]) && (1.8...4.5).contains(times[1]), "\(times)")
  }

  /// The mark itself, 17 dB below the music, counts as noise; of pink noise 4.8 dB less is in the band from 110 Hz to
  /// 7 kHz, where it is measured.
  @Test(arguments: [(30.0, 15...21.0), (10, 11.3...14.3), (0, 3.3...6.3), (-5, -2...1.5)])
  func `measures noise against the piece`(ratio: Double, expected: ClosedRange<Double>) throws {
    let clip = received(Self.marked, [.noise(ratio)], from: 8, seconds: 10)
    let analysis = Analysis(finding: nil, informed: Self.listener.best(clip, candidates: Self.candidates))
    let mean = analysis.signalToNoise.reduce(0, +) / Double(max(1, analysis.signalToNoise.count))
    #expect(analysis.isInformed && expected.contains(mean), "\(mean)")
    #expect(analysis.reverberation == nil, "a dry recording has no reverberation: \(analysis.reverberation as Any)")
  }

  /// Who places loudspeakers asks why a mark isn't heard.
  @Test func `measures noise where no mark is heard, and not against other music`() throws {
    let clip = received(Self.music, [.noise(10)], from: 8, seconds: 10)
    let analysis = Analysis(finding: nil, informed: Self.listener.best(clip, candidates: Self.candidates))
    #expect(analysis.isInformed && analysis.finding == nil && analysis.signalToNoise.count >= 9)
    for seed in 20..<24 as Range<UInt64> {
      let other = received(Music.make(seconds: 20, rate: Self.rate, seed: seed), [.noise(10)], from: 4, seconds: 10)
      let none = Analysis(finding: nil, informed: Self.listener.best(other, candidates: Self.candidates))
      #expect(!none.isInformed && none.signalToNoise.isEmpty, "seed \(seed): \(none.signalToNoise)")
    }
  }
}
