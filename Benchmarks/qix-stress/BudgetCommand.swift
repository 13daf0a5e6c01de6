internal import CampaignsContract
internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixShake
internal import QixTerminal
internal import Shakes

/// `qix-stress budget`
struct BudgetCommand: Trial {
  static let declaration = Declaration(
    "budget", "Many processes shake for one budget, and some are killed: it is won exactly, never a coin more.",
    roles: .everyone,
    discussion: """
      Together they shake one and a half times as often as there are coins. Half of the processes are killed at random \
      moments and started again with the same keys. At the end every key that was acknowledged is there once, the coins \
      won are exactly the budget, and what is counted beside the shakes adds up.
      """,
    examples: [Example("qix-stress budget --rounds 20", "twenty homes, one after another")])

  static let shortest = ["--processes", "4", "--budget", "200"]

  @Option("processes", .integer(in: 1...500), "Processes that shake at once", default: "50")
  private var processes: Int
  @Option("budget", .integer(in: 1...1_000_000), "Coins in the campaign's budget; each shake wins one", default: "1000")
  private var budget: Int64
  private let options = StressOptions(rounds: 1)

  func run(in context: Context) throws -> Printed {
    try options.run("budget", in: context.face) { subject, numbers in
      var (killed, midway, acknowledged) = (0, 0, 0)
      for round in 0..<options.rounds {
        let home = "\(subject.home)-\(round)"
        let fair = try Fair(home: home, users: processes, budget: budget, award: .fixed(1))
        let found = try crowd(home, &numbers)
        killed += found.killed
        midway += found.midway
        acknowledged += found.keys.count
        try check(fair, found.keys)
        WorkFolder.remove(home)
      }
      guard midway > 0 else { throw MeasuringError("none of \(killed) kills landed between two shakes") }
      return
        "\(processes) processes won exactly \(budget) coins; \(killed) were killed, \(midway) midway, \(acknowledged) keys acknowledged, "
        + "all there once"
    }
  }

  private func crowd(_ home: String, _ numbers: inout SeededNumbers) throws
    -> (keys: Set<String>, killed: Int, midway: Int)
  {
    let each = Int(budget * 3 / 2) / processes + 1
    func start(_ process: Int) throws(MeasuringError) -> ChildProcess {
      try ChildProcess([
        "/proc/self/exe", "budget-step", "--of", home, "--users", "\(processes)", "--number", "\(process)", "--shakes",
        "\(each)",
      ])
    }
    var running = try (0..<processes).map { try start($0) }
    var keys: Set<String> = []
    var (killed, midway) = (0, 0)
    for process in 0..<processes where process % 2 == 0 {
      // Somewhere in the first half of its answers, however fast they come.
      let answers = 1 + Int(numbers.next() % UInt64(max(1, each / 2)))
      while running[process].printed < answers * "shaker-0-0\n".utf8.count, !running[process].hasEnded { usleep(100) }
      running[process].kill()
      let outcome = running[process].wait()
      let acknowledged = try Self.keys(outcome)
      keys.formUnion(acknowledged)
      if outcome.status != 0 { killed += 1 }
      if outcome.status != 0, (1..<each).contains(acknowledged.count) { midway += 1 }
      running[process] = try start(process)
    }
    for process in running {
      let outcome = process.wait()
      guard outcome.status == 0 else {
        throw MeasuringError("a process ended with \(outcome.status): \(outcome.errors)")
      }
      keys.formUnion(try Self.keys(outcome))
    }
    guard keys.count == processes * each else {
      throw MeasuringError("\(keys.count) of \(processes * each) shakes were answered")
    }
    return (keys, killed, midway)
  }

  /// What a process had acknowledged; a line that was cut off is none.
  private static func keys(_ outcome: ChildProcess.Outcome) throws(MeasuringError) -> [String] {
    guard outcome.status == 0 || outcome.status == 128 + SIGKILL else {
      throw MeasuringError("a process ended with \(outcome.status): \(outcome.errors)")
    }
    var lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast()
    return lines.map(String.init)
  }

  private func check(_ fair: Fair, _ keys: Set<String>) throws {
    for key in keys {
      let count = try fair.count(ofKey: key)
      guard count == 1 else { throw MeasuringError("key '\(key)' was acknowledged, and is there \(count) times") }
    }
    let (left, won) = try fair.coins()
    guard left == 0, won == budget else {
      throw MeasuringError("\(won) of \(budget) coins were won, and \(left) are left")
    }
    try fair.verify()
  }
}

/// What `budget` starts and kills.
struct BudgetStep: StandaloneCommand {
  static let declaration = Declaration(
    "budget-step", "Shake many times, one by one: what `budget` starts and kills.", roles: .everyone,
    examples: [Example("qix-stress budget-step --of /tmp/home --users 50 --number 0 --shakes 30", "thirty shakes")])

  @Option("of", .directory, "The home") private var home: String
  @Option("users", .integer(in: 1...500), "Users there are") private var users: Int
  @Option("number", .integer(in: 0...499), "Which of them shakes") private var number: Int
  @Option("shakes", .integer(in: 1...1_000_000), "How often") private var shakes: Int

  func run(in context: Context) throws -> Printed {
    let fair = try Fair(opening: home, users: users, award: .fixed(1))
    let service = try fair.service()
    for shake in 0..<shakes {
      let key = "shaker-\(number)-\(shake)"
      _ = try service.run(
        ShakeRequest(user: fair.users[number], type: "fair", campaign: "fair", key: key), reason: nil, isDryRun: false)
      // Acknowledged as soon as it is durable, whatever becomes of this process.
      let line = Array("\(key)\n".utf8)
      guard write(STDOUT_FILENO, line, line.count) == line.count else {
        throw MeasuringError("no answer can be written")
      }
    }
    return Printed()
  }
}
