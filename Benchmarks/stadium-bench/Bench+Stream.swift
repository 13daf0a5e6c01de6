import Glibc
import QixWatermark
import QixWatermarkChannels

extension Bench {
  /// Cost of a stream and seconds until it is sure, for unmarked music and for marked music in the stadium.
  func stream() {
    let listener = Listener(book: book)
    for isMarked in [false, true] {
      var cost = 0.0, length = 0.0, times: [String] = []
      for (index, piece) in prepared(isMarked: isMarked).enumerated() {
        let trial = Trial(
          piece: piece.name, marked: piece.samples, rate: piece.rate,
          channel: Bench.channel("stadium"), start: 10, seed: UInt64(index), seconds: 75)
        var stream = ListeningStream(
          listener: listener, rate: MarkFormat.rate,
          candidates: Candidates(event: Trial.event, slots: Trial.firstSlot...Trial.firstSlot))
        let before = processorSeconds()
        var heard: ListeningStream.Heard?
        for start in stride(from: 0, to: trial.recording.count, by: 1_600) where heard == nil {
          // The slots of the last half minute and the next one.
          let now = trial.slot(at: stream.seconds)
          stream.candidates = Candidates(event: Trial.event, slots: max(now, 3) - 3...now + 1)
          heard = stream.process([Array(trial.recording[start..<min(trial.recording.count, start + 1_600)])])
        }
        cost += processorSeconds() - before
        length += stream.seconds
        times.append(heard.map { text($0.seconds.upperBound, 0) } ?? "-")
      }
      print(
        isMarked ? "marked" : "unmarked", "cost", text(cost / length, 4), "sure after", times.joined(separator: " "))
    }
  }
}
