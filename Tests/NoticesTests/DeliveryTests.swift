import Foundation
import QixCommands
import QixFormats
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

@testable import Notices

/// Senders that fail, processes that end, and messages that are lost to nobody.
@Suite struct DeliveryTests {
  /// A sender that fails is tried again and again, then given up, and staff are told.
  @Test func whatNoSenderTakesIsGivenUpAndTold() throws {
    try Stage.with { stage in
      try stage.home.done("setting set notices.quiet-hours none")
      try stage.home.done("notice choose voucher-issued --by page,email --user ada")
      try stage.redeem("ada", "a1")
      try stage.outbox.useCommand("exit 1")
      var tries = 0
      for _ in 0..<200 {
        let outcome = try stage.send()
        tries += Int(outcome["failed"]?.integer ?? 0)
        if outcome["waiting"] == 0 { break }
        stage.home.clock.advance(byMicroseconds: Timestamp.day / 48)
      }
      #expect(tries == Int(Delivery.mostTries))
      let row = try #require(try stage.notices("--given-up").first)
      #expect(row["email"] == "given-up" && row["problem"]?.string?.contains("exit code 1") == true, "\(row)")
      let doctor = try stage.home.qix("doctor --json")
      #expect(doctor.output.contains("1 message of notices could not be sent"), "\(doctor.output)")
      try stage.outbox.useFile()
      stage.home.clock.advance(byMicroseconds: Timestamp.day)
      #expect(try stage.send()["sent"] == 0, "given up is given up")
      #expect(try stage.home.qix("db check --quiet").exitCode == 0)
    }
  }

  @Test func aUserWithoutAVerifiedAddressIsGivenUp() throws {
    try Stage.with { stage in
      try stage.home.done("setting set notices.quiet-hours none")
      try stage.home.done("notice choose voucher-issued --by email --user bob")
      try stage.redeem("bob", "b1")
      for _ in 0..<200 where try stage.send()["waiting"] != 0 {
        stage.home.clock.advance(byMicroseconds: Timestamp.day / 48)
      }
      #expect(try stage.notices("--given-up").first?["problem"]?.string?.contains("no verified email") == true)
      #expect(try stage.outbox.sent().isEmpty)
    }
  }

  /// A process that ends between sending and writing that down: the message goes out once more, and never again.
  @Test func aDoubtIsSentOnceMore() throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by email --user ada")
      try stage.redeem("ada", "a1")
      try stage.send()
      for round in 1...3 {
        // As it was left by a process that had sent it.
        try stage.home.unchecked.write(Change("test")) { connection, _ in
          try connection.execute("DROP TRIGGER IF EXISTS notices_deliveries_end_once")
          let until = stage.home.clock.now().advanced(byMicroseconds: Delivery.lease)
          try connection.execute(
            "UPDATE notices_deliveries SET state = 2, ended_at = NULL, leased_until = \(until) WHERE state <= 3")
        }
        #expect(try stage.send()["sent"] == 0, "another process has it")
        stage.home.clock.advance(byMicroseconds: Delivery.lease)
        try stage.send()
        #expect(try stage.outbox.sent().count == 2, "round \(round)")
      }
      #expect(Set(try stage.outbox.sent().compactMap { $0["id"] }).count == 1, "under the same id")
      #expect(try stage.notices("--user ada").first?["email"] == "given-up")
    }
  }

  /// Wherever a write fails: after all is well again there is one notice, and its message went out once, or twice where
  /// the failure fell between sending and writing that down.
  @Test(arguments: [1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 22, 27])
  func aFailingDiskLosesNothing(_ number: Int) throws {
    try Stage.with { stage in
      try stage.home.done("notice choose voucher-issued --by page,email --user ada")
      try stage.redeem("ada", "a1")
      let disk = FaultyDisk()
      var home = stage.home
      home.engine = disk.engine
      disk.fail(.full, at: number, stays: true)
      _ = try home.qix("notice send")
      disk.heal()
      stage.home.clock.advance(byMicroseconds: Delivery.lease)
      try stage.send()
      stage.home.clock.advance(byMicroseconds: Delivery.lease)
      try stage.send()
      #expect(try stage.notices("--user ada").count == 1)
      #expect((1...2).contains(try stage.outbox.sent().count))
      #expect(try stage.home.count("notices_deliveries WHERE state = 3") == 1)
    }
  }

  /// Whatever runs how often and in which order: a user has one notice of a kind for each event.
  @Test(arguments: 0..<4 as Range<UInt64>) func eachEventMakesOneNotice(seed: UInt64) throws {
    try Stage.with { stage in
      var random = SeededGenerator(seed: seed)
      var redeemed = 0
      for _ in 0..<12 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          try stage.redeem(redeemed.isMultiple(of: 2) ? "ada" : "bob", "r\(redeemed)")
          redeemed += 1
        case 1:
          // The place is lost, as by a crash: what was read is read again.
          try stage.home.unchecked.write(Change("test")) { connection, _ in
            try connection.execute("UPDATE notices_place SET position = zeroblob(16), day = 0")
          }
        default: try stage.send()
        }
      }
      try stage.send()
      #expect(try stage.home.count("notices_notices WHERE kind = 'voucher-issued'") == Int64(redeemed))
    }
  }
}
