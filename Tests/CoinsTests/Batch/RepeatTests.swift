import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Coins

/// A batch that is sent again finishes what is missing and repeats nothing.
@Suite struct RepeatTests {
  /// Lines of grants to a few users: line n grants n coins.
  private static func grants(_ lines: ClosedRange<Int>) -> String {
    "user,amount\n" + lines.map { "\(["ada", "bo", "cy"][$0 % 3]),\($0)\n" }.joined()
  }

  private static func sum(_ lines: ClosedRange<Int>) -> Int64 { lines.reduce(0) { $0 + Int64($1) } }

  @Test(arguments: ["", "--keep-going"]) func theSameFileAgainRepeatsNothing(options: String) throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.grants(1...500))
      #expect(try shop.batch("coins issue --file \(path) \(options)").counts == [500, 0, 0, Self.sum(1...500)])
      let before = try shop.home.contents()
      shop.home.clock.advance(byMicroseconds: 400 * Timestamp.day)
      for _ in 0..<2 {
        #expect(try shop.batch("coins issue --file \(path) \(options)").counts == [0, 500, 0, 0])
      }
      #expect(try shop.home.contents() == before)
    }
  }

  /// A terminal shows times by the clock of the installation, which stands in the database that the file is read beside.
  @Test func aPersonIsToldThatAFileIsThere() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.grants(1...3))
      for _ in 0..<2 {
        let done = try shop.home.qix(["coins", "issue", "--file", path], isTerminal: true)
        #expect(done.exitCode == 0, "\(done)")
      }
    }
  }

  /// Also where the coins of the first time have expired since: what was done is not judged again.
  @Test func aRepeatIsNotJudgedByTodaysRules() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", "user,amount,expires\nada,5,2027-01-31\n")
      #expect(try shop.batch("coins issue --file \(path)").counts == [1, 0, 0, 5])
      shop.home.clock.advance(byMicroseconds: 400 * Timestamp.day)
      #expect(try shop.batch("coins issue --file \(path)").counts == [0, 1, 0, 0])
    }
  }

  @Test func aStopIsObeyedAndTheRestIsDoneLater() throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.grants(1...3_000))
      let interruption = Interruption()
      interruption.request()
      let stopped = try shop.batch("coins issue --file \(path)", interruption: interruption)
      #expect(stopped.exitCode == 130)
      let done = try #require(stopped.answer?.done)
      #expect(done > 0 && done < 3_000)
      #expect(try shop.transfers == done)
      let rest = try shop.batch("coins issue --file \(path)")
      #expect(rest.counts == [3_000 - done, done, 0, Self.sum(Int(done) + 1...3_000)])
      #expect(try shop.coins("ada") + shop.coins("bo") + shop.coins("cy") == Self.sum(1...3_000))
      try shop.verify()
    }
  }

  /// A disk that is full leaves the commits that were answered, and nothing of the one that was not.
  @Test(arguments: [FaultyDisk.Fault.full, .shortWrite, .sync]) func aCommitThatFailsLeavesNothing(
    fault: FaultyDisk.Fault
  ) throws {
    try Shop.with { shop in
      let path = try shop.file("grants.csv", Self.grants(1...2_000))
      let disk = FaultyDisk()
      var home = shop.home
      home.engine = disk.engine
      let broken = Shop(home: home)
      let before = try shop.home.contents()
      // Somebody else has it open: the first write that fails is then one of the commit's, not of the opening, and
      // nobody takes frames that were never synced for a commit.
      let other = shop.home.database
      _ = try other.read { try $0.first("SELECT 1") { $0.integer(0) } }
      defer { withExtendedLifetime(other) {} }
      disk.fail(fault, at: 1, stays: true)
      let failed = try broken.batch("coins issue --file \(path) --results \(home.path)/results")
      #expect(failed.exitCode == 1, "\(failed.errors)")
      #expect(disk.failures > 0)
      disk.heal()
      // What is answered is what is there, in numbers and in the file.
      #expect(failed.counts == [0, 0, 0, 0])
      #expect(!FileManager.default.fileExists(atPath: "\(home.path)/results"))
      #expect(try shop.home.contents() == before)
      #expect(try shop.batch("coins issue --file \(path)").counts == [2_000, 0, 0, Self.sum(1...2_000)])
      try shop.verify()
    }
  }

  /// The second of three commits fails; what was answered of the first stays, and the file again does the rest.
  @Test func aFileOfManyCommitsIsFinished() throws {
    try Shop.with { shop in
      let lines: Int64 = 140_000
      let first: Int64 = 65_536
      let path = try shop.file(
        "grants.csv", "user,amount\n" + String(repeating: "ada,1\nbo,1\n", count: Int(lines / 2)))
      let disk = FaultyDisk()
      var home = shop.home
      home.engine = disk.engine
      disk.fail(.sync, at: 2, stays: true)
      let failed = try Shop(home: home).batch("coins issue --file \(path) --results \(home.path)/results")
      disk.heal()
      #expect(failed.exitCode == 1)
      #expect(failed.counts == [first, 0, 0, first])
      #expect(try shop.transfers == first)
      #expect(try shop.content("results").utf8.count { $0 == UInt8(ascii: "\n") } == Int(first))
      let rest = try shop.batch("coins issue --file \(path)")
      #expect(rest.counts == [lines - first, first, 0, lines - first])
      #expect(try shop.coins("ada") + shop.coins("bo") == lines)
      // Each commit is a block.
      #expect(try shop.home.count("coins_blocks") == 3)
      try shop.verify()
    }
  }

  @Test(arguments: [("", "--from budget:b"), ("--from budget:b", "")])
  func anotherMeaningOfTheSameFileIsAConflict(first: String, second: String) throws {
    try Shop.with { shop in
      try shop.done("budget create b --amount 1000")
      let path = try shop.file("grants.csv", Self.grants(1...10))
      #expect(try shop.batch("coins issue --file \(path) \(first)").exitCode == 0)
      let before = try shop.home.contents()
      let outcome = try shop.batch("coins issue --file \(path) \(second)")
      #expect(outcome.exitCode == 5)
      #expect(outcome.code == "coins.key-conflict")
      #expect(outcome.message.hasPrefix("\(path), line 2: this line was done before, with another --from"))
      #expect(try shop.home.contents() == before)
      let all = try shop.batch("coins issue --file \(path) \(second) --keep-going")
      #expect(all.exitCode == 5)
      #expect(all.counts == [0, 0, 10, 0])
      #expect(try shop.home.contents() == before)
    }
  }

  /// With keys of their own lines are the same in whatever file they come.
  @Test func keysOfTheirOwnOutliveAnEditOfTheFile() throws {
    try Shop.with { shop in
      #expect(try shop.issue("user,amount,key\nada,5,a\nbo,6,b\n").counts == [2, 0, 0, 11])
      let edited = try shop.issue("key,amount,user\nnew,7,cy\nb,6,bo\na,5,ada\n", name: "edited.csv")
      #expect(edited.counts == [1, 2, 0, 7])
      let twice = try shop.issue("key,amount,user\nx,1,cy\nx,1,cy\n", name: "twice.csv")
      #expect(twice.counts == [1, 1, 0, 1])
      let conflict = try shop.issue("key,amount,user\nb,7,bo\n", name: "conflict.csv")
      #expect(conflict.exitCode == 5)
      #expect(conflict.message.contains("line 2"))
      #expect(try [shop.coins("ada"), shop.coins("bo"), shop.coins("cy")] == [5, 6, 8])
    }
  }

}
