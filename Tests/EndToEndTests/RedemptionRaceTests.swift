import Dispatch
import Foundation
import QixStorage
import QixTesting
import Testing

/// The short form of what `qix-stress redeem` does for longer: many processes after the last pieces, some of them killed.
@Suite struct RedemptionRaceTests {
  private static let processes = 8
  private static let pieces = 3

  @Test(.timeLimit(.minutes(2))) func theLastPiecesGoToAsManyAndNobodyPaysForNothing() throws {
    try BuiltProgram.initialised { qix, home in
      try qix.done("vault init --key-file \(home)/vault.key --quiet")
      try qix.done("voucher generate latte --count \(Self.pieces) --title latte --quiet")
      try qix.done(
        "reward create coffee --brand Alba --title Coffee --price 100 --delivery voucher:latte --stock \(Self.pieces)")
      try qix.done("reward publish coffee --quiet")
      let file = (0..<Self.processes).map { "user-\($0),100\n" }.joined()
      let issued = try qix("coins issue --file - --create-users --quiet", input: "user,amount\n" + file)
      try #require(issued.exitCode == 0, "\(issued.errors)")

      // All at once; every other one is killed on its way and comes again with its key.
      let running = try (0..<Self.processes).map { user in try qix.start(Self.words(of: user)) }
      for (user, process) in running.enumerated() where user % 2 == 1 {
        usleep(useconds_t(2_000 * user))
        kill(process.processIdentifier, SIGKILL)
      }
      for process in running { process.waitUntilExit() }
      for user in 0..<Self.processes {
        let state = try State(user, home: home)
        #expect(state == .before || state == .after, "user \(user)")
      }
      var codes: [String: Int32] = [:]
      for user in 0..<Self.processes {
        let outcome = try qix(Self.words(of: user))
        #expect(outcome.exitCode == 0 || outcome.exitCode == 6, "\(outcome.errors)")
        let state = try State(user, home: home)
        #expect(state == (outcome.exitCode == 0 ? .after : .before), "user \(user)")
        if outcome.exitCode == 0 { codes[outcome.lastLine] = outcome.exitCode }
        #expect(try qix(Self.words(of: user)) == outcome)
      }
      #expect(codes.count == Self.pieces)
      try qix.done("coins verify")
      try qix.done("db check")
    }
  }

  private static func words(of user: Int) -> [String] {
    ["reward", "redeem", "coffee", "--user", "user-\(user)", "--idempotency-key", "tap-\(user)", "--quiet"]
  }

  /// What a user has, read past the program.
  private struct State: Equatable {
    let coins: Int64
    let vouchers: Int64

    static let before = State(coins: 100, vouchers: 0)
    static let after = State(coins: 0, vouchers: 1)

    init(coins: Int64, vouchers: Int64) { (self.coins, self.vouchers) = (coins, vouchers) }

    init(_ user: Int, home: String) throws {
      self = try TestHome(path: home).unchecked.read { connection in
        let sql = """
          SELECT a.posted - a.held, (SELECT count(*) FROM rewards_redemptions AS r
            JOIN rewards_redeemed_vouchers AS v ON v.redemption = r.redemption WHERE r.user = u.id)
          FROM identity_users AS u JOIN coins_accounts AS a ON a.owner = u.id WHERE u.external_id = ?1
          """
        return try #require(
          try connection.first(sql, .text("user-\(user)")) { State(coins: $0.integer(0), vouchers: $0.integer(1)) })
      }
    }
  }
}

extension BuiltProgram {
  /// Starts the program and does not wait for it.
  fileprivate func start(_ words: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.path.get())
    process.arguments = words
    process.environment = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
    for stream in [\Process.standardInput, \.standardOutput, \.standardError] {
      process[keyPath: stream] = FileHandle.nullDevice
    }
    try process.run()
    return process
  }
}
