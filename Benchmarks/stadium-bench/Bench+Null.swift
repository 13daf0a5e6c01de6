import Glibc
import QixWatermark
import QixWatermarkChannels

extension Bench {
  /// Scores on music without a mark, and the Gumbel distribution that fits their maxima.
  func null() {
    let seconds = options.number("lengths", 10), keys = Int(options.number("keys", 1))
    let count = Int(options.number("clips", 6))
    let channel = Self.channel(options.text("channel", "clean"))
    var scores: [[Double]] = [[], []]
    var length = 0.0, cost = 0.0, largest = [0.0, 0.0]
    for number in 0..<keys {
      let book = SipHash.book("another's key \(number)....")
      var settings = Listener.Settings()
      settings.clocks = options.text("wide") == "" ? [0] : settings.clocks
      let listener = Listener(book: book, settings: settings)
      for (index, name) in pieces().enumerated() {
        guard let (rate, samples) = read(name) else { continue }
        let room = Double(samples.count) / Double(rate) - seconds - 7
        guard room > 0 else { continue }
        for cut in 0..<count {
          let start = 3.5 + room * (Double(cut) + 0.5) / Double(count)
          let trial = Trial(
            piece: name, marked: samples, rate: rate, channel: channel, start: start, seed: UInt64(index * 100 + cut),
            seconds: seconds)
          let before = processorSeconds()
          let candidates = Candidates(event: Trial.event, slots: 100...UInt16(103 + seconds / 10 - 1))
          let found = listener.best(trial.clip(seconds), candidates: candidates)
          cost += processorSeconds() - before
          if let found, found.score > options.number("tell", 7) {
            print(
              name, text(start), "score", text(found.score), "of", text(found.threshold), "parts",
              found.parts.map { text($0, 1) }.joined(separator: " "), "arrivals", found.arrivals.count, "ppm",
              text(found.partsPerMillion, 0), found.isWandering ? "wandering" : "")
          }
          length += seconds
          for (kind, value) in [found.map { $0.isWandering ? 0 : $0.score } ?? 0, found?.score ?? 0].enumerated() {
            scores[kind].append(value)
            if value > largest[kind] { largest[kind] = value }
          }
        }
      }
    }
    for (kind, values) in scores.enumerated() {
      let mean = values.reduce(0, +) / Double(values.count)
      let deviation = (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
      let scale = deviation * 6.0.squareRoot() / .pi, place = mean - 0.5772 * scale
      let sorted = values.sorted(by: >)
      print(
        kind == 0 ? "straight" : "all", "clips", values.count, "hours", text(length / 3_600), "mean", text(mean),
        "deviation", text(deviation), "largest", sorted.prefix(6).map { text($0) }.joined(separator: " "), "at 1e-4",
        text(place - scale * log(1e-4)), "at 1e-6", text(place - scale * log(1e-6)))
    }
    print("cost", text(cost / length, 4))
  }
}
