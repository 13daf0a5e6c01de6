import QixLibraries
import QixTesting
import QixWatermarkChannels
import Testing

@testable import QixWatermark

@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct UltrasoundTests {
  static let rate = 44_100
  static let music = Music.make(seconds: 16, rate: rate)
  static let marked: [Float] = {
    var settings = Embedder.Settings()
    settings.hasUltrasound = true
    // The first layer away, so that nothing but chirps is there.
    settings.level = -200
    var embedder = Embedder(
      book: Music.book, first: Payload(event: 5, slot: 40), rate: rate, channels: 1, settings: settings)
    return Array((embedder.process([music])[0] + embedder.finish()[0]).dropFirst(embedder.latency))
  }()
  static let candidates = Candidates(event: 5, slots: 36...42)
  static let listener = UltrasoundListener(book: Music.book)

  func cut(_ samples: [Float], from: Double, seconds: Double) -> [Float] {
    Array(samples.dropFirst(Int(from * 44_100)).prefix(Int(seconds * 44_100)))
  }

  /// What a phone hears within ten metres: loud music, some noise, a hand that moves, a clock that is off.
  @Test(arguments: [
    ("clean", [QixWatermarkChannels.Effect]()), ("ten metres", [.air(metres: 10), .noise(15)]),
    ("hand", [.motion(metres: 0.05, hertz: 0.3), .air(metres: 5), .noise(20)]), ("clock", [.clock(120)]),
    ("loudspeakers", [.loudspeaker(delay: 0.03, level: -6)]),
  ])
  func `hears chirps close by`(name: String, effects: [QixWatermarkChannels.Effect]) throws {
    var random = RandomNumbers(seed: 3)
    let y = effects.reduce(Self.marked) { $1.apply(to: $0, rate: Self.rate, random: &random) }
    let found = try #require(
      Self.listener.best(cut(y, from: 1.3, seconds: 6), rate: Self.rate, candidates: Self.candidates))
    #expect(found.isSure, "\(name): \(found.score) of \(found.threshold), \(found.parts)")
    #expect(found.payload == Payload(event: 5, slot: 40))
    let later = Self.listener.best(cut(y, from: 10.2, seconds: 5), rate: Self.rate, candidates: Self.candidates)
    #expect(later?.isSure == true && later?.payload.slot == 41, "\(name): \(later as Any)")
  }

  @Test func `hears none where there are none, far away, or of other slots`() {
    var random = RandomNumbers(seed: 4)
    let far = [QixWatermarkChannels.Effect.air(metres: 100), .noise(10)].reduce(Self.marked) {
      $1.apply(to: $0, rate: Self.rate, random: &random)
    }
    for clip in [Self.music, far] {
      let found = Self.listener.best(cut(clip, from: 2, seconds: 8), rate: Self.rate, candidates: Self.candidates)
      #expect(found?.isSure != true, "\(found as Any)")
    }
    for first in stride(from: UInt16(100), to: 400, by: 12) {
      let other = Candidates(event: 5, slots: first...first + 11)
      let found = Self.listener.best(cut(Self.marked, from: 1, seconds: 7), rate: Self.rate, candidates: other)
      #expect(found?.isSure != true, "\(first): \(found as Any)")
    }
    #expect(Self.listener.best(cut(Self.marked, from: 1, seconds: 7), rate: 22_050, candidates: Self.candidates) == nil)
  }

  /// Chirps can be read off a recording and written by anybody, so that the word alone is secret.
  @Test func `hears no word that was put together`() throws {
    func played(_ words: [[UInt8]]) throws -> Finding {
      let periods = words.map { UltrasoundFormat.period(word: $0, rate: Self.rate) }
      let period = periods[0].indices.map { index in periods.reduce(0) { $0 + $1[index] } }
      let clip = zip(Self.music, (0..<5).flatMap { _ in period }).map { $0 + $1 }
      return try #require(Self.listener.best(clip, rate: Self.rate, candidates: Self.candidates))
    }
    func word(_ slot: UInt16) -> [UInt8] { Music.book.word(Payload(event: 5, slot: slot)) }
    let now = word(40)
    #expect(try played([now]).isSure)
    // A byte of it guessed wrong.
    for symbol in now.indices {
      var other = now
      other[symbol] = other[symbol] &+ 77
      let found = try played([other])
      #expect(!found.isSure && found.confirmed == 4, "\(symbol): \(found)")
    }
    // Slots that are over laid beneath it, as somebody would who hopes for their bytes.
    for count in [4, 8, 16] {
      let found = try played([now] + (0..<count).map { word(UInt16(20 - $0)) })
      #expect(!found.isSure, "\(count): \(found)")
    }
  }

  @Test func `chirps are weak, and stay above 18 kHz`() {
    let difference = zip(Self.marked, Self.music).dropFirst(4_410).map { $0 - $1 }
    #expect(difference.allSatisfy { abs($0) < 0.021 })
    let transform = RealFourier(size: 65_536)
    let spectrum = transform.forward(Array(difference.prefix(65_536)))
    let below = spectrum[..<(17_500 * 65_536 / Self.rate)].reduce(0) { $0 + $1.power }
    let all = spectrum.reduce(0) { $0 + $1.power }
    #expect(below < 0.002 * all, "\(below / all)")
  }
}
