internal import Glibc
internal import Measuring
internal import QixCommands
internal import QixKernel
internal import QixTerminal

/// `qix-stress redeem`
struct RedeemCommand: Trial {
  static let declaration = Declaration(
    "redeem", "Many processes redeem the last pieces, then redemptions are killed on their way.", roles: .everyone,
    discussion: """
      First everybody goes for the last pieces at once, half of them twice under the same key: as many get a voucher as \
      there are pieces, each another one, and pay for it; all others keep their coins. Then redemptions are killed at \
      random moments: whoever was redeeming has their coins or a voucher, never both and never neither, and the same \
      key finishes it. After each the ledger and the redemptions are verified.
      """,
    examples: [Example("qix-stress redeem --kills 1000 --rounds 5", "for longer")])

  static let shortest = ["--processes", "6", "--pieces", "3", "--kills", "40"]

  @Option("processes", .integer(in: 2...500), "Processes that redeem at once", default: "50")
  private var processes: Int
  @Option("pieces", .integer(in: 1...499), "Pieces that are left", default: "10") private var pieces: Int
  @Option("kills", .integer(in: 1...1_000_000), "Redemptions that are killed on their way", default: "200")
  private var kills: Int
  private let options = StressOptions(rounds: 1)

  func run(in context: Context) throws -> Printed {
    try options.run("redeem", in: context.face) { subject, numbers in
      var summary = ""
      for round in 0..<options.rounds {
        let last = Subject(program: subject.program, home: "\(subject.home)-last-\(round)")
        try last.initialise()
        try crowd(RewardStand(last, stock: pieces, users: processes))
        let others = Subject(program: subject.program, home: "\(subject.home)-kills-\(round)")
        try others.initialise()
        summary = try kill(RewardStand(others, stock: kills, users: kills), in: others.home, numbers)
        for home in [last.home, others.home] { WorkFolder.remove(home) }
      }
      return
        "\(processes) processes got exactly \(pieces) vouchers for the coins of \(pieces); \(summary), and everybody "
        + "had their coins or a voucher"
    }
  }

  private func crowd(_ stand: RewardStand) throws {
    // Who comes with an even number comes twice.
    let users = (0..<processes).flatMap { $0 % 2 == 0 ? [$0, $0] : [$0] }
    let running = try users.map { ($0, try ChildProcess(stand.words(of: $0))) }
    var codes: [Int: Set<String>] = [:]
    for (user, process) in running {
      let outcome = process.wait()
      switch outcome.status {
      case 0: codes[user, default: []].insert(try Self.code(in: outcome.output))
      case 6 where outcome.errors.contains("rewards.out-of-stock"): break
      default: throw MeasuringError("user \(user)'s process ended with \(outcome.status): \(outcome.errors)")
      }
    }
    let all = codes.values.reduce(into: Set<String>()) { $0.formUnion($1) }
    guard codes.count == pieces, all.count == pieces, codes.values.allSatisfy({ $0.count == 1 }) else {
      throw MeasuringError("\(codes.count) users got \(all.count) vouchers, and there were \(pieces) pieces")
    }
    for user in 0..<processes {
      let expected =
        codes[user] == nil ? RewardStand.Purse.before : .after
      guard try stand.purse(of: user) == expected else {
        throw MeasuringError("user \(user) has \(try stand.purse(of: user)), not \(expected)")
      }
    }
    try stand.verify()
  }

  /// - Returns: how many were killed, and where.
  private func kill(_ stand: RewardStand, in home: String, _ numbers: SeededNumbers) throws -> String {
    var landed = Kills(in: home, numbers)
    // How long one takes, so that the moments are spread over all of it.
    try landed.finish(stand.words(of: 0), as: "redeem")
    for user in 1..<kills {
      let outcome = try landed.kill(stand.words(of: user), as: "redeem")
      let purse = try stand.purse(of: user)
      guard purse == .before || purse == .after else {
        throw MeasuringError("user \(user) has \(purse)")
      }
      if user % 20 == 0 { try stand.verify() }
      let again = try landed.finish(stand.words(of: user), as: "redeem")
      guard try stand.purse(of: user) == .after else {
        throw MeasuringError("user \(user) has \(try stand.purse(of: user)) in the end")
      }
      guard outcome.status == 0 else { continue }
      guard try Self.code(in: outcome.output) == Self.code(in: again.output) else {
        throw MeasuringError("user \(user) got two vouchers under one key")
      }
    }
    try stand.verify()
    try landed.requireMidway()
    return landed.summary
  }

  /// The voucher's code in an answer.
  private static func code(in answer: String) throws(MeasuringError) -> String {
    let parts = answer[...].pieces(separatedBy: "\"code\"")
    guard parts.count >= 2, let text = parts[1].split(separator: "\"").dropFirst().first else {
      throw MeasuringError("an answer has no voucher: \(answer)")
    }
    return String(text)
  }
}
