import QixWatermark

extension Bench {
  /// Finding in some seconds of a file of one's own; --slots FIRST-LAST are counted from the music's
  /// beginning.
  func listen() {
    guard let (rate, channels) = WaveFile.read(options.text("file")) else { fatalError("no WAV file of 16 bits") }
    let samples = WaveFile.mix(channels)
    let first = min(samples.count, Int(options.number("from", 0) * Double(rate)))
    let count = Int(options.number("seconds", 30) * Double(rate))
    let clip = Resampler.convert(
      Array(samples[first..<min(samples.count, first + count)]), from: Double(rate), to: Double(MarkFormat.rate))
    let slots = options.text("slots", "0-5").split(separator: "-").compactMap { UInt16($0) }
    let candidates = Candidates(event: Trial.event, slots: Trial.firstSlot + slots[0]...Trial.firstSlot + slots[1])
    let found = blindListener.best(clip, candidates: candidates)
    guard let found else { return print("nothing") }
    print(
      found.isSure ? "sure" : "unsure", "slot", Int(found.payload.slot) - Int(Trial.firstSlot), "score",
      text(found.score), "of", text(found.threshold), "ppm", text(found.partsPerMillion, 0))
  }
}
