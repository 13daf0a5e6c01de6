internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress debt`
struct DebtCommand: Trial {
  static let declaration = Declaration(
    "debt", "Kill the taking back of coins that are spent, and what settles it.", roles: .everyone,
    discussion: """
      In each round a budget pays a user, who spends a part and reserves the rest. The payment is taken back by a process \
      of its own that is killed after a random time: wholly or not at all. Then the hold is voided, the spending is \
      reversed and coins are issued, in an order that chance gives, all killed likewise. In the end nothing is owed, the \
      budget has its coins again, and the user has what was issued.
      """,
    examples: [Example("qix-stress debt --rounds 200", "two hundred debts")])

  static let shortest = ["--rounds", "6"]

  private let options = StressOptions(rounds: 25)

  func run(in context: Context) throws -> Printed {
    try options.run("debt", in: context.face) { subject, numbers in
      try subject.run("budget", "create", "july", "--amount", "1000000")
      var trial = DebtTrial(subject: subject, numbers: numbers)
      for round in 0..<options.rounds { try trial.run(round) }
      try subject.verify()
      try trial.kills.requireMidway()
      return "\(trial.kills.summary), \(options.rounds) debts made whole and settled once"
    }
  }
}

/// `qix-stress debt-step`
struct DebtStep: StandaloneCommand {
  static let declaration = Declaration(
    "debt-step", "Take one payment back: what `debt` starts and kills.", roles: .everyone,
    examples: [Example("qix-stress debt-step --of /tmp/home --payment paid-1", "one payment")])

  @Option("of", .directory, "The home") private var home: String
  @Option("payment", .text, "The key of the payment") private var payment: String

  func run(in context: Context) throws -> Printed {
    try Debts(Subject(program: "", home: home)).takeBack(payment)
    return Printed()
  }
}

private struct DebtTrial {
  let subject: Subject
  private var numbers: SeededNumbers
  private(set) var kills: Kills

  init(subject: Subject, numbers: SeededNumbers) {
    (self.subject, self.numbers) = (subject, numbers)
    kills = Kills(in: subject.home, numbers)
  }

  mutating func run(_ round: Int) throws {
    let user = "debtor-\(round)"
    func coins(_ words: String...) -> [String] { subject.words(["coins"] + words + ["--quiet"]) }
    try subject.run("user", "create", "--external-id", user)
    try subject.run(
      "coins", "issue", "--from", "budget:july", "--to", user, "--amount", "50", "--idempotency-key", "paid-\(round)")
    try subject.run("coins", "redeem", "--from", user, "--amount", "20", "--idempotency-key", "spent-\(round)")
    let hold = try subject.run("coins", "hold", "--from", user, "--amount", "25", "--quiet").output
      .split(separator: "\n").joined()

    let step = ["/proc/self/exe", "debt-step", "--of", subject.home, "--payment", "paid-\(round)"]
    _ = try kills.kill(step, as: "debt")
    guard try [0, 45].contains(owed(user)) else { throw MeasuringError("\(user): half a debt, \(try owed(user))") }
    for _ in 0..<2 { try kills.finish(step, as: "debt") }
    guard try owed(user) == 45 else { throw MeasuringError("\(user) owes \(try owed(user)), not 45") }

    var ways = [
      coins("void", hold, "--idempotency-key", "void-\(round)"),
      coins("reverse", "spent-\(round)", "--idempotency-key", "refund-\(round)"),
      coins("issue", "--to", user, "--amount", "7", "--idempotency-key", "more-\(round)"),
    ]
    while !ways.isEmpty {
      let way = ways.remove(at: Int(numbers.next() % UInt64(ways.count)))
      _ = try kills.kill(way, as: way[4])
      try kills.finish(way, as: way[4])
    }
    try subject.requireOnce(["void-\(round)", "refund-\(round)", "more-\(round)"])
    guard try owed(user) == 0, try posted(user, asset: 1) == 7 else {
      throw MeasuringError("\(user) has \(try posted(user, asset: 1)) coins and owes \(try owed(user))")
    }
    guard try subject.count("SELECT posted FROM coins_accounts WHERE name = 'july'") == 1_000_000 else {
      throw MeasuringError("the budget doesn't have its coins again")
    }
    if round % 10 == 9 { try subject.verify() }
  }

  private func owed(_ user: String) throws -> Int64 { try posted(user, asset: 0) }

  private func posted(_ user: String, asset: Int) throws -> Int64 {
    try subject.count(
      """
      SELECT coalesce(sum(a.posted), 0) FROM coins_accounts AS a JOIN identity_users AS u ON u.id = a.owner
      WHERE u.external_id = '\(user)' AND a.asset = \(asset)
      """)
  }
}
