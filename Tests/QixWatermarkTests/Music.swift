import QixWatermark
import QixWatermarkChannels

/// Made-up music with a mark in it.
enum Music {
  static func make(seconds: Double, rate: Int, seed: UInt64 = 1) -> [Float] {
    MadeUpMusic.make(seconds: seconds, rate: rate, seed: seed)
  }

  static let book = SipHash.book("a key of the tests")

  static func mark(_ samples: [Float], rate: Int, first: Payload, offset: Double = 0) -> ([Float], NoiseToMask) {
    var embedder = Embedder(book: book, first: first, offset: offset, rate: rate, channels: 1)
    let out = embedder.process([samples])[0] + embedder.finish()[0]
    return (Array(out.dropFirst(embedder.latency)), embedder.report)
  }

  /// Channels with the mark of an event's first slots.
  static func mark(_ channels: [[Float]], rate: Int) -> ([[Float]], NoiseToMask) {
    var embedder = Embedder(
      book: book, first: Payload(event: 1, slot: 1), rate: rate, channels: channels.count)
    let (out, rest) = (embedder.process(channels), embedder.finish())
    return (zip(out, rest).map { Array(($0 + $1).dropFirst(embedder.latency)) }, embedder.report)
  }
}
