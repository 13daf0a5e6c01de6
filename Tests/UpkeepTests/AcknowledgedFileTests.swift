import Foundation
import QixCommands
import QixKernel
import QixStorage
import QixTerminal
import QixTesting
import Testing

/// The file that says what was last acknowledged may be older than the database, torn or gone, and never raises an alarm.
@Suite struct AcknowledgedFileTests {
  private func withCoins(_ body: (TestHome) throws -> Void) throws {
    try TestHome.initialised { home in
      try home.done("user create --external-id ada")
      for number in 1...3 { try home.done("coins issue --to ada --amount 5 --idempotency-key k\(number)") }
      try body(home)
    }
  }

  private func line(_ home: TestHome, _ command: String = "db check --tsv") throws -> Substring {
    let outcome = try home.qix(command)
    #expect(outcome.exitCode == 0, "\(outcome)")
    return outcome.output.split(separator: "\n").first { $0.hasPrefix("acknowledged\t") } ?? ""
  }

  @Test func isThereFromTheBeginning() throws {
    try withCoins { home in
      #expect(TestHome.mode(home.path + "/qix.ack") == 0o600)
      let last = try home.count("qix_audit")
      #expect(try line(home).hasPrefix("acknowledged\tok\tthe last acknowledged change, \(last), is there"))
      #expect(try !line(home).contains("never noted"))
      chmod(home.path + "/qix.ack", 0o644)
      #expect(try home.qix("doctor --tsv").output.contains("chmod 600"))
    }
  }

  /// Killed between a commit and the file: the file is older by one change or by many.
  @Test func anOlderFile() throws {
    try withCoins { home in
      let memory = try HomeFiles(home).memory
      for number in 4...6 { try home.done("coins issue --to ada --amount 5 --idempotency-key k\(number)") }
      try home.checkpoint()
      try memory?.write(to: home.file("qix.ack"))
      #expect(try line(home).contains("\tok\t"))
      try home.done("wallet show ada")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k7")
      #expect(try line(home).contains("change, \(try home.count("qix_audit")),"))
    }
  }

  @Test(arguments: ["missing", "empty", "garbage"])
  func aFileThatSaysNothing(_ kind: String) throws {
    try withCoins { home in
      switch kind {
      case "missing": try home.remove("qix.ack")
      case "empty": try Data().write(to: home.file("qix.ack"))
      default: try Data(repeating: 0x5A, count: 700).write(to: home.file("qix.ack"))
      }
      // It is said wherever somebody asks, and keeps nobody from working.
      for command in ["db check --tsv", "doctor --tsv"] {
        #expect(try line(home, command).contains("\twarning\t"))
        #expect(try !home.qix(command).errors.contains("The database is whole."))
      }
      try home.done("wallet show ada")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      let last = try home.count("qix_audit")
      #expect(try line(home).contains("\tok\t") && line(home).contains("changes before \(last) were never noted"))
    }
  }

  /// Nobody waits for a pipe's other end, and all that could be done ends with a word of it.
  @Test(.timeLimit(.minutes(2))) func aPipeInItsPlace() throws {
    try withCoins { home in
      try home.remove("qix.ack")
      #expect(mkfifo(home.path + "/qix.ack", 0o600) == 0)
      for command in ["wallet show ada", "coins issue --to ada --amount 5 --idempotency-key k5"] {
        let outcome = try home.qix(command)
        #expect(outcome.exitCode == 1 && outcome.errors.contains("qix.ack: it is a pipe"), "\(outcome.errors)")
      }
      try home.remove("qix.ack")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k5")
    }
  }

  /// A write that was cut off leaves the record before it.
  @Test func aTornRecord() throws {
    try withCoins { home in
      let memory = try #require(try HomeFiles(home).memory)
      let last = try home.count("qix_audit")
      var numbers: [Int64] = []
      for place in [0, 512] {
        for cut in stride(from: 0, to: 136, by: 8) {
          var torn = memory
          for byte in place + cut..<min(place + 136, torn.count) { torn[byte] = ~torn[byte] }
          try torn.write(to: home.file("qix.ack"))
          let text = try line(home)
          #expect(text.contains("\tok\t"), "cut at \(cut) of \(place): \(text)")
          numbers += text.split(separator: " ").compactMap { Int64($0.dropLast()) }
        }
      }
      #expect(Set(numbers) == [last, last - 1])
    }
  }

  /// Each bit of it: it never raises an alarm, and never hides a loss of more than the last change.
  @Test func flippedBits() throws {
    try withCoins { home in
      let files = try HomeFiles(home)
      let memory = try #require(files.memory)
      for byte in Array(0..<136) + Array(512..<648) where byte % 3 == 0 {
        var flipped = memory
        flipped[byte] ^= 1 << UInt8(byte % 8)
        try HomeFiles(database: files.database, log: files.log, memory: flipped).put(home)
        #expect(try home.qix("user list").exitCode == 0, "byte \(byte)")
        try HomeFiles(database: files.database, log: nil, memory: flipped).put(home)
        #expect(try home.qix("user list").exitCode == 7, "byte \(byte)")
      }
    }
  }

  /// Two processes write in turn: each goes on from what the other has acknowledged.
  @Test func severalWriters() throws {
    try withCoins { home in
      let (one, two) = (home.unchecked, home.unchecked)
      for number in 0..<6 {
        try (number % 2 == 0 ? one : two).record(Change("test.\(number)"), at: home.clock.now())
        let last = try home.count("qix_audit")
        #expect(try line(home).hasPrefix("acknowledged\tok\tthe last acknowledged change, \(last), is there"))
      }
    }
  }

  /// What was refused has an entry too, which outlives the transaction; a dry run and a read have none.
  @Test func readingWritesNothing() throws {
    try withCoins { home in
      let before = try HomeFiles(home).memory
      for command in ["user list", "coins verify", "db check", "coins issue --to ada --amount 1 --dry-run"] {
        try home.done(command)
      }
      #expect(try HomeFiles(home).memory == before)
    }
  }

  /// A home that was made by a qix without the file: from the first change on it is remembered.
  @Test func aHomeOfAnOlderVersion() throws {
    try withCoins { home in
      try home.remove("qix.ack")
      try home.done("coins issue --to ada --amount 5 --idempotency-key k4")
      let files = try HomeFiles(home)
      try HomeFiles(database: files.database, log: nil, memory: files.memory).put(home)
      #expect(try home.qix("user list").exitCode == 7)
    }
  }
}
