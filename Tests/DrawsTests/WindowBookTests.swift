import DrawsContract
import QixCommands
import QixCrypto
import QixKernel
import QixShake
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing
import VaultContract

@testable import Draws

@Suite struct WindowBookTests {
  private static let day = Period(days: 1)

  private static func end(_ booth: Booth) -> Timestamp { booth.hours(72) }

  private static func number(
    _ booth: Booth, _ book: WindowBook, _ shake: UInt64 = 1, at: Timestamp? = nil
  ) throws -> DrawnNumber {
    try booth.write { connection in
      try book.number(
        below: 1_000, for: Booth.shake(shake), of: Booth.campaign, at: at ?? booth.now, in: connection)
    }
  }

  @Test func windowsCommitToWhatTheyDrawWith() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let book = try booth.book()
      let windows = try booth.write { connection in
        try book.windows(
          Booth.campaign, from: booth.now, to: Self.end(booth), length: Self.day, in: connection)
      }
      #expect(windows.count == 3)
      #expect(Set(windows.map(\.commitment.description)).count == 3)
      let drawn = try Self.number(booth, book)
      #expect(drawn.window == windows[0].id)
      #expect(drawn.bound == 1_000 && drawn.value < 1_000)
      // Another process, with nothing remembered, draws the same.
      #expect(try Self.number(booth, booth.another().book()) == drawn)
      // It is what follows from the secret that is published later.
      let secrets = try booth.context.drawSecrets()
      let again = try booth.read { connection in
        let secret = try secrets.ofWindows(in: connection).secret(
          of: windows[0].terms, committed: windows[0].commitment)
        return DrawKey(secret).number(below: 1_000, for: Booth.shake(1), of: Booth.campaign)
      }
      #expect(again == drawn.value)
      // The next day has a secret of its own.
      let tomorrow = try Self.number(booth, book, at: booth.hours(24))
      #expect(tomorrow.window == windows[1].id)
      #expect(try Self.number(booth, book) == drawn)
    }
  }

  @Test func aRepeatChangesNothingAndALongerCampaignGoesOn() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, start) = (try booth.book(), booth.now)
      func commit(to end: Timestamp) throws -> [DrawWindow] {
        try booth.write { try book.windows(Booth.campaign, from: start, to: end, length: Self.day, in: $0) }
      }
      let end = booth.hours(48)
      #expect(try commit(to: end).count == 2)
      let before = try booth.home.contents()
      #expect(try commit(to: end).isEmpty)
      booth.advance(hours: 30)
      #expect(try commit(to: end).isEmpty)
      #expect(try booth.home.contents() == before)
      let more = try commit(to: end.advanced(byMicroseconds: Timestamp.day))
      #expect(more.map(\.terms.opens) == [end])
    }
  }

  /// What has begun can't be promised any more.
  @Test func thePastIsLeftOut() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, start, end) = (try booth.book(), booth.now, Self.end(booth))
      booth.advance(hours: 30)
      let windows = try booth.write { connection in
        try book.windows(Booth.campaign, from: start, to: end, length: Self.day, in: connection)
      }
      #expect(windows.map(\.terms.opens) == [booth.now, start.advanced(byMicroseconds: 2 * Timestamp.day)])
      Booth.refuses("draws.no-window", "\(Booth.campaign) has no draw window at \(start)") {
        try Self.number(booth, book, at: start)
      }
      booth.advance(hours: 100)
      #expect(throws: DrawError.emptyPeriod) {
        try booth.write { try book.commit(Booth.campaign, from: start, to: end, length: nil, in: $0) }
      }
    }
  }

  @Test func nothingIsDrawnOutsideOfWindows() throws {
    try Booth.with { booth in
      let book = try booth.book()
      Booth.refuses("draws.no-window", "\(Booth.campaign) has no draw window at \(booth.now)") {
        try Self.number(booth, book)
      }
      let (opens, closes) = (booth.hours(1), booth.hours(2))
      try booth.write { try book.commit(Booth.campaign, from: opens, to: closes, length: nil, in: $0) }
      let last = closes.advanced(byMicroseconds: -1)
      #expect(try Self.number(booth, book, at: opens).window == Self.number(booth, book, at: last).window)
      for time in [opens.advanced(byMicroseconds: -1), closes] {
        Booth.refuses("draws.no-window", "\(Booth.campaign) has no draw window at \(time)") {
          try Self.number(booth, book, at: time)
        }
      }
      #expect(throws: DrawError.noCampaign("\(Booth.campaign)")) {
        try booth.write { try book.commit(Booth.campaign, from: opens, to: closes, length: Self.day, in: $0) }
      }
    }
  }

  @Test(arguments: [0, (1 << 63) + 1, .max] as [UInt64])
  func boundsThatNoDrawHasAreRefused(_ bound: UInt64) throws {
    try Booth.with { booth in
      let book = try booth.book()
      Booth.refuses("draws.bound", "not \(bound)") {
        try booth.write { connection in
          try book.number(below: bound, for: Booth.shake(1), of: Booth.campaign, at: booth.now, in: connection)
        }
      }
    }
  }

  /// The window is remembered, but looked at in each transaction: another process may have revealed it.
  @Test func aWindowThatAnotherProcessRevealsIsOver() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      let book = try booth.book()
      let (start, closes) = (booth.now, booth.hours(24))
      try booth.write { try book.commit(Booth.campaign, from: start, to: closes, length: nil, in: $0) }
      let window = try booth.window()
      _ = try Self.number(booth, book, at: start)
      booth.advance(hours: 24)
      _ = try Self.number(booth, book, at: start)
      let other = try booth.another()
      #expect(try other.qix(["draw", "reveal", "\(window.id)", "--reason", "over"]).exitCode == 0)
      // A shake that came in time and is decided too late.
      Booth.refuses("draws.revealed", "\(window.id)") { try Self.number(booth, book, at: start) }
    }
  }

  /// Eight writers draw for shakes that came in time, while another process reveals: whatever was recorded before the
  /// reveal is in its count and root, and nothing comes behind it.
  @Test func nothingIsDrawnBehindAReveal() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 1)
      let (book, start, closes) = (try booth.book(), booth.now, booth.hours(24))
      try booth.write { try book.commit(Booth.campaign, from: start, to: closes, length: nil, in: $0) }
      let window = try booth.window()
      booth.advance(hours: 24)
      let ends = try inParallel(9) { number -> Bool in
        let own = try booth.another()
        if number == 8 {
          return try own.qix(["draw", "reveal", "\(window.id)", "--reason", "over"]).exitCode == 0
        }
        let book = try own.book()
        for index in 0..<UInt64.max {
          do {
            try own.write { connection in
              let shake = Booth.shake(UInt64(number) << 32 + index)
              let drawn = try book.number(below: 10, for: shake, of: Booth.campaign, at: start, in: connection)
              try StandInRecord.insert(shake, Booth.campaign, drawn, coins: 0, in: connection)
            }
          } catch let failure as Failure where failure.code == "draws.revealed" { return true }
        }
        return false
      }
      #expect(ends.allSatisfy { $0 })
      let revealed = try #require(try booth.window().revelation)
      #expect(try booth.home.count("standin_draws") == revealed.draws)
      #expect(try booth.qix("draw verify \(window.id)").exitCode == 0)
    }
  }

  /// A transaction that makes the key shows it to the vault's agent once at the most: what the agent has seen can't be
  /// taken back.
  @Test func theVaultIsAskedOnceInATransactionThatMakesTheKey() throws {
    try Booth.with { booth in
      let store = CountingStore(base: try booth.context.service(Secrets.store))
      let book = WindowBook(context: booth.context, secrets: DrawSecrets(store: store))
      let before = try booth.home.contents()
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try booth.write { connection in
          for end in [1, 2, 3] as [Int64] {
            try book.commit(Booth.campaign, from: booth.now, to: booth.hours(end), length: nil, in: connection)
            _ = try book.number(
              below: 5, for: Booth.shake(1), of: Booth.campaign, at: booth.now, in: connection)
          }
          throw Stop()
        }
      }
      #expect(store.count == 1)
      #expect(try booth.home.contents() == before)
      Booth.refuses("draws.no-window", "\(Booth.campaign) has no draw window at \(booth.now)") {
        try Self.number(booth, book)
      }
    }
  }

  /// Many, in one transaction.
  @Test func manyWindowsAreCommittedToAtOnce() throws {
    try Booth.with { booth in
      try booth.makeCampaign(days: 6)
      let committed = try booth.qix("draw commit summer --every PT10M --quiet")
      #expect(committed.exitCode == 0)
      #expect(Set(committed.output.split(separator: "\n")).count == 6 * 24 * 6)
      #expect(try booth.qix("db check").exitCode == 0)
    }
  }

  /// Windows that were made in a transaction that is taken back are not believed.
  @Test func aWindowThatWasTakenBackIsForgotten() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, end) = (try booth.book(), Self.end(booth))
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try booth.write { connection in
          try book.commit(Booth.campaign, from: booth.now, to: end, length: nil, in: connection)
          _ = try book.number(below: 5, for: Booth.shake(1), of: Booth.campaign, at: booth.now, in: connection)
          throw Stop()
        }
      }
      Booth.refuses("draws.no-window", "\(Booth.campaign) has no draw window at \(booth.now)") {
        try Self.number(booth, book)
      }
      try booth.write { connection in
        #expect(throws: Stop.self) {
          try connection.savepoint {
            try book.commit(Booth.campaign, from: booth.now, to: end, length: nil, in: connection)
            _ = try book.number(below: 5, for: Booth.shake(1), of: Booth.campaign, at: booth.now, in: connection)
            throw Stop()
          }
        }
        Booth.refuses("draws.no-window", "\(Booth.campaign) has no draw window at \(booth.now)") {
          try book.number(below: 5, for: Booth.shake(1), of: Booth.campaign, at: booth.now, in: connection)
        }
      }
    }
  }

  /// Whoever writes the database can't make a window that nobody committed to: secret and row belong together.
  @Test(arguments: [
    "SET commitment = x'\(String(repeating: "ab", count: 32))'", "SET opens_at = opens_at - 1, committed_at = 0",
    "SET closes_at = closes_at + 1", "SET id = x'0190a1b2c3d57000800000000000000a'",
  ])
  func aChangedWindowDrawsNothing(_ change: String) throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, end) = (try booth.book(), Self.end(booth))
      try booth.write { try book.commit(Booth.campaign, from: booth.now, to: end, length: nil, in: $0) }
      _ = try Self.number(booth, book)
      try booth.tamper(["draws_windows_keep_their_word"], "UPDATE draws_windows \(change)")
      let changed = try booth.window()
      Booth.refuses("draws.commitment-broken", "\(changed.id)") { try Self.number(booth, book) }
      let check = try booth.qix("draw verify \(changed.id)")
      #expect(check.exitCode == 7)
      #expect(check.errors.contains("commitment"))
      #expect(try booth.qix("db check").exitCode != 0)
    }
  }

  @Test func anotherVaultDrawsNothing() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, end) = (try booth.book(), Self.end(booth))
      try booth.write { try book.commit(Booth.campaign, from: booth.now, to: end, length: nil, in: $0) }
      let window = try booth.window()
      let (another, none) = (OtherStore(isMade: true), OtherStore(isMade: false))
      Booth.refuses("draws.commitment-broken", "\(window.id)") {
        try Self.number(booth, WindowBook(context: booth.context, secrets: DrawSecrets(store: another)))
      }
      #expect(throws: DrawError.keyMissing) {
        try Self.number(booth, WindowBook(context: booth.context, secrets: DrawSecrets(store: none)))
      }
    }
  }

  /// What the schema itself refuses, whatever the program does.
  private static let refused = [
    "UPDATE draws_windows SET closes_at = closes_at + 1", "UPDATE draws_windows SET commitment = zeroblob(32)",
    "DELETE FROM draws_windows", "UPDATE draws_windows SET revealed_at = closes_at",
    """
    UPDATE draws_windows SET revealed_at = closes_at - 1, secret = zeroblob(32), draws = 0, root = zeroblob(32)
    """,
    """
    INSERT INTO draws_windows (id, campaign, opens_at, closes_at, committed_at, commitment)
    SELECT zeroblob(16), campaign, closes_at - 1, closes_at + 1, committed_at, commitment FROM draws_windows
    """,
    """
    INSERT INTO draws_windows (id, campaign, opens_at, closes_at, committed_at, commitment)
    SELECT zeroblob(16), campaign, closes_at, closes_at + 1, closes_at + 1, commitment FROM draws_windows
    """,
  ]

  @Test func theSchemaHoldsWindowsToTheirWord() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, end) = (try booth.book(), Self.end(booth))
      try booth.write { try book.commit(Booth.campaign, from: booth.now, to: end, length: nil, in: $0) }
      for sql in Self.refused {
        #expect(throws: StorageError.self, "\(sql)") { try booth.write { try $0.run(sql) } }
      }
    }
  }

  /// 50,000 a second are wanted of an optimised program; what is held here is that no draw asks the database again.
  @Test func drawsOfOneTransactionAskTheDatabaseOnce() throws {
    try Booth.with { booth in
      try booth.makeCampaign()
      let (book, end) = (try booth.book(), Self.end(booth))
      try booth.write { try book.commit(Booth.campaign, from: booth.now, to: end, length: nil, in: $0) }
      _ = try Self.number(booth, book)
      try booth.write { connection in
        let first = try book.number(
          below: 1_000, for: Booth.shake(7), of: Booth.campaign, at: booth.now, in: connection)
        // Without its table nothing could be asked.
        try connection.execute(script: "ALTER TABLE draws_windows RENAME TO hidden")
        defer { try? connection.execute(script: "ALTER TABLE hidden RENAME TO draws_windows") }
        for _ in 0..<1_000 {
          let again = try book.number(
            below: 1_000, for: Booth.shake(7), of: Booth.campaign, at: booth.now, in: connection)
          guard again == first else {
            Issue.record("the number has changed")
            return
          }
        }
      }
    }
  }
}

/// Counts how often the vault is asked.
private final class CountingStore: SecretStore {
  private let base: any SecretStore
  private let asked = Mutex(0)

  init(base: any SecretStore) { self.base = base }

  var count: Int { asked.withLock { $0 } }

  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes {
    asked.withLock { $0 += 1 }
    return try base.key(name, of: module, in: connection)
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes? {
    asked.withLock { $0 += 1 }
    return try base.keyIfMade(name, of: module, in: connection)
  }

  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes {
    try base.secret(service: service, account: account, for: module, in: connection)
  }
}

/// A vault with another key, or none.
private struct OtherStore: SecretStore {
  let isMade: Bool

  func key(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes {
    SecretBytes(copying: Array(repeating: 9, count: 32))
  }

  func keyIfMade(_ name: String, of module: String, in connection: Connection) throws -> SecretBytes? {
    guard isMade else { return nil }
    return try key(name, of: module, in: connection)
  }

  func secret(
    service: String, account: String, for module: String, in connection: Connection
  ) throws -> SecretBytes {
    throw VaultError.notFound("item")
  }
}
