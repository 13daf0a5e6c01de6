import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Synchronization
import Testing

/// reliability.md, 8 and 9: many writers, readers and checkpoints on one home.
@Suite struct ContentionTests {
  /// Each thread has a connection of its own, which for locks of files is what a process has.
  @Test func writersAndCheckpointsAndReaders() throws {
    let (writers, writes) = LongForm.isAsked ? (8, 10_000) : (4, 60)
    try TestHome.withNotes { home in
      let running = Atomic(writers)
      let seen = try inParallel(writers + 2) { index -> Int in
        let database = try home.database(patience: 600)
        if index < writers {
          defer { running.subtract(1, ordering: .relaxed) }
          for number in 0..<writes { try database.add("\(index)/\(number)") }
          return 0
        }
        var rounds = 0
        var last: Int64 = 0
        while running.load(ordering: .relaxed) > 0 {
          rounds += 1
          if index == writers {
            try database.exclusively { _ in }
          } else {
            let (notes, entries) = try database.read { connection in
              (
                try connection.first("SELECT count(*) FROM notes_notes") { $0.integer(0) } ?? 0,
                try connection.first("SELECT count(*) FROM qix_audit") { $0.integer(0) } ?? 0
              )
            }
            // Each write adds one of each; nothing that was seen goes away.
            #expect(entries == notes + TestHome.firstEntries && notes >= last)
            last = notes
          }
        }
        return rounds
      }
      #expect(seen[writers] > 0 && seen[writers + 1] > 0)
      #expect(try home.notes == Int64(writers * writes))
      #expect(try home.unchecked.integrityFaults().isEmpty)
      #expect(try home.unchecked.read { try AuditLog.verify(in: $0) }.firstFault == nil)
    }
  }

  /// A file in parts takes the lock again right after each of them: whoever waits has their turn in between.
  @Test func whoeverWaitsHasTheirTurnBetweenTheParts() throws {
    try TestHome.withNotes { home in
      let hasBegun = Atomic(false)
      let notes = try inParallel(2) { index -> Int64 in
        let database = try home.database(patience: 600)
        guard index > 0 else {
          for part in 0..<12 {
            try database.write(Change("notes.add")) { connection, _ in
              hasBegun.store(true, ordering: .relaxed)
              try connection.run("INSERT INTO notes_notes (text) VALUES (?1)", .text("part \(part)"))
              usleep(150_000)
            }
          }
          return 0
        }
        while !hasBegun.load(ordering: .relaxed) { usleep(1_000) }
        try database.add("other")
        return try database.read { try $0.first("SELECT count(*) FROM notes_notes") { $0.integer(0) } ?? 0 }
      }
      #expect(notes[1] <= 6, "\(notes[1] - 1) parts were done before the other's turn")
    }
  }

  @Test(.needs(.program))
  func processes() throws {
    let (processes, issues) = LongForm.isAsked ? (8, 1_000) : (4, 12)
    try TestHome.initialised { home in
      _ = try home.qix("user create --external-id ada")
      let codes = try inParallel(processes) { index in
        try (0..<issues).map { number in
          let process = Process()
          process.executableURL = URL(fileURLWithPath: Requirement.programPath)
          // Half of the keys are sent by two processes.
          let key = number % 2 == 0 ? "shared-\(number)" : "\(index)-\(number)"
          process.arguments = [
            "--home", home.path, "coins", "issue", "--to", "ada", "--amount", "3", "--idempotency-key", key, "--quiet",
          ]
          process.standardOutput = FileHandle.nullDevice
          process.standardError = FileHandle.nullDevice
          try process.run()
          process.waitUntilExit()
          return process.terminationStatus
        }
      }
      #expect(codes.joined().allSatisfy { $0 == 0 })
      let transfers = issues / 2 + processes * (issues / 2)
      #expect(try home.count("coins_transfers") == transfers)
      #expect(try home.count("coins_entries") == 2 * transfers)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }

  /// reliability.md, 12.
  @Test func oneKeyFiftyTimesAtOnce() throws {
    try TestHome.initialised { home in
      _ = try home.qix("user create --external-id ada")
      let outcomes = try inParallel(50) { _ in
        try home.qix("coins issue --to ada --amount 3 --idempotency-key k --quiet")
      }
      #expect(outcomes.allSatisfy { $0.exitCode == 0 && $0.output == outcomes[0].output })
      #expect(try home.count("coins_transfers") == 1)
    }
  }

  /// reliability.md, 10, for identifiers: the ledger's stay ordered whatever the clock does.
  @Test func clockForwardBackAndStill() throws {
    try TestHome.initialised { home in
      _ = try home.qix("user create --external-id ada")
      var ids: [String] = []
      for step in [
        0, 0, Timestamp.day, 0, -Timestamp.day, -Timestamp.day, 1, 400 * Timestamp.day, -800 * Timestamp.day, 0,
      ] {
        home.clock.advance(byMicroseconds: step)
        let outcome = try home.qix("coins issue --to ada --amount 3 --quiet")
        #expect(outcome.exitCode == 0, "\(outcome)")
        ids.append(outcome.output)
      }
      #expect(ids == ids.sorted() && Set(ids).count == ids.count)
      #expect(try home.qix("db check").exitCode == 0)
    }
  }
}
