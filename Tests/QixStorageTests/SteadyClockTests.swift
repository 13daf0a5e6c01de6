import QixKernel
import QixStorage
import QixTesting
import Testing

/// The time of limits: as long as the machine has run, whatever is done to the clock on the wall.
@Suite struct SteadyClockTests {
  private static let hour: Int64 = 3_600_000_000

  private func with(_ body: (TestClock, () throws -> Int64) throws -> Void) throws {
    try TestHome.withNotes { home in
      let start = try home.unchecked.read { try SteadyClock.latest(home.clock, in: $0).microseconds }
      try body(home.clock) {
        try home.unchecked.write(Change("test.look")) { connection, _ in
          try SteadyClock.advance(home.clock, in: connection).microseconds - start
        }
      }
    }
  }

  @Test func itGoesOnWithTheMachineAndFollowsNoJump() throws {
    try with { (clock, passed) throws in
      #expect(try passed() == 0)
      clock.advance(byMicroseconds: Self.hour)
      #expect(try passed() == Self.hour)
      clock.jump(byMicroseconds: -Timestamp.day)
      #expect(try passed() == Self.hour)
      clock.jump(byMicroseconds: 1_500 * Timestamp.day)
      #expect(try passed() == Self.hour)
      clock.advance(byMicroseconds: Self.hour)
      #expect(try passed() == 2 * Self.hour)
    }
  }

  /// By a thousandth of what the machine has run, so that no row of small steps is a jump.
  @Test func driftIsCaughtUpWithSlowly() throws {
    try with { (clock, passed) throws in
      #expect(try passed() == 0)
      clock.jump(byMicroseconds: 90_000_000)
      #expect(try passed() == 0)
      clock.advance(byMicroseconds: Self.hour)
      #expect(try passed() == Self.hour + 3_600_000)
      clock.advance(byMicroseconds: 25 * Self.hour)
      #expect(try passed() == 26 * Self.hour + 90_000_000)
      clock.jump(byMicroseconds: -90_000_000)
      #expect(try passed() == 26 * Self.hour + 90_000_000)
      for _ in 0..<12 {
        clock.jump(byMicroseconds: 50 * 60_000_000)
        #expect(try passed() == 26 * Self.hour + 90_000_000)
      }
    }
  }

  /// Nobody knows how long the machine was off but by the clock on the wall.
  @Test func afterAStartOfTheMachineItGoesByTheWall() throws {
    try with { (clock, passed) throws in
      #expect(try passed() == 0)
      clock.jump(byMicroseconds: Timestamp.day)
      clock.reboot()
      #expect(try passed() == Timestamp.day)
      clock.jump(byMicroseconds: -2 * Timestamp.day)
      clock.reboot()
      #expect(try passed() == Timestamp.day)
      clock.advance(byMicroseconds: Self.hour)
      #expect(try passed() == Timestamp.day + Self.hour)
    }
  }

  @Test func aJumpIsWrittenDownOnce() throws {
    try TestHome.withNotes { home in
      func look() throws {
        try home.unchecked.write(Change("test.look")) { connection, _ in
          _ = try SteadyClock.advance(home.clock, in: connection)
        }
      }
      try look()
      home.clock.jump(byMicroseconds: 2 * Self.hour)
      for _ in 0..<3 { try look() }
      let jumps = try home.unchecked.read {
        try AuditLog.entries(AuditLog.Filter(action: "qix.clock-jump"), limit: 9, in: $0)
      }
      #expect(jumps.map(\.subject) == ["from 2027-01-15T08:00:00Z to 2027-01-15T10:00:00Z"])
    }
  }

  /// The system's own goes on, and knows its start.
  @Test func theMachineTellsHowLongItHasRun() throws {
    let clock = SystemClock()
    let first = try #require(clock.uptime())
    let second = try #require(clock.uptime())
    #expect(first.boot == second.boot && first.boot.utf8.count == 36)
    #expect(first.microseconds > 0 && second.microseconds >= first.microseconds)
  }
}
