import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// reliability.md, 5: after a failed fsync nothing is acknowledged, and the handle is not used again.
@Suite struct FailedSyncTests {
  @Test func issuing() throws {
    try TestHome.initialised { home in
      let disk = FaultyDisk()
      var faulty = home
      faulty.engine = disk.engine
      #expect(try home.qix("user create --external-id ada").exitCode == 0)
      var failures = 0
      for number in 1...10_000 {
        let command = "coins issue --to ada --amount 50 --idempotency-key k\(number)"
        disk.fail(.sync, at: number)
        let outcome = try faulty.qix(command)
        guard disk.failures > 0 else {
          #expect(outcome.exitCode == 0)
          break
        }
        failures += 1
        #expect(outcome.exitCode == 1, "sync \(number): \(outcome)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("was not acknowledged"), "sync \(number): \(outcome)")
        #expect(try home.qix("db check").exitCode == 0, "sync \(number)")
        // Nobody knows whether it is there; the same key finds out, and it is there once.
        #expect(try home.qix(command).exitCode == 0)
      }
      #expect(failures > 0)
      #expect(try home.count("coins_transfers") == failures + 1)
      #expect(try home.count("coins_entries") == 2 * (failures + 1))
    }
  }

  @Test func handleIsNotUsedAgain() throws {
    let disk = FaultyDisk()
    try TestHome.withNotes(disk: disk) { home in
      let database = try home.database()
      try database.add("before")
      disk.fail(.sync, at: 1)
      let error = failure { try database.add("lost or not") }
      guard case .inputOutput = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(error?.category == .failed)
      // The disk is well again, and still this handle is not trusted.
      disk.heal()
      let (write, read) = (failure { try database.add("after") }, failure { try database.read { _ in } })
      #expect(write == error && read == error)
      #expect(disk.writes == 0)
      try home.database().add("after")
      #expect(try home.database().integrityFaults().isEmpty)
    }
  }

  /// The commit before it was durable and acknowledged; what fails is moving it from the log into the file.
  @Test(arguments: [FaultyDisk.Fault.sync, .full])
  func checkpointing(_ fault: FaultyDisk.Fault) throws {
    let disk = FaultyDisk()
    try TestHome.withNotes(disk: disk) { home in
      let database = try home.database()
      try database.add("before")
      disk.fail(fault, at: 1)
      try database.exclusively { _ in }
      #expect(disk.failures == 1)
      disk.heal()
      let next = failure { try database.add("after") }
      #expect((next == nil) == (fault == .full))
      let notes = try home.notes
      #expect(notes == (fault == .full ? 2 : 1))
      #expect(try home.unchecked.integrityFaults().isEmpty)
    }
  }

  /// A short process syncs its commit and not the folder as well, once the log's name is durable.
  @Test func aLogThatIsThereIsNotMadeAnew() throws {
    let disk = FaultyDisk()
    try TestHome.withNotes(disk: disk) { home in
      try home.database().add("the log has something now")
      disk.heal()
      try home.database().add("first")
      #expect((disk.creations, disk.syncs) == (0, 1))
      // What was moved into the file leaves an empty log, whose name may be as young as its header.
      try home.database().exclusively { _ in }
      disk.heal()
      try home.database().add("second")
      #expect((disk.creations, disk.syncs) == (1, 2))
      #expect(try home.notes == 3)
    }
  }
}
