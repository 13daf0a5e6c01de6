internal import Measuring
internal import QixCatalog
internal import QixCommands
internal import QixKernel
internal import QixTerminal
internal import Synchronization

/// `qix-stress clock`
struct ClockCommand: Trial {
  static let declaration = Declaration(
    "clock", "Let the clock jump a day forward, a day back, and stand still, while coins are issued.", roles: .everyone,
    discussion: "Identifiers must stay in the order of posting, and a key must stay known whatever the time.",
    examples: [Example("qix-stress clock --rounds 10000", "ten thousand jumps")])

  static let shortest = ["--rounds", "20"]

  private let options = StressOptions(rounds: 300)

  func run(in context: Context) throws -> Printed {
    let start = context.clock.now()
    return try options.run("clock", in: context.face) { subject, numbers in
      let clock = JumpingClock(start)
      let program = try Qix.program(home: subject.home, actor: "stress", clock: clock)
      func qix(_ words: [String]) throws -> String {
        // The terminal's clock only measures how long things take.
        let outcome = TestTerminal(clock: clock).run(program, words)
        guard outcome.exitCode == 0 else {
          throw MeasuringError("\(words.joined(separator: " ")) ended with \(outcome.exitCode): \(outcome.errors)")
        }
        return outcome.output
      }
      _ = try qix(["user", "create", "--external-id", "ada"])
      for round in 0..<options.rounds {
        clock.jump(by: [Timestamp.day, -Timestamp.day, 0, 1_000, -1][Int(numbers.next() % 5)])
        let issue = [
          "coins", "issue", "--to", "ada", "--amount", "1", "--idempotency-key", "tick-\(round)", "--quiet",
        ]
        let first = try qix(issue)
        clock.jump(by: [Timestamp.day, -Timestamp.day, 0][Int(numbers.next() % 3)])
        guard try qix(issue) == first else {
          throw MeasuringError("key 'tick-\(round)' was forgotten when time had changed")
        }
      }
      let disordered = try subject.count(
        "SELECT count(*) FROM coins_transfers AS a JOIN coins_transfers AS b ON b.transfer = a.transfer + 1 WHERE b.id <= a.id"
      )
      guard disordered == 0 else { throw MeasuringError("\(disordered) identifiers are out of order") }
      try subject.requireOnce((0..<options.rounds).map { "tick-\($0)" })
      try subject.verify()
      return "\(options.rounds) issues through jumps of the clock, in order and once"
    }
  }
}

/// A clock that stands still until it jumps.
private final class JumpingClock: Clock {
  private let time: Mutex<Timestamp>
  init(_ time: Timestamp) { self.time = Mutex(time) }
  func now() -> Timestamp { time.withLock { $0 } }
  func monotonicMicroseconds() -> Int64 { Stopwatch.now }
  func jump(by microseconds: Int64) { time.withLock { $0 = $0.advanced(byMicroseconds: microseconds) } }
}
