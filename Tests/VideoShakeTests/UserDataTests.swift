import IdentityContract
import QixFormats
import QixKernel
import QixShake
import QixStorage
import QixTesting
import Testing

@testable import VideoShake

@Suite struct UserDataTests {
  private func context(_ home: TestHome) -> Context { Context(clock: home.clock, random: home.random) }

  private func merge(_ booth: Booth, _ user: UserID, into survivor: UserID) throws -> [Int64] {
    try booth.database.write(Change("test.merge")) { connection, _ in
      try VideoShakeModule.merge(user, into: survivor, in: connection, context: context(booth.home)).map(\.count)
    }
  }

  @Test func sessionsGoWithTheUser() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let done = try booth.start()
      try done.play(to: 60)
      #expect(try done.finish().word == "accepted")
      // Both are watching when they are merged: one session of a user can be open.
      let left = try booth.start(by: Booth.other)
      #expect(try merge(booth, Booth.user, into: Booth.other) == [1])
      #expect(try merge(booth, Booth.user, into: Booth.other) == [0])
      // What one of them has finished the other has finished, too.
      #expect(try booth.verdict(["step": "start"], by: Booth.other).word == "videoshake.watched-already")
      #expect(try left.beat(at: 5).word == "heartbeat")
      #expect(try merge(booth, Booth.other, into: Booth.user) == [2])
      #expect(try left.beat(at: 10).word == "videoshake.session-unknown")
      left.user = Booth.user
      #expect(try left.beat(at: 10).word == "videoshake.session-unknown")
    }
  }

  @Test func whoIsErasedWatchesNothingMore() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try booth.database.write(Change("test.erase")) { connection, _ in
        try VideoShakeModule.erase(Booth.user, in: connection, context: context(home))
      }
      #expect(try tab.beat(at: 5).word == "videoshake.session-replaced")
    }
  }

  @Test func theExportHasEverySession() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      let tab = try booth.start()
      try tab.play(to: 20)
      _ = try booth.start(by: Booth.other)
      let text = try booth.database.read { connection in
        var writer = JSONWriter()
        try VideoShakeModule.writeExport(of: Booth.user, to: &writer, in: connection, context: context(home))
        return writer.drain()
      }
      let value = try JSONValue(parsing: text)
      #expect(value["schema"] == "videoshake.export/1")
      let sessions = try #require(value["sessions"]?.array)
      #expect(sessions.count == 1)
      #expect(sessions[0]["video"] == "teaser")
      #expect(sessions[0]["watched_milliseconds"] == [[0, 20_000]])
      #expect(sessions[0]["firstQuartile"]?.string != nil && sessions[0]["midpoint"] == .null)
    }
  }

  @Test func theCheckFindsWhatDoesntAgree() throws {
    try TestHome.initialised { home in
      let booth = try Booth(home)
      try booth.start().play(to: 20)
      let verdicts = { try VideoShakeModule.check(home.unchecked, in: self.context(home)).map(\.verdict) }
      #expect(try verdicts() == [.ok])
      try home.unchecked.write(Change("test.damage")) { connection, _ in
        try connection.run("UPDATE videoshake_sessions SET watched_total = 30000")
      }
      #expect(try verdicts() == [.fault])
    }
  }
}
