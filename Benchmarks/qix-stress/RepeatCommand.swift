internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress repeat`
struct RepeatCommand: Trial {
  static let declaration = Declaration(
    "repeat", "Send one key many times at once, and then with another body.", roles: .everyone,
    examples: [Example("qix-stress repeat --rounds 100", "a hundred keys, fifty times each")])

  static let shortest = ["--rounds", "1", "--processes", "8"]

  @Option("processes", .integer(in: 2...1_000), "How many send the same key at once", default: "50")
  private var times: Int
  private let options = StressOptions(rounds: 3)

  func run(in context: Context) throws -> Printed {
    try options.run("repeat", in: context.face) { subject, numbers in
      try subject.run("user", "create", "--external-id", "ada")
      var supply: Int64 = 0
      for round in 0..<options.rounds {
        let amount = Int64(1 + numbers.next() % 1_000)
        let processes = try (0..<times).map { _ in try ChildProcess(words(round, amount, subject)) }
        let outcomes = processes.map { $0.wait() }
        if let failed = outcomes.first(where: { $0.status != 0 }) {
          throw MeasuringError("a repeat ended with \(failed.status): \(failed.errors)")
        }
        guard Set(outcomes.map(\.output)).count == 1 else { throw MeasuringError("one key has given several results") }
        supply += amount
        try check(subject, transfers: round + 1, supply)

        // 5: conflict.
        let other = try ChildProcess(words(round, amount + 1, subject)).wait()
        guard other.status == 5 else {
          throw MeasuringError("another body under the same key ended with \(other.status)")
        }
        try check(subject, transfers: round + 1, supply)
      }
      try subject.verify()
      return "\(options.rounds) keys, \(times) times each at once: one transfer each"
    }
  }

  private func words(_ round: Int, _ amount: Int64, _ subject: Subject) -> [String] {
    subject.words([
      "coins", "issue", "--to", "ada", "--amount", "\(amount)", "--idempotency-key", "key-\(round)", "--quiet",
    ])
  }

  private func check(_ subject: Subject, transfers: Int, _ supply: Int64) throws {
    let there = try subject.count("SELECT count(*) FROM coins_transfers")
    let issued = try -subject.count("SELECT posted FROM coins_accounts WHERE account = 1")
    guard there == transfers, issued == supply else {
      throw MeasuringError("\(there) transfers of \(issued) coins instead of \(transfers) of \(supply)")
    }
  }
}
