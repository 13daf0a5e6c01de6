import QixLibraries
import QixTesting
import QixWatermarkChannels
import Testing

@testable import QixWatermark

@Suite(.needs(.library(.fftw, packages: "libfftw3-single3"))) struct EmbedderTests {
  @Test(arguments: [16_000, 22_050, 44_100, 48_000])
  func `gives back as many samples as it takes, within 200 ms`(rate: Int) {
    let music = Music.make(seconds: 2, rate: rate)
    var embedder = Embedder(
      book: Music.book, first: Payload(event: 1, slot: 1), rate: rate, channels: 2)
    var taken = 0, given = 0, size = 1
    while taken < music.count {
      let block = Array(music[taken..<min(music.count, taken + size)])
      let out = embedder.process([block, block])
      #expect(out.count == 2 && out[0].count == block.count && out[1].count == block.count)
      taken += block.count
      given += out[0].count
      size = size * 3 % 1_999 + 1
    }
    #expect(given == music.count)
    #expect(Double(embedder.latency) / Double(rate) < 0.2)
  }

  @Test func `blocks of any size give the very same samples`() {
    let music = Music.make(seconds: 3, rate: 16_000)
    let (whole, _) = Music.mark(music, rate: 16_000, first: Payload(event: 1, slot: 1))
    var embedder = Embedder(book: Music.book, first: Payload(event: 1, slot: 1), rate: 16_000, channels: 1)
    var parts: [Float] = []
    for start in stride(from: 0, to: music.count, by: 777) {
      parts += embedder.process([Array(music[start..<min(music.count, start + 777)])])[0]
    }
    parts += embedder.finish()[0]
    #expect(Array(parts.dropFirst(embedder.latency)) == whole)
  }

  @Test(arguments: [16_000, 44_100])
  func `a mark too weak to matter leaves the music, late by the latency`(rate: Int) {
    let music = Music.make(seconds: 2, rate: rate)
    var settings = Embedder.Settings()
    settings.level = -200
    var embedder = Embedder(
      book: Music.book, first: Payload(event: 1, slot: 1), rate: rate, channels: 1, settings: settings)
    let out = embedder.process([music])[0] + embedder.finish()[0]
    let late = Array(out.dropFirst(embedder.latency))
    #expect(late.count == music.count)
    // The level is held from the second frame on.
    #expect(zip(late, music).dropFirst(rate / 10).allSatisfy { abs($0 - $1) < 1e-4 })
  }

  /// Where nothing hides anything, nothing is measured: 0 dB would say that it might be heard.
  @Test func `of silence there is no ratio`() {
    let (_, report) = Music.mark(
      [Float](repeating: 0, count: 3 * 44_100), rate: 44_100, first: Payload(event: 1, slot: 1))
    #expect(!report.mean.isFinite && !report.level.isFinite && report.share == 0)
    #expect(report.seconds.count >= 2 && report.seconds.allSatisfy { !$0.mean.isFinite })
  }

  @Test func `keeps below the masking threshold and the level`() {
    let music = Music.make(seconds: 20, rate: 44_100)
    let (marked, report) = Music.mark(music, rate: 44_100, first: Payload(event: 1, slot: 1))
    #expect(report.level < -16.9)
    #expect(report.share < 0.05)
    #expect(report.seconds.count >= 18)
    let difference = zip(marked, music).map { $0 - $1 }
    #expect(difference.contains { $0 != 0 })
  }

  @Test func `leaves silence silent`() {
    let (marked, _) = Music.mark(
      [Float](repeating: 0, count: 32_000), rate: 16_000, first: Payload(event: 1, slot: 1))
    #expect(marked.allSatisfy { abs($0) < 1e-6 })
  }

  /// A hall with one set of loudspeakers plays the sum, where the mark adds up and the music of two channels only in
  /// power, or not at all.
  @Test(arguments: [(name: "decorrelated", alike: Float(0)), ("nearly anti-phase", -0.8), ("alike", 1)])
  func `keeps below threshold and level in the sum of the channels, too`(name: String, alike: Float) throws {
    let left = Music.make(seconds: 20, rate: 44_100, seed: 3), other = Music.make(seconds: 20, rate: 44_100, seed: 4)
    let right = zip(left, other).map { alike * $0 + (1 - abs(alike)) * $1 }
    let (marked, report) = Music.mark([left, right], rate: 44_100)
    let sum = try #require(report.mix)
    for figures in report.channels + [sum] {
      #expect(figures.level < -16.8 && figures.mean < -4 && figures.share < 0.05, "\(name): \(figures)")
    }
    // Or the sum is clean for want of a mark.
    #expect(sum.level > -20, "\(name): \(sum.level)")
    // What it says of the sum is what another meter finds there.
    func sums(_ a: [Float], _ b: [Float]) -> [Float] { zip(a, b).map { ($0 + $1) / 2 } }
    let host = sums(left, right)
    let mark = zip(sums(marked[0], marked[1]), host).map { $0 - $1 }
    var meter = NoiseToMask(rate: 44_100, channels: 1)
    meter.take(hosts: [host], marks: [mark])
    #expect(abs(meter.level - sum.level) < 0.1 && abs(meter.mean - sum.mean) < 0.3, "\(name): \(meter.level)")
  }

  @Test func `channels that cancel each other get no mark that their silence can't hide`() throws {
    let left = Music.make(seconds: 5, rate: 44_100, seed: 3)
    let (marked, report) = Music.mark([left, left.map { -$0 }], rate: 44_100)
    for (a, b) in zip(marked[0], marked[1]) {
      #expect(a.isFinite && b.isFinite)
      if abs(a + b) > 1e-6 { Issue.record("a mark of \(a + b) in silence"); break }
    }
    let sum = try #require(report.mix)
    #expect(!sum.level.isFinite && !sum.mean.isFinite && sum.share == 0)
  }
}
