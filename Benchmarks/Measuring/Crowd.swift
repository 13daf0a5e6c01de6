internal import Synchronization

/// Keeps so many requests in flight, or sends them at a rate, and measures how long each takes.
package final class Crowd: Sendable {
  /// Hands one in; the completion is called when it is answered, with whether that was a success.
  package typealias Send = @Sendable (Int, @escaping @Sendable (Bool) -> Void) -> Void

  private struct State {
    var answered = 0
    var failed = 0
    var times: [Int32] = []
  }

  private let state = Mutex(State())

  package struct Outcome: Sendable {
    /// Answers in a second.
    package let rate: Double
    package let failed: Int
    /// Microseconds, of a hundred the one that ninety-nine are not slower than.
    package let median: Double
    package let late: Double
  }

  package init() {}

  /// Sends `count` requests, never more than `flight` unanswered.
  package func run(_ count: Int, flight: Int, _ send: Send) -> Outcome {
    state.withLock { $0 = State() }
    let start = Stopwatch.now
    for number in 0..<count {
      while number - state.withLock({ $0.answered }) >= flight { Self.nap() }
      post(number, send)
    }
    return finish(count, since: start)
  }

  /// Sends `count` requests, so many a second, however long the answers take.
  package func run(_ count: Int, rate: Double, _ send: Send) -> Outcome {
    state.withLock { $0 = State() }
    let start = Stopwatch.now
    var number = 0
    while number < count {
      let due = min(count, Int(Double(Stopwatch.now - start) * rate / 1_000_000))
      while number < due {
        post(number, send)
        number += 1
      }
      Self.nap()
    }
    return finish(count, since: start)
  }

  private func post(_ number: Int, _ send: Send) {
    let sent = Stopwatch.now
    send(number) { isDone in
      let time = Int32(clamping: Stopwatch.now - sent)
      self.state.withLock { state in
        state.answered += 1
        if !isDone { state.failed += 1 }
        state.times.append(time)
      }
    }
  }

  private func finish(_ count: Int, since start: Int64) -> Outcome {
    while state.withLock({ $0.answered }) < count { Self.nap() }
    let time = Stopwatch.now - start
    return state.withLock { state in
      let times = state.times.sorted()
      func part(_ share: Double) -> Double { Double(times[min(times.count - 1, Int(Double(times.count) * share))]) }
      return Outcome(
        rate: Double(count) * 1_000_000 / Double(max(1, time)), failed: state.failed, median: part(0.5),
        late: part(0.99))
    }
  }

  private static func nap() { Stopwatch.nap(microseconds: 200) }
}
