import Glibc
import QixWatermark
import QixWatermarkChannels

extension Bench {
  /// Scores on music without a mark, or with one of another event's key, and the Gumbel distribution that fits their
  /// maxima.
  func null() {
    let seconds = options.number("lengths", 10), keys = Int(options.number("keys", 1))
    let channel = Self.channel(options.text("channel", "clean"))
    // As many words as a shake looks for.
    let candidates = Candidates(event: Trial.event, slots: 100...UInt16(106 + seconds / 10 - 1))
    var scores: [[Double]] = [[], []]
    var length = 0.0, cost = 0.0, found = 0
    for (index, name) in pieces().enumerated() {
      guard let (rate, samples) = nullMusic(name) else { continue }
      let library = options.text("informed") == "" ? nil : library(of: name, samples, rate: rate)
      for number in 0..<keys {
        let best = nullListener(SipHash.book("another's key \(number)...."), library)
        for (cut, start) in nullStarts(samples.count, rate: rate, seconds: seconds).enumerated() {
          let trial = Trial(
            piece: name, marked: samples, rate: rate, channel: channel, start: start, seed: UInt64(index * 100 + cut),
            seconds: seconds)
          let clip = trial.clip(seconds), before = processorSeconds()
          let heard = best(clip, candidates)
          cost += processorSeconds() - before
          length += seconds
          if heard?.isSure == true { found += 1 }
          if let heard, heard.isSure || heard.score > options.number("tell", 7) {
            print(
              heard.isSure ? "FOUND" : "", name, text(start), "score", text(heard.score), "of",
              text(heard.threshold), "parts", heard.parts.map { text($0, 1) }.joined(separator: " "), "arrivals",
              heard.arrivals.count, "ppm", text(heard.partsPerMillion, 0), heard.isWandering ? "wandering" : "")
          }
          scores[0].append(heard.map { $0.isWandering ? 0 : $0.score } ?? 0)
          scores[1].append(heard?.score ?? 0)
        }
      }
    }
    for (kind, values) in scores.enumerated() { tell(kind == 0 ? "straight" : "all", values, hours: length / 3_600) }
    print("found", found, "cost", text(cost / length, 4))
  }

  /// A piece at another speed, where --speed says so, and with a mark of the measurement's own key for --marked.
  private func nullMusic(_ name: String) -> (rate: Int, samples: [Float])? {
    guard let (rate, channels) = read(name) else { return nil }
    let speed = options.number("speed", 1)
    let played =
      speed == 1 ? channels : channels.map { Resampler.convert($0, from: Double(rate) * speed, to: Double(rate)) }
    return (rate, WaveFile.mix(options.text("marked") == "" ? played : embed(played, rate: rate).marked))
  }

  /// Seconds at which clips begin: --clips of them, evenly spaced, the first a share of their distance (--offset) off.
  private func nullStarts(_ count: Int, rate: Int, seconds: Double) -> [Double] {
    let clips = Int(options.number("clips", 6)), offset = options.number("offset", 0.5)
    let room = Double(count) / Double(rate) - seconds - 7
    return room <= 0 ? [] : (0..<clips).map { 3.5 + room * (Double($0) + offset) / Double(clips) }
  }

  private func nullListener(
    _ book: CodeBook, _ library: PieceLibrary?
  ) -> ([Float], Candidates) -> Finding? {
    if let library {
      let informed = InformedListener(book: book, library: library)
      return { informed.best($0, candidates: $1)?.finding }
    }
    var settings = Listener.Settings()
    if options.text("wide") == "" { settings.clocks = [0] }
    let listener = Listener(book: book, settings: settings)
    return { listener.best($0, candidates: $1) }
  }

  /// A piece whose moment nobody knows.
  private func library(of name: String, _ samples: [Float], rate: Int) -> PieceLibrary {
    var library = PieceLibrary()
    library.add(
      name: name, samples: Resampler.convert(samples, from: Double(rate), to: Double(MarkFormat.rate)), slotOffset: nil)
    return library
  }

  private func tell(_ kind: String, _ values: [Double], hours: Double) {
    let mean = values.reduce(0, +) / Double(values.count)
    let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
    let scale = deviation * 6.0.squareRoot() / .pi, place = mean - 0.5772 * scale
    let sorted = values.sorted(by: >)
    print(
      kind, "clips", values.count, "hours", text(hours), "mean", text(mean), "deviation", text(deviation), "largest",
      sorted.prefix(6).map { text($0) }.joined(separator: " "), "at 1e-4", text(place - scale * log(1e-4)), "at 1e-6",
      text(place - scale * log(1e-6)))
  }
}
