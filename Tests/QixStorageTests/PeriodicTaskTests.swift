import Foundation
import QixStorage
import Synchronization
import Testing

@Suite struct PeriodicTaskTests {
  /// What the times have seen.
  private final class Notes: Sendable {
    let times = Mutex<[Bool]>([])
    let third = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)

    var count: Int { times.withLock(\.count) }

    func note(_ isStopping: Bool) {
      let count = times.withLock { times in
        times.append(isStopping)
        return times.count
      }
      if count == 3 { third.signal() }
    }
  }

  @Test func itRunsOnceHoweverEarlyItIsStopped() {
    let notes = Notes()
    let task = PeriodicTask(every: 3_600_000_000) { _ in notes.note(false) }
    task.stop()
    #expect(notes.count == 1)
    // Whoever stops it again need not wait.
    task.stop()
    #expect(notes.count == 1)
  }

  @Test func itGoesOnUntilItIsStopped() {
    let notes = Notes()
    let task = PeriodicTask(every: 1) { isStopping in notes.note(isStopping()) }
    notes.third.wait()
    task.stop()
    let count = notes.count
    #expect(count >= 3)
    #expect(notes.times.withLock { $0.prefix(3).allSatisfy { !$0 } })
  }

  @Test func whatIsBeingDoneLearnsOfTheEnd() {
    let notes = Notes()
    let task = PeriodicTask(every: 3_600_000_000) { isStopping in
      // A body that only its end ends.
      while !isStopping() { sched_yield() }
      notes.note(true)
    }
    task.stop()
    #expect(notes.times.withLock { $0 } == [true])
  }
}
