import QixKernel
import QixTesting
import Synchronization
import Testing

@testable import QixStorage

/// Writes a row for each number; numbers below zero fail in one way or another.
private final class Scribe: GroupWorker {
  /// Before it writes, behind a write, and until something was got ready.
  static let early: Int64 = -1
  static let late: Int64 = -2
  static let unprepared: Int64 = -3

  struct Refused: Error, Equatable {
    let number: Int64
  }

  private var isPrepared = false
  private let begun: Begun

  final class Begun: Sendable {
    let count = Mutex(0)
  }

  init(_ begun: Begun = Begun()) { self.begun = begun }

  func begin(in connection: Connection) throws { begun.count.withLock { $0 += 1 } }

  func run(_ number: Int64, in connection: Connection) throws -> Int64? {
    if number == Self.early { throw Refused(number: number) }
    if number == Self.unprepared, !isPrepared { return nil }
    try connection.run("INSERT INTO test_rows (number) VALUES (?1)", .integer(number))
    if number == Self.late { throw Refused(number: number) }
    return number * 2
  }

  func finish(_ change: inout Change, in connection: Connection) throws { change.subject = "rows" }
  func forget() {}
  func prepare() throws { isPrepared = true }
}

@Suite struct GroupCommitTests {
  private static func with(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      try home.unchecked.exclusively { try $0.execute(script: "CREATE TABLE test_rows (number INTEGER) STRICT") }
      try body(home)
    }
  }

  private func rows(_ home: TestHome) throws -> [Int64] {
    try home.unchecked.read { try $0.rows("SELECT number FROM test_rows ORDER BY rowid") { $0.integer(0) } }
  }

  @Test func whatWaitsIsCommittedTogether() throws {
    try Self.with { home in
      let begun = Scribe.Begun()
      let group = GroupCommit<Int64, Int64>(home.unchecked, Change("test.group")) { Scribe(begun) }
      let answers = group.perform(Array(1...1_000))
      group.stop()
      let (doubled, written) = (try answers.map { try $0.get() }, try rows(home))
      #expect(doubled == (1...1_000).map { Int64($0 * 2) })
      #expect(written == Array(1...1_000))
      #expect(begun.count.withLock { $0 } == 1)
    }
  }

  @Test func piecesThatFailTakeNothingOfTheOthersWithThem() throws {
    try Self.with { home in
      let group = GroupCommit<Int64, Int64>(home.unchecked, Change("test.group")) { Scribe() }
      let pieces: [Int64] = [-2, -2, 1, -1, 2, 3, -2, 4, -3, 5, -2]
      let answers = group.perform(pieces)
      group.stop()
      for (piece, answer) in zip(pieces, answers) {
        if piece == -1 || piece == -2 {
          #expect(throws: Scribe.Refused(number: piece)) { try answer.get() }
        } else {
          #expect(try answer.get() == piece * 2)
        }
      }
      #expect(try rows(home) == [1, 2, 3, 4, -3, 5])
      let fault = try home.unchecked.read { try AuditLog.verify(in: $0).firstFault }
      #expect(fault == nil)
    }
  }

  /// What others write goes along in the same transactions, once, whatever becomes of the pieces; it takes back what it
  /// did where it fails, and has entries of its own. Behind the end it goes by itself.
  @Test func whatOthersWriteGoesAlong() throws {
    try Self.with { home in
      let database = home.unchecked
      let host = GroupCommit<Int64, Int64>(database, Change("test.group"), most: 16, carriesOthers: true) { Scribe() }
      let others = WriteGroup(database)
      let runs = Mutex<[Int64: Int]>([:])
      @Sendable func write(_ number: Int64, fails: Bool = false) throws {
        try database.member(of: others).write(Change("test.passenger")) { connection, _ in
          runs.withLock { $0[number, default: 0] += 1 }
          try connection.run("INSERT INTO test_rows (number) VALUES (?1)", .integer(number))
          if fails { throw Scribe.Refused(number: number) }
        }
      }
      _ = host.perform([1])
      _ = try inParallel(8) { part in
        for number in 0..<25 where part % 2 == 0 {
          let answers = host.perform([Int64(number), number % 5 == 0 ? Scribe.late : 7])
          #expect(try answers[0].get() == Int64(number) * 2)
        }
        for number in 0..<25 where part % 2 == 1 {
          let number = Int64(part * 1_000 + number)
          do { try write(number, fails: number % 5 == 0) } catch is Scribe.Refused { #expect(number % 5 == 0) }
        }
      }
      host.stop()
      try write(9_999)
      others.stop()
      let passengers: [Int64] = [1, 3, 5, 7].flatMap { part in (0..<25).map { Int64(part * 1_000 + $0) } } + [9_999]
      #expect(runs.withLock { $0 } == Dictionary(uniqueKeysWithValues: passengers.map { ($0, 1) }))
      let written = try rows(home).filter { $0 >= 1_000 }
      #expect(written.sorted() == passengers.filter { $0 % 5 != 0 })
      let (fault, entries) = try database.read { connection in
        (
          try AuditLog.verify(in: connection).firstFault,
          try connection.first("SELECT count(*) FROM qix_audit WHERE action = 'test.passenger'") { $0.integer(0) }
        )
      }
      #expect(fault == nil && entries == Int64(written.count))
    }
  }

  @Test func whoBringsTooMuchWaitsAndNothingIsLost() throws {
    try Self.with { home in
      let group = GroupCommit<Int64, Int64>(home.unchecked, Change("test.group"), most: 7, capacity: 10) { Scribe() }
      let sums = try inParallel(4) { part in
        try group.perform((0..<50).map { Int64(part * 100 + $0 + 1) }).reduce(0) { try $0 + $1.get() }
      }
      group.stop()
      // 1 to 50, 101 to 150, 201 to 250, 301 to 350, each twice.
      #expect(sums == [2_550, 12_550, 22_550, 32_550])
      #expect(try rows(home).count == 200)
    }
  }

  @Test func afterTheEndNothingIsTaken() throws {
    try Self.with { home in
      let group = GroupCommit<Int64, Int64>(home.unchecked, Change("test.group")) { Scribe() }
      group.stop()
      #expect(throws: GroupCommitError.stopped) { try group.perform([1])[0].get() }
      let written = try rows(home)
      #expect(written == [])
    }
  }

  @Test func aFailedSyncAnswersNobodyWithSuccessAndIsTheEnd() throws {
    let disk = FaultyDisk()
    try TestHome.initialised { home in
      var home = home
      home.engine = disk.engine
      try home.unchecked.exclusively { try $0.execute(script: "CREATE TABLE test_rows (number INTEGER) STRICT") }
      let group = GroupCommit<Int64, Int64>(home.unchecked, Change("test.group")) { Scribe() }
      #expect(try group.perform([1])[0].get() == 2)
      disk.fail(.sync, at: 1, stays: true)
      for answer in group.perform([2, 3]) { #expect(throws: StorageError.self) { try answer.get() } }
      disk.heal()
      #expect(throws: StorageError.self) { try group.perform([4])[0].get() }
      group.stop()
      #expect(try rows(home).first == 1)
      #expect(try !rows(home).contains(4))
    }
  }

  @Test func aFullDiskFailsThoseItMeetsAndNobodyLater() throws {
    let disk = FaultyDisk()
    try TestHome.initialised { home in
      var home = home
      home.engine = disk.engine
      try home.unchecked.exclusively { try $0.execute(script: "CREATE TABLE test_rows (number INTEGER) STRICT") }
      let group = GroupCommit<Int64, Int64>(home.unchecked, Change("test.group")) { Scribe() }
      #expect(try group.perform([1])[0].get() == 2)
      disk.fail(.full, at: 1, stays: true)
      for answer in group.perform([2, 3]) { #expect(throws: StorageError.diskFull) { try answer.get() } }
      disk.heal()
      #expect(try group.perform([4])[0].get() == 8)
      group.stop()
      #expect(try rows(home) == [1, 4])
    }
  }
}
