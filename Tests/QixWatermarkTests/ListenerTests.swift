import QixLibraries
import QixTesting
import QixWatermarkChannels
import Testing

@testable import QixWatermark

@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct ListenerTests {
  static let rate = 16_000
  static let music = Music.make(seconds: 36, rate: rate)
  static let first = Payload(event: 77, slot: 100)
  static let marked = Music.mark(music, rate: rate, first: first).0
  static let listener = Listener(book: Music.book)
  static let candidates = Candidates(event: 77, slots: 98...104)

  func cut(_ samples: [Float], from: Double, seconds: Double) -> [Float] {
    Array(samples.dropFirst(Int(from * 16_000)).prefix(Int(seconds * 16_000)))
  }

  @Test func `hears the slots of a clean clip as they follow each other`() throws {
    let found = try #require(Self.listener.best(cut(Self.marked, from: 5.3, seconds: 12), candidates: Self.candidates))
    #expect(found.isSure)
    #expect(found.payloads.first == Payload(event: 77, slot: 100))
    #expect(found.payloads.last == Payload(event: 77, slot: 101))
    #expect(found.confirmed == 5)
    #expect(found.payload == Payload(event: 77, slot: 101))
    #expect(abs(found.partsPerMillion) < 20)
  }

  @Test(arguments: [
    ("noise", [Effect.noise(3)]), ("clock", [.clock(-150)]), ("far clock", [.clock(900)]),
    ("room", [.reverberation(seconds: 2, directToReverberant: 0)]), ("phone", [.filter(low: 300, high: 7_000)]),
    ("hand", [.motion(metres: 0.05, hertz: 0.3), .noise(10)]),
    ("two loudspeakers", [.loudspeaker(delay: 0.04, level: 0), .noise(10)]),
  ])
  func `hears it through a channel`(name: String, effects: [Effect]) throws {
    var random = RandomNumbers(seed: 3)
    var y = Self.marked
    for effect in effects { y = effect.apply(to: y, rate: Self.rate, random: &random) }
    let found = try #require(Self.listener.best(cut(y, from: 6, seconds: 10), candidates: Self.candidates))
    #expect(found.isSure, "\(name): \(found.score) of \(found.threshold)")
    #expect(found.payloads.first == Payload(event: 77, slot: 100))
  }

  /// Half a sample is a sixth of a period at 5 kHz: dense music with little above the noise was missed for that.
  @Test func `follows another clock to a quarter of a sample`() throws {
    var random = RandomNumbers(seed: 3)
    let late = QixWatermarkChannels.Effect.clock(-150).apply(to: Self.marked, rate: Self.rate, random: &random)
    let y = QixWatermarkChannels.Effect.noise(-3).apply(to: late, rate: Self.rate, random: &random)
    let found = try #require(Self.listener.best(cut(y, from: 6, seconds: 10), candidates: Self.candidates))
    #expect(found.isSure && !found.isWandering, "\(found.score) of \(found.threshold)")
    // Off the straight line that fits them best.
    let places = found.delays.indices.map { Double($0) - Double(found.delays.count - 1) / 2 }
    let mean = found.delays.reduce(0, +) / Double(found.delays.count)
    let slope =
      zip(places, found.delays).reduce(0) { $0 + $1.0 * $1.1 } / places.reduce(0) { $0 + $1 * $1 }
    for (place, delay) in zip(places, found.delays) { #expect(abs(delay - mean - slope * place) < 0.2) }
  }

  @Test func `hears nothing in music without a mark, of another key, or of slots that are over`() {
    let clip = cut(Self.marked, from: 5, seconds: 10)
    #expect(Self.listener.best(cut(Self.music, from: 5, seconds: 10), candidates: Self.candidates)?.isSure == false)
    let stranger = Listener(book: SipHash.book("another's, of 20 byte"))
    #expect(stranger.best(clip, candidates: Self.candidates)?.isSure == false)
    #expect(Self.listener.best(clip, candidates: Candidates(event: 77, slots: 300...304))?.isSure == false)
  }

  /// Whoever has recorded one slot has the sum of its sequences, and can lay it over itself at many shifts, so that each
  /// symbol says many bytes.
  @Test func `hears no word in a slot that is over, laid over itself at many shifts`() {
    var settings = Listener.Settings()
    settings.clocks = [0]
    settings.dispersions = [0]
    let listener = Listener(book: Music.book, settings: settings)
    let later = Candidates(event: 77, slots: 300...306)
    let period = Music.book.period(word: Music.book.word(Self.first), rate: Self.rate)
    var random = SeededGenerator(seed: 41)
    var fooled = 0
    for shifts in [8, 32, 128, 256] {
      for _ in 0..<8 {
        var sum = [Float](repeating: 0, count: period.count)
        for shift in (0..<MarkFormat.shifts).shuffled(using: &random).prefix(shifts) {
          let sign: Float = Bool.random(using: &random) ? 1 : -1
          for index in sum.indices { sum[(index + shift * MarkFormat.step) % period.count] += sign * period[index] }
        }
        let clip = (0..<5 * period.count).map { sum[$0 % period.count] + Float.random(in: -1...1, using: &random) }
        guard let found = listener.best(clip, candidates: later) else { continue }
        #expect(!found.isSure, "\(shifts): \(found.score) \(found.parts) \(found.others)")
        if found.score >= found.threshold, found.wordScore >= found.wordThreshold, found.confirmed >= 4 { fooled += 1 }
      }
    }
    // Or this test asks for nothing.
    #expect(fooled > 0)
    #expect(
      listener.best((0..<5 * period.count).map { period[$0 % period.count] }, candidates: Self.candidates)?.isSure
        == true)
  }

  /// Whoever plays an old recording into a phone has the sequences right, and loudly.
  @Test(arguments: [[QixWatermarkChannels.Effect](), [.reverberation(seconds: 2, directToReverberant: 3)], [.noise(3)]])
  func `hears no other slot of its own event, however strong the mark is`(effects: [QixWatermarkChannels.Effect]) {
    var settings = Listener.Settings()
    settings.clocks = [0]
    settings.dispersions = [0]
    let listener = Listener(book: Music.book, settings: settings)
    var random = RandomNumbers(seed: 5)
    let clip = effects.reduce(cut(Self.marked, from: 5, seconds: 4)) {
      $1.apply(to: $0, rate: Self.rate, random: &random)
    }
    #expect(listener.best(clip, candidates: Self.candidates)?.isSure == true)
    var loudest = 0.0
    for window in 0..<60 {
      let first = UInt16(200 + 12 * window)
      let found = listener.best(clip, candidates: Candidates(event: 77, slots: first...first + 11))
      #expect(found?.isSure == false, "\(first): \(found as Any)")
      loudest = max(loudest, found?.score ?? 0)
    }
    // The whole word's score alone would have let some through.
    if effects.isEmpty { #expect(loudest > 9) }
  }

  @Test func `scores of noise don't grow with its length`() throws {
    // A path that may wander has more to choose from in half a minute than in ten seconds.
    var random = RandomNumbers(seed: 5)
    let noise = random.normal(30 * MarkFormat.rate)
    let candidates = Candidates(event: 77, slots: 100...106)
    let found = try #require(Listener(book: SipHash.book("noise")).best(noise, candidates: candidates))
    #expect(!found.isSure && found.score < 6.9, "\(found.score)")
  }

  @Test func `says the same each time`() {
    let clip = cut(Self.marked, from: 5, seconds: 4)
    let a = Self.listener.best(clip, candidates: Self.candidates)
    let b = Self.listener.best(clip, candidates: Self.candidates)
    #expect(a?.score == b?.score && a?.lag == b?.lag)
  }

  @Test func `takes clips of silence, of one value and too short ones`() {
    for clip in [[], [0.5], [Float](repeating: 0, count: 16_000), [Float](repeating: 1, count: 50_000)] {
      #expect(Self.listener.best(clip, candidates: Self.candidates)?.isSure != true)
    }
  }

  @Test func `takes samples that are no numbers`() {
    var clip = cut(Self.marked, from: 5, seconds: 10)
    for index in stride(from: 0, to: clip.count, by: 9_001) { clip[index] = [.nan, .infinity, -1e38][index % 3] }
    #expect(Self.listener.best(clip, candidates: Self.candidates) != nil)
    let noise = clip.map { _ in Float.nan }
    #expect(Self.listener.best(noise, candidates: Self.candidates)?.isSure != true)
  }

  @Test func `tells events apart`() throws {
    let two = Candidates([76, 77, 78].flatMap { event in (99...102).map { Payload(event: event, slot: $0) } })
    let found = try #require(Self.listener.best(cut(Self.marked, from: 12, seconds: 5), candidates: two))
    #expect(found.isSure && found.payloads.allSatisfy { $0 == Payload(event: 77, slot: 101) })
  }

  @Test func `hears a stereo stream of 48 kHz`() throws {
    let left = Music.make(seconds: 8, rate: 48_000, seed: 11), right = Music.make(seconds: 8, rate: 48_000, seed: 12)
    var embedder = Embedder(book: Music.book, first: Self.first, offset: 4, rate: 48_000, channels: 2)
    var stream = ListeningStream(listener: Self.listener, rate: 48_000, candidates: Self.candidates)
    var heard: ListeningStream.Heard?
    for start in stride(from: 0, to: left.count, by: 4_800) where heard == nil {
      let block = [Array(left[start..<start + 4_800]), Array(right[start..<start + 4_800])]
      heard = stream.process(embedder.process(block))
    }
    #expect(try #require(heard).finding.payloads.first == Self.first)
  }

  /// How loud the quietest moments are says nothing about noise: music has pauses.
  @Test func `without the original it tells what the mark tells, and nothing of noise and room`() {
    let clip = cut(Self.marked, from: 5, seconds: 10)
    let analysis = Analysis(finding: Self.listener.best(clip, candidates: Self.candidates))
    #expect(analysis.falseAccept < 1e-9 && analysis.partsPerMillion != nil)
    #expect(!analysis.isInformed && analysis.signalToNoise.isEmpty && analysis.reverberation == nil)
  }

  @Test func `a stream says so as soon as it is sure`() throws {
    var stream = ListeningStream(listener: Self.listener, rate: Self.rate, candidates: Self.candidates)
    var heard: ListeningStream.Heard?
    for start in stride(from: 0, to: Self.marked.count, by: 1_600) where heard == nil {
      heard = stream.process([Array(Self.marked[start..<min(Self.marked.count, start + 1_600)])])
    }
    #expect(try #require(heard).seconds.upperBound < 3.3)
  }
}
