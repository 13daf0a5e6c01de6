import Foundation
import QixStorage
import QixTesting
import Testing

/// The short form of reliability's second point: the program is killed in the middle of merging two users, at any
/// moment. `qix-stress` has the long ones.
@Suite struct KilledMergeTests {
  private static let tries = 24
  /// More that are tried until a kill has landed in the middle: a merge writes for a fraction of a millisecond, and on a
  /// fast and busy machine whoever watches may be let on too late a dozen times.
  private static let mostTries = 120

  /// What is known of a merge, read past the program: everything of it or nothing.
  private struct State: Equatable {
    /// Identity's mark, identity's note, the ledger's mark.
    var marks: [Int64]
    /// In the wallet of the one who goes, and in the survivor's.
    var coins: [Int64]

    static let undone = State(marks: [0, 0, 0], coins: [60, 5])
    static let done = State(marks: [1, 1, 1], coins: [0, 65])

    init(marks: [Int64], coins: [Int64]) { (self.marks, self.coins) = (marks, coins) }

    init(_ number: Int, home: String) throws {
      self = try TestHome(path: home).unchecked.read { connection in
        let sql = """
          SELECT gone.survivor IS NOT NULL,
            (SELECT count(*) FROM identity_merges WHERE user = gone.id), wallet.merged_into IS NOT NULL,
            wallet.posted, heir.posted
          FROM identity_users AS gone JOIN identity_users AS kept ON kept.external_id = ?2
          JOIN coins_accounts AS wallet ON wallet.owner = gone.id JOIN coins_accounts AS heir ON heir.owner = kept.id
          WHERE gone.external_id = ?1
          """
        return try #require(
          try connection.first(sql, .text("from-\(number)"), .text("into-\(number)")) { row in
            State(marks: (0..<3).map { row.integer($0) }, coins: [row.integer(3), row.integer(4)])
          })
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func isWhollyDoneOrNotAtAllAndCanBeRepeated() throws {
    try BuiltProgram.initialised { qix, home in
      let lines = (0...Self.mostTries).map { number in
        (1...3).map { "from-\(number),20,P\($0)Y\n" }.joined() + "into-\(number),5,\n"
      }
      let batch = try qix(
        "coins issue --file - --create-users --quiet", input: "user,amount,expires\n" + lines.joined())
      try #require(batch.exitCode == 0, "\(batch.errors)")
      // How long one takes, so that the moments are spread over all of it.
      let begin = DispatchTime.now().uptimeNanoseconds
      try qix.done("user merge from-0 --into into-0")
      let length = Double(DispatchTime.now().uptimeNanoseconds - begin)

      var (undone, midway) = (0, 0)
      for number in 1...Self.mostTries where number <= Self.tries || midway == 0 {
        let words = ["user", "merge", "from-\(number)", "--into", "into-\(number)"]
        // Every third waits for the change to begin: on a busy machine the others may all come too early or too late.
        let part = Double((number - 1) % Self.tries) / Double(Self.tries)
        let moment: BuiltProgram.Moment =
          number % 3 == 0 || number > Self.tries ? .whenItWrites : .after(length * 1.2 * part)
        if try qix.runKilled(words, moment, home: home) == .midway { midway += 1 }
        let state = try State(number, home: home)
        #expect(state == .undone || state == .done, "try \(number)")
        if state == .undone { undone += 1 }
        try qix.done("coins verify")
        try qix.done(words.joined(separator: " "))
        #expect(try State(number, home: home) == .done, "try \(number)")
      }
      // The first was killed before it could begin.
      #expect(undone > 0)
      #expect(midway > 0, "no kill landed after the change had begun")
      try qix.done("db check")
      try qix.done("coins verify")
    }
  }
}

extension BuiltProgram {
  /// Where a kill met a program.
  enum Landing {
    /// Before it had written anything into the database's log.
    case before
    /// When it had begun to write, and before its end.
    case midway
    /// It had ended already.
    case after
  }

  /// When a program is killed.
  enum Moment {
    /// Nanoseconds after its start.
    case after(Double)
    /// As soon as the database's log has changed.
    case whenItWrites
  }

  /// Starts the program and kills it.
  @discardableResult
  func runKilled(_ words: [String], _ moment: Moment, home: String) throws -> Landing {
    func log() -> [Int] {
      var log = stat()
      return stat("\(home)/qix.db-wal", &log) == 0 ? [Int(log.st_size), log.st_mtim.tv_sec, log.st_mtim.tv_nsec] : []
    }
    let before = log()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.path.get())
    process.arguments = words
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    for stream in [\Process.standardInput, \.standardOutput, \.standardError] {
      process[keyPath: stream] = FileHandle.nullDevice
    }
    try process.run()
    switch moment {
    case .after(let delay): usleep(useconds_t(delay / 1_000))
    case .whenItWrites: while log() == before, process.isRunning {}
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal else { return .after }
    return log() == before ? .before : .midway
  }
}
