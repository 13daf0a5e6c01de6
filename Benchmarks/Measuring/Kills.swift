internal import Glibc
internal import QixKernel

/// Kills runs of a program at random moments, and counts where the kills landed.
///
/// Every second kill is aimed: it waits until the run has begun to write. A single command spends most of its time on
/// starting, so that moments spread over the whole of it rarely meet the change, and on a busy machine never did.
package struct Kills {
  package private(set) var runs = 0
  /// Runs that a kill ended.
  package private(set) var killed = 0
  /// Those of them that had begun to write into the database's log: killed in the middle of a change, or behind it and
  /// before the answer. A kill before that tests nothing but the start of a program.
  package private(set) var midway = 0
  private let home: String
  /// Whether the next kill waits until its run writes.
  private var isAimed = false
  private var numbers: SeededNumbers
  /// Microseconds that each kind of run takes when nobody kills it.
  private var durations: [String: Int64] = [:]

  /// - Parameter home: the folder of the database that the runs change, and nobody else meanwhile.
  package init(in home: String, _ numbers: SeededNumbers) {
    self.home = home
    self.numbers = numbers
  }

  /// Starts a program and kills it: in turn somewhere in the time that runs of its kind take, and a fifth more; and
  /// somewhere in the first half of what is left of that time when it begins to write.
  /// - Throws: `MeasuringError` when it ended by itself, and not with 0.
  package mutating func kill(_ words: [String], as kind: String) throws(MeasuringError) -> ChildProcess.Outcome {
    let before = logState
    let started = Stopwatch.now
    let limit = durations[kind, default: 20_000] * 6 / 5
    let process = try ChildProcess(words)
    if isAimed {
      while logState == before, !process.hasEnded { sched_yield() }
      pause(upTo: (limit - (Stopwatch.now - started)) / 2)
    } else {
      pause(upTo: limit)
    }
    isAimed.toggle()
    process.kill()
    let outcome = process.wait()
    runs += 1
    guard outcome.status == 0 || outcome.status == 128 + SIGKILL else {
      throw MeasuringError("\(words.joined(separator: " ")) ended with \(outcome.status): \(outcome.errors)")
    }
    if outcome.status != 0 {
      killed += 1
      if logState != before { midway += 1 }
    }
    return outcome
  }

  private mutating func pause(upTo microseconds: Int64) {
    usleep(UInt32(numbers.next() % UInt64(max(200, microseconds))))
  }

  /// Runs a program to its end, and learns how long its kind takes.
  /// - Throws: `MeasuringError` when it fails.
  @discardableResult
  package mutating func finish(_ words: [String], as kind: String) throws(MeasuringError) -> ChildProcess.Outcome {
    let outcome = try ChildProcess.run(words)
    durations[kind] = max(2_000, durations[kind].map { ($0 + outcome.wall) / 2 } ?? outcome.wall)
    runs += 1
    return outcome
  }

  /// - Throws: `MeasuringError` when fewer than one in five of the kills, or none, landed midway: a trial that kills
  ///   only what hasn't begun proves nothing.
  package func requireMidway() throws(MeasuringError) {
    guard midway >= max(1, killed / 5) else {
      throw MeasuringError("\(midway) of \(killed) kills landed in the middle of a change, too few to prove anything")
    }
  }

  /// How the trial went, for its last line.
  package var summary: String { "\(killed) of \(runs) runs were killed, \(midway) midway" }

  /// Size and time of the last change of the database's log; empty while nothing is in it.
  private var logState: [Int64] {
    var log = stat()
    guard stat("\(home)/qix.db-wal", &log) == 0, log.st_size > 0 else { return [] }
    return [Int64(log.st_size), Int64(log.st_mtim.tv_sec), Int64(log.st_mtim.tv_nsec)]
  }
}
